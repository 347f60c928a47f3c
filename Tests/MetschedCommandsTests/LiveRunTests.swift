import Foundation
import TestSupport
import Testing

/// The built binary on the system's clock, for about a second each.
@Suite(.serialized, .ownThreads) struct LiveRunTests {
  /// The start that a live run prints.
  private static func start(of output: String) throws -> String {
    let header = try #require(output.split(separator: "\n").first)
    let words = header.split(separator: " ")
    let from = try #require(words.firstIndex(of: "from"))
    return words[from + 1].trimmingCharacters(in: [","])
  }

  private static func records(_ output: String) -> [Substring] {
    output.split(separator: "\n").dropFirst().dropLast().map { $0 }
  }

  struct Live: CustomTestStringConvertible {
    var file: String
    var speed: String
    var length: String
    var rest: [String] = []
    var testDescription: String { file }
  }

  static let runs = [
    Live(file: "interval", speed: "600", length: "3m"),
    Live(file: "themet", speed: "60", length: "30s"),
    Live(file: "families", speed: "20000", length: "4h", rest: ["--set", "host=widgetkit"]),
    Live(file: "query", speed: "20000", length: "4h"),
    Live(file: "widget", speed: "1000000", length: "2w"),
  ]

  @Test(arguments: runs)
  func `a live run and a virtual one from its start print the same records`(_ run: Live)
    async throws
  {
    let common = ["run", "examples/\(run.file).yaml", "--for", run.length] + run.rest
    let live = try await Metsched.start(
      common + ["--clock", "system", "--speed", run.speed]
    ).outcome()
    let start = try Self.start(of: live.output)
    let virtual = try await Metsched.run(common + ["--clock", "virtual", "--start", start])
    #expect(Self.records(live.output) == Self.records(virtual.output))
    #expect(Self.records(live.output).count > 5)
    #expect(live.output.contains("system clock × \(run.speed) from \(start) for \(run.length)"))
    #expect(live.output.contains(" ms late, at most "))
    #expect(live.status == 0)
  }

  @Test func `the same in JSON, beside a record file that grows`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("live.jsonl").path
    let live = try await Metsched.start(
      ["run", "examples/interval.yaml", "--clock", "system", "--speed", "600", "--record", file]
    ).outcome()
    let start = try Self.start(of: live.output)
    let virtual = try await Metsched.run(
      "run", "examples/interval.yaml", "--start", start, "--format", "json")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == virtual.output)
  }

  @Test func `an interrupt ends a run with its summary`() async throws {
    let run = try Metsched.start(["run", "examples/widget.yaml", "--clock", "system"])
    // The first records say that the run has begun; they are flushed as they happen.
    try await run.wait(for: "the first records") { run.output.contains("serendipity") }
    #expect(await run.end(SIGINT) == 0)
    #expect(run.output.contains("1 placement · 1 entry shown · 1 reload: 1 added"))
  }

  @Test func `a second interrupt ends a run that cannot end, at once`() async throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(folder.file("n").path)
    // Full, and nobody reads it, so the run is stuck in its first write.
    let output = Pipe()
    try output.fill()
    let run = try Metsched.start(
      ["run", "examples/interval.yaml", "--clock", "system", "--speed", "1000000", "--no-record"],
      environment: ["NOTIFY_SOCKET": folder.file("n").path, "XDG_RUNTIME_DIR": folder.path],
      output: output)
    try await run.wait(for: "the control socket") {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/metsched")
      return names?.contains { $0.hasSuffix(".sock") } == true
    }
    run.signal(SIGINT)
    try await run.wait(for: "the first interrupt") { manager.hasHeard("STOPPING=1") }
    #expect(run.isRunning)
    #expect(await run.end(SIGINT) == 130)
  }

  @Test func `a run that is killed leaves the records of what had happened`() async throws {
    let folder = try TemporaryFolder()
    let run = try Metsched.start([
      "run", "examples/interval.yaml", "--clock", "system", "--speed", "50", "--record",
      folder.file("live.jsonl").path,
    ])
    func lines() -> [Substring] {
      ((try? folder.text(of: "live.jsonl")) ?? "").split(separator: "\n")
    }
    try await run.wait(for: "twelve records") { lines().count >= 12 }
    #expect(await run.end(SIGKILL) == SIGKILL)
    #expect(lines().count >= 12)
    #expect(lines().allSatisfy { $0.hasPrefix("{\"seq\":") && $0.hasSuffix("}") })
  }

  @Test(arguments: ["1", "60"])
  func `a virtual run told of a write gives the records of the live one that saw it`(
    speed: String
  ) async throws {
    let file = """
      container: c
      clock: {system: {speed: \(speed)}}
      widgets:
        Changed:
          source: {file: a.json}
          interval: \(speed == "1" ? "300ms" : "18s")
          reload: {after: 1h}       # what is read before the write is noticed would be new already
          reload-on: {container: changed}
        Always: {source: {file: a.json}, reload: never, reload-on: {container: always}}
        Deaf: {source: {file: a.json}, interval: 1s, reload: {after: 1h}}
      users:
        ann: {Changed: , Always: {families: [systemSmall, systemLarge]}, Deaf: }
        bob: {container: d, Changed: , timezone: Asia/Tokyo}

      """
    let old = #"[{"title": "old"}, {"title": "older"}]"#
    let new = #"[{"title": "new", "objectID": 7}]"#
    func write(_ file: String, to folder: TemporaryFolder) throws {
      try folder.write(old, to: "c/a.json")
      try folder.write(old, to: "d/a.json")
      try folder.write(file, to: "widget.yaml")
    }
    let folder = try TemporaryFolder()
    try write(file, to: folder)
    let run = try Metsched.start(
      ["run", "widget.yaml", "--record", "live.jsonl"], in: folder.url)
    func lines(_ part: String) -> [Substring] {
      ((try? folder.text(of: "live.jsonl")) ?? "").split(separator: "\n")
        .filter { $0.contains(part) }
    }
    func wait(for count: Int, _ part: String) async throws {
      try await run.wait(for: "\(count) × `\(part)`") { lines(part).count >= count }
    }
    try await wait(for: 1, #""title":"older""#)
    try Data(new.utf8).write(to: folder.file("c/a.json"), options: .atomic)
    try await wait(for: 3, #""title":"new""#)
    #expect(await run.end(SIGINT) == 0)

    // The same again, told of what was written, and when that was noticed.
    let noticed = try #require(lines(#""container""#).first { $0.contains(#""user":"ann""#) })
    let at = try #require(noticed.split(separator: "\"").drop { $0 != "at" }.dropFirst(2).first)
    let start = try Self.start(of: run.output)
    let again = try TemporaryFolder()
    try write(
      file + "events:\n  - {at: \(at), user: ann, write: {a.json: \(new)}}\n", to: again)
    let virtual = try await Metsched.run(
      "run", "widget.yaml", "--clock", "virtual", "--start", start, "--for", "1h", "--format",
      "json", in: again.url)
    let expected = lines(#""seq""#).map(String.init)
    let told = virtual.output.split(separator: "\n").prefix(expected.count).map(String.init)
    #expect(told == expected)
    #expect(expected.count > 15)
  }

  @Test func `a container that is written reloads who reads it, once for a changed file`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"title": "old"}]"#, to: "c/a.json")
    try folder.write(
      """
      version: 1
      container: c
      clock: system
      widgets:
        Changed: {source: {file: a.json}, reload: never, reload-on: {container: changed}}
        Always: {source: {file: a.json}, reload: never, reload-on: {container: always}}
        Deaf: {source: {file: a.json}, reload: never}
      """, to: "widget.yaml")
    let run = try Metsched.start(["run", "widget.yaml"], in: folder.url)
    func wait(for count: Int, _ text: String) async throws {
      try await run.wait(for: "\(count) × `\(text)`") {
        run.output.components(separatedBy: text).count > count
      }
    }
    try await wait(for: 3, "show    old")
    let file = folder.file("c/a.json")
    try Data(#"[{"title": "new"}]"#.utf8).write(to: file, options: .atomic)
    try await wait(for: 2, "show    new")
    // The same content again: only those who asked for every write are asked.
    try Data(#"[{"title": "new"}]"#.utf8).write(to: file, options: .atomic)
    try await wait(for: 3, "show    new")
    #expect(await run.end() == 0)
    let text = run.output
    #expect(text.contains("6 reloads: 3 added, 3 container"))
    #expect(!text.contains("me/Deaf     reload  container"))
  }
}

extension Pipe {
  /// Fills it, so that the next write waits for a reader.
  fileprivate func fill() throws {
    let descriptor = fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    try #require(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    // A page is shared by what fits into it as a whole, so the last bytes come one by one.
    for size in [4_096, 1] {
      let bytes = [UInt8](repeating: 0, count: size)
      while write(descriptor, bytes, size) > 0 {}
    }
    try #require(fcntl(descriptor, F_SETFL, flags) == 0)
  }
}
