import Foundation
import TestSupport
import Testing

/// Recorded live runs of the built binary, played again.
@Suite(.serialized, .ownThreads) struct ReplayTests {
  private static func file(_ change: String = "interval: 10m") -> String {
    """
    container: box
    clock: {system: {speed: 600}}
    host: {profile: widgetkit, latency: 0s}
    widgets:
      App:
        families: [systemSmall]
        source: {file: items.json}
        interval: 7m
        reload: {after: end}
        reload-on: {container: always}
      Fix: {families: [systemSmall], source: {items: [{title: a}, {title: b}]}, \(change)}
    users:
      ann: {App: {}, Fix: {}}
      bob: {App: {}}

    """
  }

  private static func write(_ items: String, _ folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(
      at: folder.file("box"), withIntermediateDirectories: true)
    try folder.write(items, to: "box/items.json")
  }

  /// Lets a run go on until it has told of something new.
  private static func goOn(_ run: LiveProcess, _ what: String) async throws {
    let before = run.output.count
    try await run.wait(what) { run.output.dropFirst(before).contains("reload") }
  }

  /// Runs a file to which much happens: writes, edits, commands, a kill and a restart.
  private static func eventfulRun() async throws -> LiveProcess {
    let folder = try TemporaryFolder()
    try write("[{\"title\": \"one\"}, {\"title\": \"two\"}]", folder)
    let run = try await LiveProcess(file(), ["--record", "run.db"], keepsRecords: true, in: folder)
    try write("[{\"title\": \"three\"}]", folder)
    try await goOn(run, "the write")
    try run.edit("# Places move by a line.\n" + file("interval: 20m"))
    try await run.waitForErrors("interval 10m → 20m")
    try await goOn(run, "the edit")
    #expect(try await run.run("event", "{reload: Fix, user: ann}").status == 0)
    try await goOn(run, "the event")
    run.signal(SIGKILL)
    _ = await run.end()
    try write("[{\"title\": \"cut", folder)
    // Half an hour on the run's clock, in which something is due.
    try await Task.sleep(for: .seconds(3))
    let next = try await LiveProcess(
      file("interval: 15m"), ["--record", "run.db"], keepsRecords: true, in: folder,
      until: "down")
    try await next.wait("the bad file") { next.output.contains("ends in the middle") }
    #expect(await next.end() == 0)
    return next
  }

  @Test func `what happened to a run happens again, over a kill and a restart`() async throws {
    let run = try await Self.eventfulRun()
    // What stands on the disk by now is not looked at.
    try FileManager.default.removeItem(at: run.url("box"))
    try FileManager.default.removeItem(at: run.url("widget.yaml"))
    let replay = try await run.run("replay", "run.db", "--record", "again.jsonl")
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
    #expect(replay.output.hasSuffix("all the same\n"))
    let log = try await run.run("log", "run.db", "--format", "json")
    let again = try String(contentsOf: run.url("again.jsonl"), encoding: .utf8)
    #expect(log.output == again)
    #expect(log.output.contains(#""state":"down""#))
    let json = try await run.run("replay", "run.db", "--run", "1", "--format", "json")
    #expect(json.output.hasPrefix(#"{"run":1,"same":true,"records":"#))
  }

  @Test func `a file means its own live runs, and nothing those that were written last`()
    async throws
  {
    let folder = try TemporaryFolder()
    try Self.write("[{\"title\": \"one\"}]", folder)
    let run = try await LiveProcess(Self.file(), keepsRecords: true, in: folder)
    #expect(await run.end() == 0)
    let named = try await run.run("replay", "widget.yaml")
    #expect(named.status == 0, "\(named.output)\(named.errors)")
    #expect(named.output.hasSuffix("all the same\n"))
    #expect(try await run.run("replay") == named)
    #expect(
      try await run.run("replay", "other.yaml").errors.contains("`other.yaml` has no records"))
  }

  @Test func `the first record that is another is shown twice`() async throws {
    let folder = try TemporaryFolder()
    try Self.write("[{\"title\": \"one\"}]", folder)
    let run = try await LiveProcess(
      Self.file(), ["--record", "run.jsonl"], keepsRecords: true, in: folder)
    try await Self.goOn(run, "a reload")
    #expect(await run.end() == 0)
    #expect(try await run.run("replay", "run.jsonl").status == 0)
    let lines = try String(contentsOf: run.url("run.jsonl"), encoding: .utf8)
    try folder.write(
      lines.replacing("\"title\":\"one\"", with: "\"title\":\"two\""), to: "run.jsonl")
    let replay = try await run.run("replay", "run.jsonl")
    #expect(replay.status == 3)
    #expect(replay.output.contains("`run.jsonl` differs at record "))
    let shown = replay.output.split(separator: "\n").dropFirst()
    #expect(shown.map { $0.prefix(12) } == ["  recorded  ", "  played    "])
    #expect(shown.first?.contains("\"title\":\"two\"") == true)
    #expect(shown.last?.contains("\"title\":\"one\"") == true)
    let json = try await run.run("replay", "run.jsonl", "--format", "json")
    #expect(json.output.hasPrefix(#"{"run":null,"same":false,"seq":"#))
    #expect(json.status == 3)
  }

  @Test func `what cannot be played again says why`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("widgets: {Clock: {source: sample}}\n", to: "widget.yaml")
    func run(_ arguments: String...) async throws -> Metsched.Outcome {
      try await Metsched.run(arguments, in: folder.url)
    }
    #expect(
      try await run("run", "widget.yaml", "--clock", "virtual", "--record", "v.db").status == 0)
    #expect(
      try await run("run", "widget.yaml", "--clock", "virtual", "--record", "v.jsonl").status == 0)
    for (arguments, message, code) in [
      (["v.db"], "metsched: `v.db` has no live run\n", 1),
      (["v.db", "--run", "1"], "run 1 of `v.db` was a virtual one", 1),
      (["v.db", "--run", "7"], "metsched: `v.db` has no run 7; it has 1\n", 1),
      (["v.db", "--run", "last"], "`--run` is the number of a run, from 1, not `last`", 64),
      (["v.jsonl"], "`v.jsonl` has no `v.jsonl.inputs` beside it", 1),
      (["v.jsonl", "--run", "1"], "`v.jsonl` holds one run", 1),
      (["none.db"], "metsched: `none.db` does not exist\n", 1),
      (["widget.yaml"], "neither XDG_STATE_HOME nor HOME is set", 1),
      ([], "neither XDG_STATE_HOME nor HOME is set", 1),
    ] as [([String], String, Int32)] {
      let outcome = try await Metsched.run(["replay"] + arguments, in: folder.url)
      #expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
      #expect(outcome.status == code)
      #expect(outcome.output == "")
    }
  }
}
