import Foundation
import TestSupport
import Testing

/// Records in a database, and `metsched log`, which shows them as the run did.
@Suite(.ownThreads) struct LogTests {
  /// The lines of a text run without its header and its summary.
  private static func lines(_ output: String) -> [Substring] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.dropFirst(2)
    return Array(body.prefix { !$0.isEmpty })
  }

  static let runs = [
    ["examples/interval.yaml"],
    ["examples/widget.yaml", "--for", "3d", "--set", "host=widgetkit"],
    ["examples/families.yaml", "--set", "host=widgetkit"],
    ["examples/themet.yaml", "--for", "2d"],
    ["Tests/Conformance/full-lines.yaml"],
    ["Tests/Conformance/event-clock-back.yaml"],
    ["Tests/Conformance/event-timezone.yaml"],
    ["Tests/Conformance/on-error-sample.yaml"],
    ["Tests/Conformance/event-suspend.yaml"],
    ["Tests/Conformance/event-slow-time-limit.yaml"],
  ]

  @Test(arguments: runs)
  func `a virtual run's records come back as it printed them`(_ arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("run.db").path
    let run = ["run"] + arguments + ["--clock", "virtual"]
    let json = try await Metsched.run(run + ["--format", "json", "--record", file])
    #expect(json.status == 0)
    #expect(!json.output.isEmpty)
    #expect(try await Metsched.run("log", file, "--format", "json").output == json.output)
    let text = try await Metsched.run(run)
    let log = try await Metsched.run("log", file)
    #expect(log.output.split(separator: "\n") == Self.lines(text.output))
    #expect(log.errors == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.db"])
  }

  @Test func `a live run is kept where it says, and read by the name of its file`() async throws {
    let folder = try TemporaryFolder()
    let state = ["XDG_STATE_HOME": folder.path]
    let live = try await Metsched.run(
      [
        "run", "examples/interval.yaml", "--clock", "system", "--speed", "600", "--format", "json",
      ], environment: state)
    let path = try #require(live.errors.split(separator: "\n").first?.split(separator: " ").last)
    #expect(live.errors == "records in \(path)\n")
    #expect(path.hasPrefix(folder.path + "/metsched/interval-"))
    for arguments in [["log"], ["log", "examples/interval.yaml"], ["log", String(path)]] {
      let log = try await Metsched.run(arguments + ["--format", "json"], environment: state)
      #expect(log.output == live.output)
    }
    // A second run is one more in the same file.
    _ = try await Metsched.run(
      ["run", "examples/interval.yaml", "--clock", "system", "--speed", "600", "--for", "9s"],
      environment: state)
    let log = try await Metsched.run(["log"], environment: state)
    #expect(log.output.contains("interval.yaml · run 2 · system clock from "))
    let first = try await Metsched.run(
      ["log", "--run", "1", "--format", "json"], environment: state)
    #expect(first.output == live.output)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.file("metsched").path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func `no records are kept where nobody wants them`() async throws {
    let folder = try TemporaryFolder()
    let live = try await Metsched.run(
      [
        "run", "examples/interval.yaml", "--clock", "system", "--speed", "6000", "--no-record",
      ], environment: ["XDG_STATE_HOME": folder.path])
    #expect(live.status == 0)
    #expect(live.errors == "")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(!files.contains { $0.hasSuffix(".db") }, "\(files)")
  }

  @Test func `a virtual run replaces a virtual run's file, and no other`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("run.db").path
    for _ in 0..<2 {
      #expect(try await Metsched.run("run", "examples/interval.yaml", "--record", file).status == 0)
    }
    #expect(try await Metsched.run("log", file).output.split(separator: "\n").count == 90)
    _ = try await Metsched.run(
      "run", "examples/interval.yaml", "--clock", "system", "--speed", "6000", "--record", file)
    let refused = try await Metsched.run("run", "examples/interval.yaml", "--record", file)
    #expect(refused.status == 1)
    #expect(
      refused.errors
        == "metsched: `\(file)` holds the records of live runs, which a virtual run does not "
        + "replace\n")
  }

  @Test func `a disk that is full stops no run, and what is lost is said`() async throws {
    let folder = try TemporaryFolder()
    // No file may grow beyond 96 KiB, which the log of the database soon wants; the output goes
    // through a pipe, so that it may.
    let script = """
      set -o pipefail
      (trap '' XFSZ; ulimit -f 96
      exec "$0" run examples/interval.yaml --clock system --speed 600 --for 1h \
        --record "$1/run.db" --set users.alice.EmitronWidget.interval=2s) | cat
      """
    let run = try await ChildProcess(
      URL(fileURLWithPath: "/bin/bash"), ["-c", script, Metsched.binary.path, folder.path],
      in: Project.root
    ).outcome()
    let (text, said) = (run.output, run.errors)
    #expect(text.contains("3 placements · "))
    #expect(run.status == 1)
    #expect(said.contains("; the schedule goes on, and its records wait in memory\n"), "\(said)")
    let lost = try #require(said.split(separator: "\n").last)
    #expect(lost.contains("` lacks the last "), "\(said)")
    let kept = try await Metsched.run("log", folder.path + "/run.db")
    let count = Int(lost.split(separator: " ").first { Int($0) != nil } ?? "") ?? 0
    #expect(kept.output.split(separator: "\n") == Self.lines(text).dropLast(count))
  }

  @Test func `following prints what is written, as it is written`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("run.db").path
    let live = try Metsched.start([
      "run", "examples/interval.yaml", "--clock", "system", "--speed", "50", "--record", file,
    ])
    try await live.wait(for: "the database") {
      FileManager.default.fileExists(atPath: file + "-wal")
    }
    let follow = try Metsched.start(["log", file, "--follow", "--limit", "1000"])
    let expected = Self.lines(await live.outcome().output)
    func lines() -> [Substring] { follow.output.split(separator: "\n") }
    try await follow.wait(for: "the last record") { lines().count >= expected.count }
    // The test's threads block the gentler signals, and their children take that over.
    await follow.end(SIGKILL)
    #expect(lines() == expected)
    #expect(expected.count == 90)
  }

  @Test(arguments: [
    (["--cause", "polcy"], "`--cause` is one of ", "did you mean `policy`?"),
    (["--user", "alic"], "is of user `alic`; did you mean `alice`?\n", ""),
    (["--kind", "Emitron"], "is of kind `Emitron`", ""),
    (["--run", "7"], "has no run `7`\n  it has run 1\n", ""),
    (["--since", "soon"], "`--since` is a time or a duration, not `soon`\n", ""),
    (["--limit", "0"], "`--limit` is a number from 1 on, not `0`\n", ""),
    (["--summary", "--follow"], "`--summary` counts all reloads, so `--follow` says nothing", ""),
  ])
  func `what cannot be asked for is said, with what can`(
    _ arguments: [String], _ first: String, _ second: String
  ) async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("run.db").path
    _ = try await Metsched.run("run", "examples/interval.yaml", "--record", file)
    let log = try await Metsched.run(["log", file] + arguments)
    #expect(log.status == 64)
    #expect(log.output == "")
    #expect(log.errors.contains(first), "\(log.errors)")
    #expect(second.isEmpty || log.errors.contains(second), "\(log.errors)")
  }

  @Test func `what is no database is said to be none`() async throws {
    let folder = try TemporaryFolder()
    let missing = try await Metsched.run("log", "nothing.db", in: folder.url)
    #expect(
      missing.errors == "metsched: `nothing.db` does not exist\n"
        + "  `metsched run --record FILE.db` begins one\n")
    #expect(missing.status == 1)
    try folder.write("{}\n", to: "run.jsonl")
    let other = try await Metsched.run("log", "run.jsonl", in: folder.url)
    #expect(
      other.errors == "metsched: `run.jsonl` is not a database\n"
        + "  a database is what `metsched run --record FILE.db` writes\n")
    try folder.write("not one\n", to: "run.db")
    let run = try await Metsched.run(
      "run", Project.root.path + "/examples/interval.yaml", "--clock", "system", "--record",
      "run.db", in: folder.url)
    #expect(run.errors == "metsched: `run.db` is not a database, and is left as it is\n")
    #expect(run.status == 1)
    let nowhere = try await Metsched.run("log")
    #expect(
      nowhere.errors == "metsched: neither XDG_STATE_HOME nor HOME is set, so there is no folder "
        + "of databases; name one\n")
  }
}
