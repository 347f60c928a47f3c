#if SQLite
  import Foundation
  @testable import MetschedRecords
  import MetschedTime
  import TestSupport
  import Testing

  /// A live run that is killed at random moments, and goes on each time with the same command.
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

    /// Starts the run, waits, and kills it.
    private static func start(
      in folder: TemporaryFolder, _ wait: (ChildProcess) async throws -> Void
    ) async throws {
      let run = try Metsched.start(
        ["run", "widget.yaml", "--record", "run.db", "--format", "json"], in: folder.url)
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
