#if SQLite
  import Foundation
  @testable import MetschedRecords
  import TestSupport
  import Testing

  /// A live run that is stopped, and started again with the same file.
  @Suite(.ownThreads) struct ContinuedRunTests {
    private static let file = """
      missed: all
      container: app
      widgets:
        Fast: {source: {items: [{title: a}, {title: b}]}, interval: 1h, reload: atEnd}
        File: {source: {file: a.json}, interval: 1h, reload: never, reload-on: {container: changed}}
      users: {ann: {Fast: , File: }}

      """

    private static func log(_ folder: TemporaryFolder) async throws -> String {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: folder.file("s/metsched").path)
      let database = try #require(files.first { $0.hasSuffix(".db") })
      return try await Metsched.run(["log", "s/metsched/\(database)"], in: folder.url).output
    }

    /// Starts `widget.yaml`, waits for some words on either of its outputs, and stops or kills it.
    private static func start(
      _ text: String, in folder: TemporaryFolder, _ arguments: [String] = [], until words: String,
      kills: Bool = false
    ) async throws -> Metsched.Outcome {
      try folder.write(text, to: "widget.yaml")
      let run = try Metsched.start(
        ["run", "widget.yaml", "--clock", "system"] + arguments, in: folder.url,
        environment: ["XDG_STATE_HOME": folder.path + "/s"])
      try await run.wait(for: "`\(words)`") { (run.output + run.errors).contains(words) }
      // What has been printed is in the database a quarter of a second later.
      if kills { try await Task.sleep(for: .seconds(1)) }
      await run.end(kills ? SIGKILL : SIGTERM)
      return await run.outcome()
    }

    @Test func `a run goes on, says what it continues, and begins anew with --fresh`() async throws
    {
      let folder = try TemporaryFolder()
      try folder.write(#"[{"title": "one"}]"#, to: "app/a.json")
      let first = try await Self.start(Self.file, in: folder, until: "show    one")
      #expect(first.status == 0)
      #expect(first.errors.contains("records in "))
      let second = try await Self.start(Self.file, in: folder, until: "missed: all")
      #expect(second.errors.contains("continues "))
      #expect(second.errors.contains(".db: 4 records to "))
      #expect(!second.output.contains("reload  added"))
      let third = try await Self.start(Self.file, in: folder, ["--fresh"], until: "show    one")
      #expect(!third.errors.contains("continues"))
      #expect(try await Self.log(folder).components(separatedBy: "added").count == 5)
    }

    @Test func `what an app writes and a person edits while the run is down is noticed`()
      async throws
    {
      let folder = try TemporaryFolder()
      try folder.write(#"[{"title": "one"}]"#, to: "app/a.json")
      _ = try await Self.start(Self.file, in: folder, until: "show    one")
      try folder.write(#"[{"title": "two"}]"#, to: "app/a.json")
      let edited = Self.file.replacing("{title: a}", with: "{title: c}")
      let second = try await Self.start(edited, in: folder, until: "show    c")
      #expect(second.output.contains("reload  container"))
      #expect(second.output.contains("show    two"))
      #expect(second.output.contains("reload  edited"))
      #expect(second.errors.contains("`widget.yaml` changes"))
      // The next start finds nothing new.
      let third = try await Self.start(edited, in: folder, until: "missed: all")
      #expect(!third.output.contains("reload  "))
    }

    @Test func `the summary counts the whole run, whatever became of its processes`() async throws {
      let folder = try TemporaryFolder()
      try folder.write(#"[{"title": "one"}]"#, to: "app/a.json")
      let first = try await Self.start(Self.file, in: folder, until: "show    one")
      #expect(first.output.contains("2 entries shown · 2 reloads: 2 added"))
      let edited = Self.file.replacing("{title: a}", with: "{title: c}")
      // A killed process leaves no summary behind, so its records are counted.
      _ = try await Self.start(edited, in: folder, until: "show    c", kills: true)
      let third = try await Self.start(edited, in: folder, until: "missed: all")
      #expect(third.output.contains("3 entries shown · 3 reloads: 2 added, 1 edited"))
      // The same of each placement, which nobody has counted before.
      let fourth = try await Self.start(
        edited, in: folder, ["--summary", "run.json"], until: "missed: all")
      #expect(fourth.output.contains("3 entries shown · 3 reloads: 2 added, 1 edited"))
      let json = try folder.text(of: "run.json")
      #expect(
        json.components(separatedBy: #""entries":2,"reloads":2,"counted":0,"#).count == 2, "\(json)"
      )
      let lines = try await Self.log(folder).split(separator: "\n")
      #expect(lines.filter { $0.contains(" reload ") }.count == 3)
    }

    @Test func `a state that cannot be read is no reason to begin anew by itself`() async throws {
      let folder = try TemporaryFolder()
      try folder.write(#"[{"title": "one"}]"#, to: "app/a.json")
      _ = try await Self.start(Self.file, in: folder, ["--record", "run.db"], until: "show    one")
      try SQLiteConnection(folder.file("run.db").path, .readWrite)
        .run("UPDATE state SET bytes = x'01ff00000000' WHERE name = ''")
      let outcome = try await Metsched.run(
        ["run", "widget.yaml", "--clock", "system", "--record", "run.db"], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("cannot be continued: the state of the machine is damaged"))
      #expect(outcome.errors.contains("`--fresh` begins a new run"))
    }
  }
#endif
