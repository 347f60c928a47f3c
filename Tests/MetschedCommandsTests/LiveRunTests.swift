import Foundation
import Testing

/// The built binary on the system's clock, for about a second each.
@Suite(.serialized) struct LiveRunTests {
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
  func `a live run and a virtual one from its start print the same records`(_ run: Live) throws {
    let common = ["run", "examples/\(run.file).yaml", "--for", run.length] + run.rest
    let live = try Metsched.run(common + ["--clock", "system", "--speed", run.speed])
    let start = try Self.start(of: live.output)
    let virtual = try Metsched.run(common + ["--clock", "virtual", "--start", start])
    #expect(Self.records(live.output) == Self.records(virtual.output))
    #expect(Self.records(live.output).count > 5)
    #expect(live.output.contains("system clock × \(run.speed) from \(start) for \(run.length)"))
    #expect(live.output.contains(" ms late, at most "))
    #expect(live.status == 0)
  }

  @Test func `the same in JSON, beside a record file that grows`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("live.jsonl").path
    let live = try Metsched.run(
      "run", "examples/interval.yaml", "--clock", "system", "--speed", "600", "--record", file)
    let start = try Self.start(of: live.output)
    let virtual = try Metsched.run(
      "run", "examples/interval.yaml", "--start", start, "--format", "json")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == virtual.output)
  }

  @Test func `an interrupt ends a run with its summary`() throws {
    let folder = try TemporaryFolder()
    let output = folder.url.appendingPathComponent("out")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = Metsched.binary
    process.environment = Metsched.environment
    process.currentDirectoryURL = Metsched.root
    process.arguments = ["run", "examples/widget.yaml", "--clock", "system"]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The first records say that the run has begun; they are flushed as they happen.
    func text() throws -> String { try String(contentsOf: output, encoding: .utf8) }
    var tries = 0
    while try !text().contains("serendipity"), tries < 2_000 {
      usleep(5_000)
      tries += 1
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try text().contains("1 placement · 1 entry shown · 1 reload: 1 added"))
  }

  @Test func `a second interrupt ends a run that cannot end, at once`() throws {
    let process = Process()
    process.executableURL = Metsched.binary
    process.environment = Metsched.environment
    process.currentDirectoryURL = Metsched.root
    process.arguments = ["run", "examples/interval.yaml", "--clock", "system"]
    process.arguments? += ["--speed", "1000000", "--for", "100d"]
    // Nobody reads the pipe, so the run is stuck in the middle of a write.
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It is, once the pipe has held the same for a while; a busy machine pauses it for less.
    var waiting = Int32(0)
    var unchanged = 0
    var tries = 0
    while unchanged < 25, tries < 2_000 {
      let before = waiting
      usleep(20_000)
      guard ioctl(output.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &waiting) == 0
      else { break }
      unchanged = waiting > 0 && waiting == before ? unchanged + 1 : 0
      tries += 1
    }
    process.interrupt()
    usleep(50_000)
    #expect(process.isRunning)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }

  @Test func `a run that is killed leaves the records of what had happened`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("live.jsonl")
    let process = Process()
    process.executableURL = Metsched.binary
    process.environment = Metsched.environment
    process.currentDirectoryURL = Metsched.root
    process.arguments = ["run", "examples/interval.yaml", "--clock", "system", "--speed", "50"]
    process.arguments? += ["--record", file.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    func lines() -> [Substring] {
      ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
    }
    var tries = 0
    while lines().count < 12, tries < 2_000 {
      usleep(5_000)
      tries += 1
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(lines().count >= 12)
    #expect(lines().allSatisfy { $0.hasPrefix("{\"seq\":") && $0.hasSuffix("}") })
  }

  @Test(arguments: ["1", "60"])
  func `a virtual run told of a write gives the records of the live one that saw it`(
    speed: String
  ) throws {
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
    let process = Process()
    process.executableURL = Metsched.binary
    process.environment = Metsched.environment
    process.currentDirectoryURL = folder.url
    process.arguments = ["run", "widget.yaml", "--record", "live.jsonl"]
    let output = folder.url.appendingPathComponent("out")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    let record = folder.url.appendingPathComponent("live.jsonl")
    func lines(_ part: String) -> [Substring] {
      ((try? String(contentsOf: record, encoding: .utf8)) ?? "").split(separator: "\n")
        .filter { $0.contains(part) }
    }
    func wait(for count: Int, _ part: String) {
      var tries = 0
      while lines(part).count < count, tries < 2_000 {
        usleep(5_000)
        tries += 1
      }
      #expect(lines(part).count >= count)
    }
    wait(for: 1, #""title":"older""#)
    try Data(new.utf8).write(
      to: folder.url.appendingPathComponent("c/a.json"), options: .atomic)
    wait(for: 3, #""title":"new""#)
    process.interrupt()
    process.waitUntilExit()

    // The same again, told of what was written, and when that was noticed.
    let noticed = try #require(lines(#""container""#).first { $0.contains(#""user":"ann""#) })
    let at = try #require(noticed.split(separator: "\"").drop { $0 != "at" }.dropFirst(2).first)
    let start = try Self.start(of: String(contentsOf: output, encoding: .utf8))
    let again = try TemporaryFolder()
    try write(
      file + "events:\n  - {at: \(at), user: ann, write: {a.json: \(new)}}\n", to: again)
    let virtual = try Metsched.run(
      "run", "widget.yaml", "--clock", "virtual", "--start", start, "--for", "1h", "--format",
      "json", in: again.url)
    let expected = lines(#""seq""#).map(String.init)
    let told = virtual.output.split(separator: "\n").prefix(expected.count).map(String.init)
    #expect(told == expected)
    #expect(expected.count > 15)
  }

  @Test func `a container that is written reloads who reads it, once for a changed file`() throws {
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
    let output = folder.url.appendingPathComponent("out")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = Metsched.binary
    process.environment = Metsched.environment
    process.currentDirectoryURL = folder.url
    process.arguments = ["run", "widget.yaml"]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    func wait(for count: Int, _ what: String) throws {
      var tries = 0
      while tries < 2_000 {
        let text = try String(contentsOf: output, encoding: .utf8)
        if text.components(separatedBy: what).count > count { return }
        usleep(5_000)
        tries += 1
      }
      Issue.record("`\(what)` did not come \(count) times")
    }
    try wait(for: 3, "show    old")
    let file = folder.url.appendingPathComponent("c/a.json")
    try Data(#"[{"title": "new"}]"#.utf8).write(to: file, options: .atomic)
    try wait(for: 2, "show    new")
    // The same content again: only those who asked for every write are asked.
    try Data(#"[{"title": "new"}]"#.utf8).write(to: file, options: .atomic)
    try wait(for: 3, "show    new")
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let text = try String(contentsOf: output, encoding: .utf8)
    #expect(text.contains("6 reloads: 3 added, 3 container"))
    #expect(!text.contains("me/Deaf     reload  container"))
  }
}
