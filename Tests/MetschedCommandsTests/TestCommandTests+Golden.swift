import Foundation
import TestSupport
import Testing

/// Golden timelines, and what other verbs do with tests.
extension TestCommandTests {
  // MARK: Golden timelines

  static let golden = """
      - name: timeline
        user: [alice, bob]
        kind: WordWidget
        timeline: golden/words.txt
        steps: [{advance: 30m}]

    """

  @Test func `--update alone writes a timeline, and what differs is shown`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("golden/words.txt")
    let missing = try await Self.run(Self.golden, in: folder)
    #expect(missing.status == 3)
    #expect(missing.output.contains("does not exist; `metsched test --update` writes it"))
    #expect(!FileManager.default.fileExists(atPath: file.path))

    let updated = try await Self.run(Self.golden, ["--update"], in: folder)
    #expect(updated.status == 0, "\(updated.output)")
    #expect(updated.output.contains("wrote golden/words.txt"))
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text == """
        # alice/WordWidget/main/systemSmall from 2026-01-05T10:00:00+01:00 to 2026-01-05T10:30:00+01:00 (Europe/Paris)
        01-05 10:00:00  reload  added      2 entries to 10:30:00     after → 11:00:00
        01-05 10:00:00  show    sonder
        01-05 10:30:00  show    petrichor

        # bob/WordWidget/main/systemSmall from 2026-01-05T09:00:00Z to 2026-01-05T09:30:00Z (UTC)
        01-05 09:00:00  reload  added      2 entries to 10:00:00     after → 11:00:00
        01-05 09:00:00  show    sonder

        """)
    let same = try await Self.run(Self.golden, in: folder)
    #expect(same.status == 0)

    // One line is gone and one is another: the diff has both, with the entry and the time.
    let old = text.replacingOccurrences(of: "01-05 10:30:00  show    petrichor\n", with: "")
      .replacingOccurrences(of: "09:00:00  show    sonder", with: "09:00:00  show    saudade")
    try folder.write(old, to: "golden/words.txt")
    let differs = try await Self.run(Self.golden, in: folder)
    #expect(differs.status == 3)
    #expect(
      differs.output.contains(
        """
        +01-05 10:30:00  show    petrichor
         
         # bob/WordWidget
        """), "\(differs.output)")
    #expect(
      differs.output.contains("-01-05 09:00:00  show    saudade\n+01-05 09:00:00  show    sonder"))
    #expect(differs.output.contains("first at `01-05 10:30:00 show petrichor`"))
    #expect(try String(contentsOf: file, encoding: .utf8) == old)

    let again = try await Self.run(Self.golden, ["--update"], in: folder)
    #expect(again.status == 0)
    #expect(again.output.contains("wrote golden/words.txt:\n--- golden/words.txt"))
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `a diff of other lengths is one that patch reads`() async throws {
    let folder = try TemporaryFolder()
    _ = try await Self.run(Self.golden, ["--update"], in: folder)
    let file = folder.file("golden/words.txt")
    let text = try String(contentsOf: file, encoding: .utf8)
    try folder.write(
      "# nobody\n" + text.split(separator: "\n").dropFirst(2).joined(separator: "\n"),
      to: "golden/words.txt")
    let lines = try await Self.run(Self.golden, ["--format", "json"], in: folder).output
    let object = try #require(try Self.objects(lines).last)
    try folder.write(try #require(object["difference"] as? String), to: "change.diff")
    let patch = try await ChildProcess(
      URL(fileURLWithPath: "/usr/bin/env"), ["patch", "-p0", "-s", "-i", "change.diff"],
      in: folder.url
    ).outcome()
    #expect(patch.status == 0, "\(patch.errors)")
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  // MARK: Other verbs

  @Test(arguments: ["bob/TheMetWidget", "alice/MetSearchWidget"])
  func `a test plays what a run plays`(_ name: String) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Project.file("examples/container"),
      to: folder.file("container"))
    let day = try Project.text(of: "examples/day.yaml")
    try folder.write(
      """
      \(day)
      tests:
        - name: the day
          placement: \(name)
          timeline: day.txt
          steps: [{at: "12:34", expect: {reloads: {at-least: 1}}}, {at: 2026-01-05T22:59:59.999}]
      """, to: "day.yaml")
    let updated = try await Metsched.run(["test", "day.yaml", "--update"], in: folder.url)
    #expect(updated.status == 0, "\(updated.output)\(updated.errors)")
    let user = name.prefix { $0 != "/" }
    let run = try await Metsched.run(["run", "day.yaml", "--user", String(user)], in: folder.url)
    let lines = run.output.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      guard words.count > 2, words[0].contains(":"),
        ["everybody", user, name[...]].contains(words[1])
      else { return nil }
      return ([words[0]] + words[2...]).joined(separator: " ")
    }
    let golden = try folder.text(of: "day.txt")
    let timeline = golden.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ").dropFirst().joined(separator: " ")
    }
    #expect(lines.count > 10)
    #expect(timeline == lines)
  }

  @Test func `the tests of the examples pass`() async throws {
    let outcome = try await Metsched.run("test", "examples/tests.yaml", "examples/widget.yaml")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `config writes tests, and leaves them out for some users`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.words + "  - {name: a, user: bob, steps: [{expect: {shows: sonder}}]}\n", to: "a.yaml")
    let whole = try await Metsched.run(["config", "a.yaml"], in: folder.url)
    try folder.write(whole.output, to: "whole.yaml")
    #expect(try await Metsched.run(["test", "whole.yaml"], in: folder.url).status == 0)
    let some = try await Metsched.run(["config", "a.yaml", "--user", "alice"], in: folder.url)
    #expect(!some.output.contains("tests:"))
  }
}
