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

  @Test(arguments: ["interval", "themet", "families"])
  func `a live run and a virtual one from its start print the same records`(
    _ name: String
  ) throws {
    let live = try Metsched.run(
      "run", "examples/\(name).yaml", "--clock", "system", "--speed", "200", "--for", "3m")
    let start = try Self.start(of: live.output)
    let virtual = try Metsched.run(
      "run", "examples/\(name).yaml", "--clock", "virtual", "--start", start, "--for", "3m")
    #expect(Self.records(live.output) == Self.records(virtual.output))
    #expect(Self.records(live.output).count > 5)
    #expect(live.output.contains("system clock × 200 from \(start) for 3m"))
    #expect(live.status == 0)
  }

  @Test func `the same in JSON, beside a record file that grows`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("live.jsonl").path
    let live = try Metsched.run(
      "run", "examples/interval.yaml", "--clock", "system", "--speed", "200", "--record", file)
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
    #expect(try text().contains("ms late"))
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
