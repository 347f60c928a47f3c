import MetschedWidgets
import Testing

/// A file that says something else while its schedule runs.
struct RevisionTests {
  static let file = """
    clock: {virtual: {start: 2026-01-05T09:00, for: 1h}}
    intents:
      Search: {parameters: {query: {type: string, default: vase}, interval: {type: duration, default: 7m}}}
    widgets:
      Search: {intent: Search, source: {items: [{title: vase}, {title: bowl}]}}
      Clock: {source: {items: [{title: tick}, {title: tock}]}, interval: 11m, reload: {after: 25m}}
    users:
      ann: {Clock: {family: systemSmall}, Search: {family: systemSmall}}
      bob: {Search: {family: systemSmall}}

    """

  /// Returns the file with some words in the place of others.
  private static func file(_ edits: [(String, String)]) -> String {
    edits.reduce(file) { text, edit in
      #expect(text.contains(edit.0), "`\(edit.0)` stands in the file")
      return text.replacing(edit.0, with: edit.1)
    }
  }

  /// What a run with an edit at ten past nine has, and one without has not; and the other way round.
  private static func differences(
    _ edits: (String, String)..., events: [String] = []
  ) async throws -> String {
    let before = try await EventRun.records(events, in: file)
    let listed = events.map { "  - {at: 2026-01-05T\($0)}\n" }.joined()
    let next = file(edits) + (events.isEmpty ? "" : "events:\n" + listed)
    let after = try await EventRun.records(events, in: file, revisions: [("09:10", next)])
    let lines = after.difference(from: before).inferringMoves()
    return lines.compactMap { change in
      switch change {
      case .insert(_, let line, nil): "+ " + line
      case .remove(_, let line, nil): "- " + line
      default: nil
      }
    }.sorted { $0.dropFirst(2) < $1.dropFirst(2) }.joined(separator: "\n")
  }

  @Test func `the same file changes nothing`() async throws {
    let lines = try await EventRun.records([], in: Self.file, json: true)
    let again = try await EventRun.records(
      [], in: Self.file, json: true, revisions: [("09:10", Self.file), ("09:11", Self.file)])
    #expect(lines == again)
  }

  @Test func `a user's value edits that user's widget alone`() async throws {
    let found = try await Self.differences(("bob: {Search: {", "bob: {Search: {query: bowl, "))
    print(found)
  }

  @Test func `another reload policy edits the placements of its widget`() async throws {
    print(try await Self.differences(("after: 25m", "after: 20m")))
  }

  @Test func `placements come and go, and the others keep their numbers`() async throws {
    print(
      try await Self.differences(
        ("ann: {Clock: {family: systemSmall}, ", "zoe: {Clock: {family: systemSmall}}\n  ann: {")))
  }

  @Test func `users and kinds that go take their placements with them`() async throws {
    print(
      try await Self.differences(
        ("  bob: {Search: {family: systemSmall}}\n", ""), ("Clock: {family: systemSmall}, ", ""),
        (
          "  Clock: {source: {items: [{title: tick}, {title: tock}]}, interval: 11m, reload: {after: 25m}}\n",
          ""
        )
      ))
  }

  @Test func `a kind under another name stays the kind that it was`() async throws {
    print(
      try await Self.differences(
        ("  Clock: {source", "  Watch: {was: Clock, source"), ("ann: {Clock", "ann: {Watch")))
  }

  @Test func `a user's zone is a change of zone`() async throws {
    print(
      try await Self.differences(("bob: {", "bob: {timezone: Asia/Tokyo, ")))
  }

  @Test func `the file's zone moves all who have none of their own`() async throws {
    print(
      try await Self.differences(("clock:", "timezone: Europe/Paris\nclock:")))
  }

  @Test func `a host counts from then on`() async throws {
    print(
      try await Self.differences(
        ("clock:", "host: {profile: widgetkit, latency: 0s, spacing: 20m}\nclock:")))
  }

  @Test func `what events have edited stays edited`() async throws {
    print(
      try await Self.differences(
        ("after: 25m", "after: 20m"), ("default: 7m", "default: 6m"),
        events: ["09:05, user: bob, edit: {Search: {query: bowl}}"]))
  }
}
