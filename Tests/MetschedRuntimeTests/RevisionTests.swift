import MetschedConfiguration
import MetschedWidgets
import Testing

/// A file that says something else while its schedule runs.
struct RevisionTests {
  static let file = """
    clock: {virtual: {start: 2026-01-05T09:00, for: 30m}}
    intents:
      Search: {parameters: {query: {type: string, default: vase}, interval: {type: duration, default: 9m}}}
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

  /// The placements whose records are other ones after an edit at ten past nine, and the records of
  /// that instant.
  private static func effect(
    _ edits: (String, String)..., events: [String] = []
  ) async throws -> (touched: [String], records: String) {
    let before = try await EventRun.records(events, in: file)
    let listed = events.map { "  - {at: 2026-01-05T\($0)}\n" }.joined()
    let next = file(edits) + (events.isEmpty ? "" : "events:\n" + listed)
    let after = try await EventRun.records(events, in: file, revisions: [("09:10", next)])
    func owners(_ lines: [String]) -> [String: [String]] {
      Dictionary(grouping: lines) { String($0.split(separator: " ")[1]) }
    }
    let (old, new) = (owners(before), owners(after))
    return (
      Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted(),
      after.filter { $0.hasPrefix("09:10") }.joined(separator: "\n")
    )
  }

  @Test func `the same file changes nothing`() async throws {
    let lines = try await EventRun.records([], in: Self.file, json: true)
    let again = try await EventRun.records(
      [], in: Self.file, json: true, revisions: [("09:10", Self.file), ("09:11", Self.file)])
    #expect(lines == again)
  }

  @Test func `a user's value edits that user's widget alone`() async throws {
    let effect = try await Self.effect(("bob: {Search: {", "bob: {Search: {query: bowl, "))
    #expect(effect.touched == ["bob/Search/Small"])
    #expect(
      effect.records == """
        09:10:00 bob/Search/Small state edited
        09:10:00 bob/Search/Small reload edited 1 entry to 09:10:00 atEnd → 09:19:00 (single)
        09:10:00 bob/Search/Small show bowl
        """)
  }

  @Test func `another reload policy edits the placements of its widget`() async throws {
    let effect = try await Self.effect(("after: 25m", "after: 20m"))
    #expect(effect.touched == ["ann/Clock/Small"])
    #expect(
      effect.records == """
        09:10:00 ann/Clock/Small state edited
        09:10:00 ann/Clock/Small reload edited 2 entries to 09:21:00 after → 09:30:00
        09:10:00 ann/Clock/Small show tick
        """)
  }

  @Test func `with next-reload the next grant uses the new values`() async throws {
    let file = "host: {profile: ideal, edits: next-reload}\n" + Self.file
    let next = file.replacing("bob: {Search: {", with: "bob: {Search: {query: bowl, ")
    let records = try await EventRun.records([], in: file, revisions: [("09:10", next)])
      .filter { $0.contains("bob") }
    #expect(
      records.prefix(4).joined(separator: "\n") == """
        09:09:00 bob/Search/Small reload policy 1 entry to 09:09:00 atEnd → 09:18:00 (single)
        09:09:00 bob/Search/Small show vase
        09:10:00 bob/Search/Small state edited
        09:18:00 bob/Search/Small reload policy 1 entry to 09:18:00 atEnd → 09:27:00 (single)
        """)
  }

  @Test func `placements come and go, and the others keep their numbers`() async throws {
    let effect = try await Self.effect(
      ("ann: {Clock: {family: systemSmall}, ", "zoe: {Clock: {family: systemSmall}}\n  ann: {"))
    #expect(effect.touched == ["ann/Clock/Small", "zoe/Clock/Small"])
    #expect(
      effect.records == """
        09:10:00 ann/Clock/Small state removed
        09:10:00 zoe/Clock/Small reload added 2 entries to 09:21:00 after → 09:35:00
        09:10:00 zoe/Clock/Small show tick
        """)
  }

  @Test func `users and kinds that go take their placements with them`() async throws {
    let effect = try await Self.effect(
      ("  bob: {Search: {family: systemSmall}}\n", ""), ("Clock: {family: systemSmall}, ", ""),
      (
        "  Clock: {source: {items: [{title: tick}, {title: tock}]}, interval: 11m, reload: {after: 25m}}\n",
        ""
      ))
    #expect(effect.touched == ["ann/Clock/Small", "bob/Search/Small"])
    #expect(
      effect.records == """
        09:10:00 ann/Clock/Small state removed
        09:10:00 bob/Search/Small state removed
        """)
  }

  @Test func `what went may come back, as something new`() async throws {
    let without = Self.file.replacing("  bob: {Search: {family: systemSmall}}\n", with: "")
    let records = try await EventRun.records(
      [], in: Self.file, revisions: [("09:10", without), ("09:12", Self.file)]
    ).filter { $0.contains("bob") && $0 > "09:10" }
    #expect(
      records.prefix(3).joined(separator: "\n") == """
        09:10:00 bob/Search/Small state removed
        09:12:00 bob/Search/Small reload added 1 entry to 09:12:00 atEnd → 09:21:00 (single)
        09:12:00 bob/Search/Small show vase
        """)
  }

  @Test func `a kind under another name stays the kind that it was`() async throws {
    let next = Self.file([
      ("  Clock: {source", "  Watch: {was: Clock, source"), ("ann: {Clock", "ann: {Watch"),
    ])
    let before = try await EventRun.records([], in: Self.file)
    let after = try await EventRun.records([], in: Self.file, revisions: [("09:10", next)])
    #expect(after.contains { $0.contains("ann/Watch") })
    #expect(after.map { $0.replacing("ann/Watch", with: "ann/Clock") } == before)
  }

  @Test func `a user's zone is a change of zone`() async throws {
    let effect = try await Self.effect(("bob: {", "bob: {timezone: Asia/Tokyo, "))
    #expect(effect.touched == ["bob", "bob/Search/Small"])
    #expect(
      effect.records == """
        09:10:00 bob state timezone Asia/Tokyo
        09:10:00 bob/Search/Small reload timezone 1 entry to 09:10:00 atEnd → 09:19:00 (single)
        09:10:00 bob/Search/Small show vase
        """)
  }

  @Test func `the file's zone moves all who have none of their own`() async throws {
    let effect = try await Self.effect(("clock:", "timezone: Europe/Paris\nclock:"))
    #expect(effect.touched == ["all", "ann/Clock/Small", "ann/Search/Small", "bob/Search/Small"])
    #expect(effect.records.hasPrefix("09:10:00 all state timezone Europe/Paris\n"))
  }

  @Test func `another host counts from then on, and nothing reloads for it`() async throws {
    let effect = try await Self.effect(
      ("bob: {", "bob: {host: {profile: widgetkit, latency: 0s, spacing: 20m}, "))
    #expect(effect.touched == ["bob/Search/Small"])
    #expect(effect.records == "")
  }

  @Test func `an account goes on under another host`() async throws {
    let budget = "host: {profile: widgetkit, latency: 0s, spacing: 0s, budget: 3}\n"
    let next = budget.replacing("budget: 3", with: "budget: 4")
    let reloads = try await EventRun.records(
      [], in: budget + Self.file, revisions: [("09:10", next + Self.file)]
    ).filter { $0.contains("bob/Search/Small reload") }.map { $0.suffix(6) }
    #expect(reloads == ["2 left", "2 left", "1 left"])
  }

  @Test func `what events have edited stays edited, in a kind with another policy too`()
    async throws
  {
    let effect = try await Self.effect(
      ("default: 9m", "default: 8m"), events: ["09:05, user: bob, edit: {Search: {query: bowl}}"])
    #expect(effect.touched == ["ann/Search/Small", "bob/Search/Small"])
    #expect(
      effect.records == """
        09:10:00 ann/Search/Small state edited
        09:10:00 bob/Search/Small state edited
        09:10:00 ann/Search/Small reload edited 1 entry to 09:10:00 atEnd → 09:18:00 (single)
        09:10:00 ann/Search/Small show vase
        09:10:00 bob/Search/Small reload edited 1 entry to 09:10:00 atEnd → 09:18:00 (single)
        09:10:00 bob/Search/Small show bowl
        """)
  }

  @Test func `where both have set a value, the file is the later one`() async throws {
    let effect = try await Self.effect(
      ("bob: {Search: {", "bob: {Search: {query: vas, "),
      events: ["09:05, user: bob, edit: {Search: {query: bowl}}"])
    #expect(effect.records.hasSuffix("bob/Search/Small show vase"))
  }

  @Test func `what events have removed and added stays so`() async throws {
    let events = [
      "09:05, user: bob, remove: Search", "09:06, user: bob, add: {Clock: {family: systemLarge}}",
    ]
    let effect = try await Self.effect(("interval: 11m", "interval: 10m"), events: events)
    #expect(effect.touched == ["ann/Clock/Small", "bob/Clock/Large"])
    #expect(effect.records.contains("bob/Clock/Large reload edited"))
    let without = try await Self.effect(
      ("interval: 11m", "interval: 10m"), ("  bob: {Search: {family: systemSmall}}\n", ""),
      events: [])
    #expect(without.records.contains("bob/Search/Small state removed"))
  }

  @Test func `a state that has begun ends as it was to end, and other events are to come`()
    async throws
  {
    let next =
      "events:\n  - {at: 2026-01-05T09:08, reload: Clock}\n"
      + "  - {at: 2026-01-05T09:12, reload: Clock}\n"
      + "  - {at: 2026-01-05T09:01, every: 10m, user: bob, reload: Search}\n"
    let records = try await EventRun.records(
      ["09:05, user: ann, foreground: true, for: 10m"], in: Self.file,
      revisions: [("09:10", Self.file + next)])
    let found = records.filter { $0.contains("foreground") || $0.contains("reload reload") }
      .map { $0.split(separator: " ").prefix(5).joined(separator: " ") }
    #expect(
      found == [
        "09:05:00 ann state foreground on", "09:11:00 bob/Search/Small reload reload 1",
        "09:12:00 ann/Clock/Small reload reload 2", "09:15:00 ann state foreground off",
        "09:21:00 bob/Search/Small reload reload 1",
      ])
  }

  @Test func `the scheme of links is part of what shows`() async throws {
    let effect = try await Self.effect(("clock:", "link: themet\nclock:"))
    #expect(effect.touched == ["ann/Clock/Small", "ann/Search/Small", "bob/Search/Small"])
  }

  @Test func `hundreds of edits leave no plans behind`() async throws {
    var plans = 0
    let revisions = (1...300).map { index in
      let digits = (index / 60 < 10 ? "0" : "") + "\(index / 60)"
      let second = (index % 60 < 10 ? "0" : "") + "\(index % 60)"
      let edit = Self.file.replacing("query: {type", with: "query: {title: \"\(index)\", type")
        .replacing("interval: 11m", with: "interval: \(5 + index)m")
        .replacing("bob: {", with: index % 3 == 0 ? "bib: {" : "bob: {")
      return ("09:\(digits):\(second)", edit)
    }
    let records = try await EventRun.records(
      [], in: Self.file, revisions: revisions,
      inspect: { plans = $0.configuration.plans.count })
    #expect(records.count { $0.contains("ann/Clock/Small state edited") } == 300)
    #expect(plans < 20)
  }
}
