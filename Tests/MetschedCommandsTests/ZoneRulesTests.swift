#if SQLite
  import Foundation
  @testable import MetschedCommands
  import MetschedRuntime
  import MetschedTime
  import TestSupport
  import Testing

  /// A live run that goes on under other rules of a zone, as with another version of metsched, and
  /// is played again under the later ones.
  struct ZoneRulesTests {
    /// Paris lies five hours east in the rules of before.
    private static func before() throws -> ZoneDatabase {
      ZoneDatabase.machine.replacing([
        try #require(ZoneTable(identifier: "Europe/Paris", rules: [18_000_000]))
      ])
    }

    private static let file = """
      timezone: Europe/Paris
      clock: {system: {speed: 6000}}
      host: ideal
      widgets:
        App:
          families: [systemSmall]
          source: {items: [{title: a}, {title: b}]}
          anchor: "00:00"
          interval: 3h
          reload: {after: [end, "12:00"]}
      users:
        ann: {App: {}}
        zoe: {timezone: Asia/Tokyo, App: {}}

      """

    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.write(Self.file, to: "widget.yaml")
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private func text(_ name: String) throws -> String {
      try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// What the command lives in; its output goes to files.
    private func terminal(_ name: String, _ zones: ZoneDatabase) -> Terminal {
      let descriptors = [name + ".out", name + ".err"].map {
        open(path($0), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      }
      return Terminal(
        output: descriptors[0], error: descriptors[1], environment: { _ in nil }, zones: zones)
    }

    /// Runs the file under some rules until its output has so many reloads.
    private func run(
      _ name: String, _ zones: ZoneDatabase, record: String, reloads: Int
    ) async throws {
      let terminal = terminal(name, zones)
      let arguments = try ParsedArguments(
        ["--record", path(record), "--format", "json", "--", path("widget.yaml")],
        for: RunCommand.verb)
      let loaded = try LoadedConfiguration(path("widget.yaml"), arguments, zones: zones)
      let prepared = PreparedRun(
        configuration: try #require(loaded.configuration), loaded: loaded, arguments: arguments,
        terminal: terminal)
      let outputs = try RunOutputs(arguments, live: arguments.operands.first, terminal)
      let inputs = LiveInputs()
      let output = path(name + ".out")
      let stopping = Task {
        let reload = #""what":"reload""#
        while try String(contentsOfFile: output, encoding: .utf8).components(separatedBy: reload)
          .count <= reloads
        {
          try await Task.sleep(for: .milliseconds(5))
        }
        inputs.stop()
      }
      var live = try LiveRun(prepared, outputs, inputs: inputs)
      try await live.run()
      try await stopping.value
      try outputs.commit()
    }

    @Test func `what ran under two rules of a zone is the same again under the later ones`()
      async throws
    {
      try await run("first", Self.before(), record: "run.db", reloads: 6)
      try await run("second", .machine, record: "run.db", reloads: 6)
      let (first, second) = (try text("first.out"), try text("second.out"))
      #expect(first.contains("+05:00") && !first.contains("+01:00") && !first.contains("+02:00"))
      #expect(!second.contains("+05:00"))
      // Those who are in the zone are told, and nobody else.
      let told = second.split(separator: "\n").filter { $0.contains(#""state":"timezone""#) }
      #expect(told.count == 1)
      #expect(told.first?.contains(#""user":"ann""#) == true)
      #expect(second.contains(#""cause":["timezone"]"#))
      let terminal = terminal("replay", .machine)
      let code = await Command.run(
        ["replay", path("run.db"), "--record", path("again.jsonl")], terminal)
      terminal.flush()
      let output = try text("replay.out")
      #expect(code == .done, "\(output)")
      #expect(try text("again.jsonl") == first + second)
      #expect(
        try text("replay.err") == """
          metsched: the rules of Europe/Paris are others by now
            the run is played under those that it had

          """)
    }

    @Test func `the rules that a run had are kept once, and again where they change`()
      async throws
    {
      try await run("first", Self.before(), record: "run.db", reloads: 2)
      try await run("second", Self.before(), record: "run.db", reloads: 1)
      try await run("third", .machine, record: "run.db", reloads: 3)
      let sessions = try RecordedRun(path("run.db"), run: nil).sessions
      #expect(
        try sessions.map { try $0.zones().map(\.identifier) } == [
          ["Europe/Paris", "Asia/Tokyo"], [], ["Europe/Paris"],
        ])
      let terminal = terminal("replay", .machine)
      #expect(await Command.run(["replay", path("run.db")], terminal) == .done)
    }
  }
#endif
