import Foundation
import TestSupport
import Testing

/// `metsched explain`: values with their layers, and moments beside the records of a run.
@Suite struct ExplainCommandTests {
  // MARK: Values

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      clock: {virtual: {start: 2026-01-05T09:00Z, for: 1h}}
      intents:
        Search:
          parameters:
            query: {type: string, default: rhino}
            interval: {type: duration, default: 1h}
      widgets:
        Met: {intent: Search, interval: 2h, source: sample, limit: 3}
      users:
        alice:
          Met:
            interval: 3h
            placements:
              - {id: hall, interval: 4h}
              - {id: kitchen, family: systemLarge}
        bob: {Met: {families: [systemMedium, systemLarge]}}

      """, to: "widget.yaml")
    try folder.write(
      "users: {alice: {Met: {interval: 5h, placements: [{id: hall, interval: 6h}]}}}\n",
      to: "team.yaml")
    try folder.write(
      "users:\n  alice:\n    Met:\n      placements:\n        - id: hall\n          interval: 30m\n",
      to: "mine.yaml")
    return folder
  }

  @Test func `a value of every layer in three files`() async throws {
    let folder = try Self.folder()
    let layers = [
      "--overrides", "team.yaml", "mine.yaml", "--set", "users.alice.Met.interval=7h", "--set",
      "users.alice.Met.interval=8h",
    ]
    let call = ["explain", "widget.yaml", "alice/Met/hall", "--value", "interval"] + layers
    let text = try await Metsched.run(call, in: folder.url)
    #expect(text.errors == "")
    try Golden.expect(text.output, in: "explain-value.txt")
    let json = try await Metsched.run(call + ["--format", "json"], in: folder.url)
    try Golden.expect(json.output, in: "explain-value.json")
    // What counts is what `config` says.
    let config = try await Metsched.run(
      ["config", "widget.yaml", "--user", "alice", "--origin"] + layers, in: folder.url)
    #expect(config.output.contains(/interval: 30m +# mine.yaml:6:21, placement/))
  }

  @Test(arguments: ["query", "limit", "reload", "family"])
  func `each kind of value`(_ name: String) async throws {
    let folder = try Self.folder()
    let outcome = try await Metsched.run(
      "explain", "widget.yaml", "alice/Met/kitchen", "--value", name, in: folder.url)
    #expect(outcome.errors == "")
    try Golden.expect(outcome.output, in: "explain-value-\(name).txt")
  }

  @Test func `the days of a value are those of real runs`() async throws {
    let folder = try Self.folder()
    let outcome = try await Metsched.run(
      "explain", "widget.yaml", "alice/Met/hall", "--value", "interval", in: folder.url)
    for (interval, words) in [("4h", "alone comes to"), ("3h", "layer below, to")] {
      let run = try await Metsched.run(
        "run", "widget.yaml", "--user", "alice", "--for", "1d", "--format", "json", "--set",
        "users.alice.Met.placements.0.interval=\(interval)", in: folder.url)
      let own = run.output.split(separator: "\n").filter { $0.contains(#""id":"hall""#) }
      let entries = own.filter { $0.contains(#""what":"show""#) }.count
      let reloads = own.filter { $0.contains(#""what":"reload""#) }.count
      #expect(entries > 5)
      #expect(
        outcome.output.contains("\(words) \(entries) entries and \(reloads) reloads"),
        "\(outcome.output)")
    }
  }

  /// What assignments of the command line replace, whatever they assign.
  @Test(arguments: [
    (
      "query", ["users.bob.MetSearchWidget.placements=[{id: hall, query: lily}]"],
      [
        "→ lily placement --set:1:57", "  cypresses placement 37:29 replaced",
        "  rhino default 15:52",
      ]
    ),
    (
      "query",
      [
        "users.bob.MetSearchWidget.placements.0={id: hall, query: lily}",
        "users.bob.MetSearchWidget.placements.0={id: hall}",
      ],
      [
        "  lily placement --set:1:58 replaced", "  cypresses placement 37:29 replaced",
        "→ rhino default 15:52",
      ]
    ),
    (
      "query", ["users.bob={MetSearchWidget: {placements: [{id: hall}], query: lily}}"],
      ["  cypresses placement 37:29 replaced", "→ lily user --set:1:63", "  rhino default 15:52"]
    ),
    (
      "interval", ["users.bob.MetSearchWidget.interval=", "users.bob.MetSearchWidget.interval=2h"],
      ["→ 2h user --set:1:36", "  1h user 35:17 replaced", "  1h default 16:60"]
    ),
    (
      "interval", ["users.bob.MetSearchWidget.interval="],
      ["  1h user 35:17 replaced", "→ 1h default 16:60"]
    ),
    (
      "interval", ["intents.MetSearch.parameters.interval.default=90m"],
      ["→ 1h user 35:17", "  1h30m default --set:1:47", "  1h default 16:60 replaced"]
    ),
    (
      "families", ["users.bob.MetSearchWidget.placements=[{id: hall, family: systemLarge}]"],
      ["→ systemLarge placement --set:1:58", "  systemMedium widget 22:15"]
    ),
  ])
  func `what an assignment replaces is listed`(
    _ value: String, _ assignments: [String], _ rows: [String]
  ) async throws {
    let outcome = try await Metsched.run(
      ["explain", "examples/query.yaml", "bob/MetSearchWidget/hall", "--value", value]
        + assignments.flatMap { ["--set", $0] })
    let lines = outcome.output.split(separator: "\n").filter { line in
      line.hasPrefix("→ ") || line.hasPrefix("  ")
    }
    let words = lines.map { line in
      let lead = line.hasPrefix("→") ? "→ " : "  "
      return lead
        + line.dropFirst(2).split(separator: " ").joined(separator: " ")
        .replacing("examples/query.yaml:", with: "").replacing(" by an assignment", with: "")
    }
    #expect(words == rows, "\(outcome)")
  }

  @Test func `a widget's policy that an assignment replaces`() async throws {
    let outcome = try await Metsched.run(
      "explain", "examples/interval.yaml", "bob", "--value", "reload", "--set",
      "widgets.EmitronWidget.reload={after: 2h}")
    #expect(outcome.output.contains("→ after 2h  widget    --set:1:38\n"))
    #expect(outcome.output.contains("  atEnd     widget    examples/interval.yaml:20:13  replaced"))
    #expect(outcome.output.contains("with atEnd, which it replaced, to 21600 entries"))
  }

  struct Wrong: CustomTestStringConvertible {
    var arguments: [String]
    var error: String
    var status: Int32 = 2
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let wrong = [
    Wrong(arguments: ["alcie/Met"], error: "did you mean `alice/Met`?"),
    Wrong(
      arguments: ["alice/Mett"], error: "`alice` has not placed `Mett`; did you mean `alice/Met`?"),
    Wrong(arguments: ["alice/Met/hal"], error: "did you mean `alice/Met/hall`?"),
    Wrong(
      arguments: ["alice/Met/hall/systemLarge"],
      error: "is not placed in the family `systemLarge`"),
    Wrong(arguments: ["alice"], error: "`alice` names 2 placements"),
    Wrong(arguments: ["bob/Met"], error: "bob/Met/main/systemLarge"),
    Wrong(arguments: ["alice//hall"], error: "names no placement"),
    Wrong(
      arguments: ["alice/Met/hall", "--value", "intrval"], error: "did you mean `interval`?"),
    Wrong(arguments: ["alice/Met/hall", "--at", "noon"], error: "not `noon`", status: 64),
    Wrong(
      arguments: ["alice/Met/hall", "--at", "2026-01-05T08:00"], error: "before the start",
      status: 64),
    Wrong(arguments: ["alice/Met/hall", "--next", "0"], error: "not `0`", status: 64),
    Wrong(
      arguments: ["alice/Met/hall", "--value", "query", "--at", "09:00"],
      error: "`--value` is about no instant", status: 64),
  ]

  @Test(arguments: wrong)
  func `what is not there is named with what is`(_ one: Wrong) async throws {
    let folder = try Self.folder()
    let outcome = try await Metsched.run(
      ["explain", "widget.yaml"] + one.arguments, in: folder.url)
    #expect(outcome.errors.contains(one.error), "\(outcome.errors)")
    #expect(outcome.output == "")
    #expect(outcome.status == one.status)
  }

  // MARK: Moments

  struct Question: CustomTestStringConvertible {
    var example: String
    var placement: String
    /// Times of the file's first day, in its zone.
    var times: [String]
    var testDescription: String { "\(example) \(placement)" }
  }

  static let questions = [
    Question(
      example: "interval", placement: "bob/EmitronWidget/main/systemMedium",
      times: ["09:00:00", "09:00:03", "09:01:16", "09:01:20"]),
    Question(
      example: "day", placement: "alice/MetSearchWidget/main/systemMedium",
      times: ["07:00:00", "08:10:00", "11:00:00", "13:00:00", "14:52:00"]),
    Question(
      example: "day", placement: "bob/TheMetWidget/main/systemMedium",
      times: ["09:10:00", "09:50:00"]),
    Question(
      example: "query", placement: "bob/MetSearchWidget/kitchen/systemMedium",
      times: ["09:00:00", "10:30:00"]),
    Question(
      example: "policies", placement: "me/MorningWidget/main/systemSmall",
      times: ["09:00:00", "12:00:00"]),
  ]

  /// The answer to each question is what the records of the whole file's run say.
  @Test(arguments: questions)
  func `the answer is what the run records`(_ question: Question) async throws {
    let file = "examples/\(question.example).yaml"
    let run = try await Metsched.run("run", file, "--format", "json")
    let records = try run.output.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let own = records.filter { record in
      let parts = ["user", "kind", "id", "family"].compactMap { record[$0] as? String }
      return parts.joined(separator: "/") == question.placement
    }
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime]
    let fraction = ISO8601DateFormatter()
    fraction.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    func date(_ value: Any?) throws -> Date {
      let text = try #require(value as? String)
      return try #require(format.date(from: text) ?? fraction.date(from: text))
    }
    for time in question.times {
      let outcome = try await Metsched.run(
        "explain", file, question.placement, "--at", time, "--next", "3", "--format", "json")
      let answer = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any],
        "\(outcome.errors)")
      let at = try date(answer["at"])
      let before = try own.filter { try date($0["at"]) <= at }
      let after = try own.filter { try date($0["at"]) > at }
      let shown = before.last { $0["what"] as? String == "show" }
      let shows = answer["shows"] as? [String: Any]
      #expect(shows?["title"] as? String == shown?["title"] as? String, "\(time)")
      #expect(try date(shows?["at"]) == date(shown?["at"]), "\(time)")
      let reload = try #require(before.last { ["reload", "fail"].contains($0["what"] as? String) })
      #expect(answer["policy"] as? String == reload["policy"] as? String, "\(time)")
      #expect(
        (answer["asked"] is NSNull) == (reload["next"] is NSNull), "\(time)")
      if reload["next"] is String {
        #expect(try date(answer["asked"]) == date(reload["next"]), "\(time)")
      }
      #expect(answer["origin"] as? String == reload["origin"] as? String, "\(time)")
      if let next = after.first(where: { ["reload", "fail"].contains($0["what"] as? String) }) {
        #expect(try date(answer["granted"]) == date(next["granted"]), "\(time)")
      }
      let coming = try #require(answer["coming"] as? [[String: Any]])
      let expected = after.filter { ["show", "reload", "fail"].contains($0["what"] as? String) }
      for (line, record) in zip(coming, expected) {
        #expect(try date(line["at"]) == date(record["at"]), "\(time)")
        #expect(line["what"] as? String == record["what"] as? String, "\(time)")
        #expect(line["title"] as? String == record["title"] as? String, "\(time)")
      }
    }
  }

  static let clocks = """
    timezone: Europe/Paris
    host: {profile: widgetkit, budget: 2, spacing: 20m, latency: 0s}
    clock: {virtual: {start: 2026-03-28T12:00, for: 2d}}
    widgets:
      Gap: {source: sample, reload: {after: "02:30"}}
      Day: {source: sample, reload: {after: 1d}}
      Window: {source: sample, reload: {after: 6h, within: "Mon-Fri 09:30-16:00"}}
      Passed: {source: sample, reload: {after: 2026-01-01}}
      Single: {source: sample, limit: 1}
      Often: {source: sample, reload: {after: 5m}}
      Auto: {source: sample, reload: auto}
      Missing: {source: {file: missing.json}}
      Empty: {source: {items: []}}
      Never: {source: sample, reload: never}
      Both: {source: sample, reload: {after: 1h}}
    container: c
    events:
      - {at: 2026-03-28T13:00, reload: Both}

    """

  @Test(arguments: [
    "Gap", "Day", "Window", "Passed", "Single", "Often", "Auto", "Missing", "Empty", "Never",
    "Both",
  ])
  func `each rule in words`(_ kind: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.clocks, to: "widget.yaml")
    var text = ""
    for time in ["12:00", "12:21", "12:45"] {
      let outcome = try await Metsched.run(
        "explain", "widget.yaml", "me/\(kind)", "--at", time, in: folder.url)
      #expect(outcome.errors == "")
      text += outcome.output + "\n"
    }
    try Golden.expect(text, in: "explain-\(kind.lowercased()).txt")
  }

  @Test func `placements that events add and remove`() async throws {
    let before = try await Metsched.run(
      "explain", "examples/day.yaml", "bob/MetSearchWidget", "--at", "12:00")
    #expect(before.output.contains("It is not placed yet; it will be at 18:00:00."))
    let after = try await Metsched.run(
      "explain", "examples/day.yaml", "bob/TheMetWidget", "--at", "21:00")
    #expect(after.output.contains("It was removed at 20:00:00."))
  }
}
