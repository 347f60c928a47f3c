import Foundation
import TestSupport
import Testing

/// The same run gives the same bytes, wherever and however often it is played.
@Suite("Determinism")
struct DeterminismTests {
  @Test(arguments: ["interval", "day", "policies", "query", "household"])
  func `a second run in another process writes the same records`(_ name: String) async throws {
    let outcome = try await Metsched.run([
      "run", "examples/\(name).yaml", "--clock", "virtual", "--for", "6h", "--set",
      "host=widgetkit",
      "--check-determinism", "--format", "json",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.isEmpty)
    let last = outcome.errors.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("a second run of `examples/\(name).yaml` wrote the same "))
  }

  @Test func `options reach the second run, and outputs are the first one's`() async throws {
    let folder = try TemporaryFolder()
    let record = folder.file("r.jsonl").path
    let options = [
      "--user", "bob", "--for", "1m", "--start", "2026-03-01T10:00", "--set",
      "users.bob.EmitronWidget.interval=7",
    ]
    let outcome = try await Metsched.run(
      ["run", "examples/interval.yaml", "--check-determinism", "--record", record] + options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let json = try await Metsched.run(
      ["run", "examples/interval.yaml", "--format", "json"] + options)
    #expect(try String(contentsOfFile: record, encoding: .utf8) == json.output)
    let count = json.output.split(separator: "\n").count
    #expect(count < 1_000)
    #expect(outcome.errors.hasSuffix("wrote the same \(count) records\n"), "\(outcome.errors)")
  }

  @Test func `content that is another in the second run ends with code 3`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "now.json")
    try folder.write(
      """
      container: .
      clock: {virtual: {start: 2026-01-05T09:00, for: 1d}}
      widgets: {Clock: {source: {file: now.json}, reload: {after: 1m}}}

      """, to: "widget.yaml")
    // An app that goes on writing, so that no two readings are alike.
    let loop =
      #"while [ -d . ]; do n=$((n + 1)); echo "[{\"title\": \"$n\"}]" >next; mv next now.json; done"#
    let writer = try ChildProcess(
      URL(fileURLWithPath: "/bin/bash"), ["-c", loop], in: folder.url)
    // The writer may not get a turn while both run.
    func run() async throws -> Metsched.Outcome {
      try await Metsched.run(["run", "widget.yaml", "--check-determinism"], in: folder.url)
    }
    var outcome = try await run()
    try await writer.wait(for: "a second run that differs") {
      if outcome.status == 0 { outcome = try await run() }
      return outcome.status != 0
    }
    await writer.end(SIGKILL)
    try #require(outcome.status == 3, "\(outcome.errors)")
    let errors = outcome.errors.split(separator: "\n")
    try #require(errors.count == 3)
    #expect(
      errors[0].hasPrefix(
        "metsched: the second run of `widget.yaml` differs from the first at record "))
    #expect(errors[1].hasPrefix("  first:  {\"seq\":"))
    #expect(errors[2].hasPrefix("  second: {\"seq\":"))
    #expect(outcome.output.contains("1 placement · "), "the first run is written whole")
  }

  @Test(arguments: [("interval", "UTC"), ("household", "Europe/London"), ("day", "Europe/Paris")])
  func `text says what the JSON lines say, record for record`(_ name: String, _ zone: String)
    async throws
  {
    let run = ["run", "examples/\(name).yaml", "--set", "timezone=\(zone)"]
    let text = try await Metsched.run(run).output.components(separatedBy: "\n\n")
    let json = try await Metsched.run(run + ["--format", "json"]).output.split(separator: "\n")
    let lines = text[1].split(separator: "\n")
    #expect(lines.count == json.count)
    let read = ISO8601DateFormatter()
    read.formatOptions.insert(.withFractionalSeconds)
    let whole = ISO8601DateFormatter()
    let clock = DateFormatter()
    clock.locale = Locale(identifier: "en_US_POSIX")
    clock.timeZone = TimeZone(identifier: zone)
    clock.dateFormat = "HH:mm:ss"
    for (line, record) in zip(lines, json) {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
      let at = try #require(object["at"] as? String)
      let date = try #require(whole.date(from: at) ?? read.date(from: at))
      let words = line.split(separator: " ").map(String.init)
      #expect(words.contains { $0.hasPrefix(clock.string(from: date)) }, "\(line)\n\(record)")
      if let user = object["user"] as? String {
        #expect(words.contains { $0 == user || $0.hasPrefix(user + "/") }, "\(line)\n\(record)")
      }
      let what = try #require(object["what"] as? String)
      #expect(words.contains(what), "\(line)\n\(record)")
      if let title = object["title"] as? String { #expect(line.contains(title), "\(record)") }
      if let causes = object["cause"] as? [String] {
        for cause in causes { #expect(line.contains(cause), "\(line)\n\(record)") }
      }
    }
  }

  @Test func `what cannot be played twice cannot be checked`() async throws {
    let overrides = ["--overrides", "/dev/stdin"]
    for options in [["--clock", "system", "--for", "1s"], ["--online"], overrides] {
      let outcome = try await Metsched.run(
        ["run", "examples/interval.yaml", "--check-determinism"] + options)
      #expect(outcome.status == 64)
    }
  }
}
