#if SQLite
  import Foundation
  @testable import MetschedRecords
  import MetschedTime
  import TestSupport
  import Testing

  /// A live run that is killed at random moments, and goes on each time with the same command; once
  /// alone, and once while others edit its file and speak to it.
  ///
  /// `METSCHED_KILLS` says how often, `METSCHED_SEED` when.
  @Suite(.serialized, .ownThreads) struct KillTests {
    /// Two hundred placements of all kinds, and events that leave something to be remembered.
    private static let file = """
      timezone: Europe/Paris
      missed: all
      container: container
      clock: {system: {speed: 600, seed: 11}}
      host: {profile: widgetkit, budget: 30, spacing: 2m}
      intents:
        Every: {parameters: {interval: {type: duration, default: 10m}, query: {type: string, default: a}}}
      widgets:
        Query:
          intent: Every
          source: {items: [{title: ab}, {title: ac}, {title: b}, {title: ad}, {title: bd}]}
          reload: {after: end}
        Sample: {source: sample, interval: 7m, reload: {after: [end, "12:00"]}}
        File: {source: {file: a.json}, interval: 15m, reload-on: {container: changed}}
        Dated:
          source: {items: [{title: now, at: 2026-01-01}, {title: later, at: 2040-01-01}]}
          entry: {date: "${.at}"}
          reload: {after: 20m}
      users:
      \(users)
      events:
        - {at: 2026-01-01T00:10, every: 1h, edit: {Query: {interval: 3m, query: b}}}
        - {at: 2026-01-01T00:40, every: 1h, edit: {Query: {interval: 12m, query: a}}}
        - {at: 2026-01-01T00:05, every: 30m, for: 4m, fail: Sample}
        - {at: 2026-01-01T00:07, every: 30m, for: 2m, slow: Query}
        - {at: 2026-01-01T00:20, every: 1h, for: 10m, user: u3, foreground: true}
        - {at: 2026-01-01T00:30, every: 1h, for: 15m, user: u4, timezone: Asia/Tokyo}
        - {at: 2026-01-01T00:15, every: 1h, write: {a.json: [{title: one}, {title: two}]}}
        - {at: 2026-01-01T00:45, every: 1h, write: {a.json: [{title: three}]}}
        - {at: 2026-01-01T00:25, every: 1h, remove: Dated/main, user: u5}
        - {at: 2026-01-01T00:35, every: 1h, add: {Dated: {family: systemSmall}}, user: u5}
        - {at: 2026-01-01T00:50, every: 1h, reload: File}

      """

    private static let users = (0..<50).map { number in
      """
        u\(number):
          Query: {interval: \(number % 9 + 2)m}
          Sample: {family: systemLarge}
          File:
          Dated: {family: systemSmall}
      """
    }.joined(separator: "\n")

    @Test func `what a run that is killed again and again writes is what an undisturbed one does`()
      async throws
    {
      let kills = TestEnvironment.number("METSCHED_KILLS", default: 8)
      let seed = TestEnvironment.number("METSCHED_SEED", default: UInt64.random(in: 0...9_999))
      var random = SplitMix64(seed: seed)
      let folder = try TemporaryFolder()
      try folder.write(Self.file, to: "widget.yaml")
      let database = folder.file("run.db").path
      // Until it has begun there is nothing to be continued.
      try await Self.start(in: folder) { try await Self.waitForRecords(in: database, $0) }
      for _ in 0..<kills {
        try await Self.start(in: folder) { _ in
          try await Task.sleep(for: .milliseconds(Int.random(in: 20...900, using: &random)))
        }
        #expect(try Self.integrity(of: database) == "ok", "METSCHED_SEED=\(seed)")
      }
      let log = try await Metsched.run(["log", "run.db", "--format", "json"], in: folder.url)
      let lines = log.output.split(separator: "\n")
      let run = try #require(try StoreReader(database).runs().first)
      #expect(try StoreReader(database).runs().count == 1, "METSCHED_SEED=\(seed)")
      let last = try #require(run.through)
      let virtual = try await Metsched.run(
        [
          "run", "widget.yaml", "--clock", "virtual", "--format", "json",
          "--start", run.run.start.rfc3339(in: .utc), "--set", "clock.virtual.seed=11",
          "--for", "\((last - run.run.start) / 1_000 + 1)s",
        ], in: folder.url)
      let expected = virtual.output.split(separator: "\n")
      #expect(lines.count > 400 && lines.count <= expected.count, "METSCHED_SEED=\(seed)")
      let difference = zip(lines, expected).enumerated().first { $0.element.0 != $0.element.1 }
      if let difference {
        Issue.record(
          """
          METSCHED_SEED=\(seed) METSCHED_KILLS=\(kills): record \(difference.offset + 1) of \
          \(lines.count) differs
            killed:      \(difference.element.0)
            undisturbed: \(difference.element.1)
          """)
      }
      // Everything up to the last instant is there: what follows in the undisturbed run is later.
      #expect(run.lastSequence == lines.count, "METSCHED_SEED=\(seed)")
      print(
        "kill test: \(kills) kills, seed \(seed), \(lines.count) records to \(last.rfc3339(in: .utc))"
      )

    }

    // MARK: Others who disturb it

    /// A file that others change while it runs.
    private static func edited(_ random: inout SplitMix64) -> String {
      """
      timezone: Europe/Paris
      missed: \(["all", "latest", "skip"].randomElement(using: &random) ?? "all")
      container: container
      clock: {system: {speed: 600, seed: 11}}
      host: {profile: widgetkit, budget: 30, spacing: \(Int.random(in: 1...4, using: &random))m}
      intents:
        Every: {parameters: {interval: {type: duration, default: 10m}}}
      widgets:
        Query:
          intent: Every
          source: {items: [{title: ab}, {title: ac}, {title: b}]}
          reload: {after: end}
        File: {source: {file: a.json}, interval: 15m, reload: {after: end}, reload-on: {container: changed}}
      users:
        ann: {Query: {interval: \(Int.random(in: 3...20, using: &random))m}, File: {family: systemSmall}}
        bob: {Query: {family: systemSmall}\(Bool.random(using: &random) ? ", File: {}" : "")}
      \(Bool.random(using: &random) ? "  cleo: {timezone: Asia/Tokyo, Query: {family: systemLarge}}" : "")
      events:
        - {at: 2026-01-01T00:05, every: 30m, for: 4m, slow: Query}
        - {at: 2026-01-01T00:20, every: 1h, for: 10m, user: ann, foreground: true}
        - {at: 2026-01-01T00:30, every: 1h, for: 15m, user: bob, timezone: Asia/Tokyo}

      """
    }

    /// What somebody asks of the service; some of it is wrong now and then.
    private static func request(_ random: inout SplitMix64) -> [String] {
      let requests = [
        ["event", "{reload: Query, user: ann}"],
        ["event", "{every: 20m, reload: File}"],
        ["event", "{user: bob, add: {Query: {family: systemLarge, id: side}}}"],
        ["event", "{user: bob, remove: Query/side}"],
        ["event", "{timezone: America/New_York, user: ann, for: 40m}"],
        ["event", "{write: {a.json: [{title: asked}]}}"],
        ["event", "{clock: +3m}"],
        ["edit", "bob/Query", "interval=\(Int.random(in: 3...20, using: &random))m"],
        ["reload", "--files"],
        ["status"],
      ]
      return requests.randomElement(using: &random) ?? []
    }

    /// Does something to the run, or to its files while it is down.
    private static func disturb(_ folder: TemporaryFolder, _ random: inout SplitMix64) async throws
    {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        try folder.write(edited(&random) + "nonsense: 1\n", to: "new.yaml")
      case 1: try folder.write(edited(&random), to: "new.yaml")
      case 2:
        try folder.write(
          "[{\"title\": \"app \(Int.random(in: 0...9, using: &random))\"}]",
          to: "container/a.json")
        return
      default:
        // It may be killed, or not there; whoever asks is told.
        _ = try await Metsched.run(
          request(&random), in: folder.url, environment: surroundings(folder),
          waits: false)
        return
      }
      let names = ["new.yaml", "widget.yaml"].map { folder.file($0).path }
      #expect(rename(names[0], names[1]) == 0)
    }

    private static func surroundings(_ folder: TemporaryFolder) -> [String: String] {
      ["XDG_RUNTIME_DIR": folder.path + "/r"]
    }

    @Test func `what is killed while others edit it and speak to it is the same in replay`()
      async throws
    {
      let kills = TestEnvironment.number("METSCHED_KILLS", default: 6)
      let seed = TestEnvironment.number("METSCHED_SEED", default: UInt64.random(in: 0...9_999))
      var random = SplitMix64(seed: seed)
      let folder = try TemporaryFolder()
      try folder.write(Self.edited(&random), to: "widget.yaml")
      try folder.write("[{\"title\": \"one\"}]", to: "container/a.json")
      let database = folder.file("run.db").path
      try await Self.start(in: folder) { try await Self.waitForRecords(in: database, $0) }
      for _ in 0..<kills {
        try await Self.start(in: folder) { _ in
          try await Task.sleep(for: .milliseconds(Int.random(in: 100...900, using: &random)))
          for _ in 0..<Int.random(in: 0...3, using: &random) {
            try await Self.disturb(folder, &random)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
          }
        }
        #expect(try Self.integrity(of: database) == "ok", "METSCHED_SEED=\(seed)")
        // What stands on the disk when it starts has to be right.
        try folder.write(Self.edited(&random), to: "widget.yaml")
        try await Self.checkReplay(folder, "METSCHED_SEED=\(seed) METSCHED_KILLS=\(kills)")
      }
    }

    /// Checks that what is recorded so far has all numbers once and in order, and is played again.
    private static func checkReplay(_ folder: TemporaryFolder, _ name: String) async throws {
      let log = try await Metsched.run(["log", "run.db", "--format", "json"], in: folder.url)
      let numbers = log.output.split(separator: "\n").map { line in
        Int(line.dropFirst("{\"seq\":".count).prefix { $0.isNumber })
      }
      #expect(numbers == numbers.indices.map { $0 + 1 }, "\(name)")
      let replay = try await Metsched.run(["replay", "run.db"], in: folder.url)
      #expect(
        replay.status == 0 && replay.output.hasSuffix("all the same\n"),
        "\(name)\n\(replay.output)\(replay.errors)")
    }

    // MARK: The run

    /// Starts the run, waits, and kills it.
    private static func start(
      in folder: TemporaryFolder, _ wait: (ChildProcess) async throws -> Void
    ) async throws {
      let run = try Metsched.start(
        ["run", "widget.yaml", "--record", "run.db", "--format", "json"], in: folder.url,
        environment: surroundings(folder))
      try await wait(run)
      let wasRunning = run.isRunning
      await run.end(SIGKILL)
      if !wasRunning { Issue.record("the run ended by itself:\n\(run.errors)") }
    }

    private static func waitForRecords(in database: String, _ run: ChildProcess) async throws {
      try await run.wait(for: "the first records") {
        (try? StoreReader(database).runs().first)?.through != nil
      }
    }

    private static func integrity(of database: String) throws -> String? {
      let statement = try SQLiteConnection(database, .readWrite).prepare("PRAGMA integrity_check")
      return try statement.step() ? statement.text(0) : nil
    }
  }
#endif
