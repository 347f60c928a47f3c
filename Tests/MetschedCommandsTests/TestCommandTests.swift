import Foundation
import TestSupport
import Testing

@Suite("metsched test")
struct TestCommandTests {
  /// Two words an hour, for Alice in Paris and Bob, from 09:00 UTC on.
  static let words = """
    clock: {virtual: {start: 2026-01-05T09:00}}
    intents: {Timing: {parameters: {interval: {type: duration, default: 1h, min: 5m}}}}
    widgets:
      WordWidget:
        intent: Timing
        families: [systemSmall, systemMedium]
        source: {items: [{title: sonder, id: 7}, {title: petrichor}]}
        reload: {after: end}
      TickWidget:
        families: [systemSmall]
        source: {items: [{title: Tick}]}
        reload: never
    link: word
    users:
      alice: {timezone: Europe/Paris, WordWidget: {interval: 30m}, TickWidget: }
      bob: {WordWidget: }
    tests:

    """

  /// Runs tests of these words.
  static func run(
    _ tests: String, _ options: [String] = [], in folder: TemporaryFolder? = nil
  ) async throws -> Metsched.Outcome {
    let folder = try folder ?? TemporaryFolder()
    try folder.write(words + tests, to: "words.yaml")
    return try await Metsched.run(["test", "words.yaml"] + options, in: folder.url)
  }

  static func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  // MARK: What is expected

  /// Steps about Alice's words, what has to be said if they fail, and of which text that is part.
  static let stories: [(steps: String, failure: String?)] = [
    ("{expect: {shows: sonder}}", nil),
    ("{expect: {shows: petrichor}}", "“sonder” shows, entry 1 of 2, since 10:00:00"),
    ("{advance: 1ms, expect: {shows: petrichor}}", "“petrichor” shows at 10:30:00"),
    ("{advance: 2h, expect: {shows: Sonder}}", "but “Sonder” is expected"),
    ("{expect: {shows: {title: sonder, link: \"word://7\", date: \"10:00\"}}}", nil),
    ("{expect: {shows: {title: sonder, link: \"word://8\"}}}", "with `link: word://7`"),
    ("{expect: {shows: {date: 2026-01-05T09:00}}}", "with `date: 10:00:00`"),
    ("{expect: {shows: placeholder}}", "but the placeholder is expected"),
    ("{expect: {shows: empty}}", "but an empty entry is expected"),
    ("{expect: {shows: nothing}}", "as it is not placed, is expected"),
    ("{event: {remove: WordWidget}}, {expect: {shows: nothing}}", nil),
    ("{event: {remove: WordWidget}}, {expect: {shows: sonder}}", "it is not placed, but"),
    ("{expect: {next: \"11:00\"}}", nil), ("{expect: {next: 1h}}", nil),
    ("{expect: {next: 2026-01-05T11:00}}", nil), ("{expect: {next: 2026-01-05T10:00Z}}", nil),
    ("{expect: {next: none}}", "asked for at 11:00:00, but none is expected"),
    ("{expect: {next: 59m}}", "asked for at 11:00:00, but 10:59:00 is expected"),
    ("{expect: {policy: after}}", nil),
    ("{expect: {policy: never}}", "the policy is `after`, but `never` is expected"),
    ("{expect: {reload: {cause: added, counted: false, entries: 2, left: none}}}", nil),
    ("{expect: {reload: {first: \"10:00\", last: \"10:30\", next: \"11:00\", why: none}}}", nil),
    ("{expect: {reload: {entries: 3}}}", "has `entries: 2`, but `{entries: 3}` is expected"),
    ("{expect: {reload: {cause: policy}}}", "the last reload has `cause: added`"),
    ("{expect: {reload: none}}", "there was the `reload` of 10:00:00 with `cause: added`"),
    // What came since the last look is what counts.
    ("{expect: {policy: after}}, {advance: 59m, expect: {reload: none}}", nil),
    ("{expect: {policy: after}}, {advance: 1h, expect: {reload: {cause: [policy]}}}", nil),
    (
      "{expect: {policy: after}}, {advance: 1m, expect: {reload: {cause: added}}}",
      "no reload since"
    ),
    ("{advance: 3h, expect: {reloads: 4}}", nil),
    ("{advance: 3h, expect: {reloads: {added: 1, policy: 3, failed: 0, counted: 3}}}", nil),
    ("{advance: 3h, expect: {reloads: {at-least: 4, at-most: 4}}}", nil),
    (
      "{advance: 3h, expect: {reloads: {at-least: 5}}}", "4 reloads since the start, but at least 5"
    ),
    ("{advance: 3h, expect: {reloads: {policy: 2}}}", "there were 3 `policy` reloads"),
    ("{advance: 1h, expect: {record: {what: show, title: petrichor, at: \"10:30\"}}}", nil),
    ("{advance: 1h, expect: {record: [{what: show}, {what: reload, cause: policy}]}}", nil),
    (
      "{advance: 1h, expect: {record: {what: show, title: petrichor, at: \"10:31\"}}}",
      "the nearest record, the `show` of 10:30:00, has `at: 10:30:00`"
    ),
    (
      "{advance: 1h, expect: {record: {what: fail}}}", "no record since the last look has any of it"
    ),
    ("{advance: 1h, expect: {no-record: {what: fail}}}", nil),
    ("{advance: 1h, expect: {no-record: {cause: policy}}}", "there was the `reload` of 11:00:00"),
    (
      "{event: {foreground: true, for: 5m}, expect: {record: {state: foreground, value: \"on\"}}}",
      nil
    ),
    ("{expect: {warning: none}}", nil),
    ("{expect: {warning: late-day}}", "`validate` warns of nothing, but `late-day` is expected"),
    // Events happen to the placement's user, at the step's time.
    (
      "{advance: 10m, event: {edit: {WordWidget: {interval: 2h}}}}, "
        + "{expect: {reload: {cause: edited, at: \"10:10\"}, next: 4h}}", nil
    ),
    (
      "{event: {fail: WordWidget}}, {advance: 1h, expect: {record: {what: fail, error: by an event}}}",
      nil
    ),
    ("{event: {reload: TickWidget}}, {expect: {no-record: {cause: reload}}}", nil),
    ("{advance: 1m, event: {clock: +10m}}, {at: \"10:20\", expect: {reloads: {clock: 1}}}", nil),
    ("{advance: 40m, event: {clock: -30m}}, {at: \"10:20\", expect: {next: 50m}}", nil),
    ("{event: {clock: +3h}}, {at: 2026-01-05T12:00}", "the step lies before the test's clock"),
    ("{advance: 1m, event: {timezone: Asia/Tokyo}}, {expect: {reload: {cause: timezone}}}", nil),
    ("{event: {suspend: true, for: 2h}}, {advance: 1h, expect: {shows: sonder}}", nil),
    ("{event: {suspend: true, for: 2h}}, {advance: 2h, expect: {reload: {cause: policy}}}", nil),
    // With what is due at the same instant, unless that has been looked at.
    (
      "{advance: 1h, event: {reload: WordWidget}}, {expect: {reload: {cause: [policy, reload]}}}",
      nil
    ),
    (
      "{advance: 1h, expect: {reload: {cause: [policy]}}}, {event: {reload: WordWidget}}, "
        + "{expect: {reload: {cause: [reload]}}}", nil
    ),
    // A time of day is the next one, now included.
    ("{at: \"10:00\", expect: {shows: sonder, reloads: 1}}", nil),
    ("{at: \"09:59\", expect: {reloads: {at-least: 20}}}", nil),
  ]

  @Test("holds what it says, and says what does not hold", arguments: stories)
  func tells(_ story: (steps: String, failure: String?)) async throws {
    let outcome = try await Self.run(
      "  - {name: story, user: alice, kind: WordWidget, steps: [\(story.steps)]}\n")
    #expect(outcome.status == (story.failure == nil ? 0 : 3), "\(outcome.output)\(outcome.errors)")
    if let failure = story.failure {
      #expect(outcome.output.contains(failure), "\(outcome.output)")
    }
  }

  @Test func `a host of the test is in the place of the file's`() async throws {
    let outcome = try await Self.run(
      """
        - name: budget
          user: bob
          host: {profile: widgetkit, budget: 2, latency: 0s}
          steps:
            - {advance: 1d, expect: {reloads: {counted: 2}, record: {what: defer, reason: budget, left: 0}}}
            - {expect: {warning: reloads-deferred}}

      """)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  // MARK: Placements

  @Test(arguments: [
    ("", ["alice/TickWidget", "alice/WordWidget", "bob/WordWidget"]),
    ("user: alice,", ["alice/TickWidget", "alice/WordWidget"]),
    ("user: [bob, alice], kind: WordWidget,", ["alice/WordWidget", "bob/WordWidget"]),
    ("placement: alice/TickWidget,", ["alice/TickWidget"]),
    ("placement: bob,", ["bob/WordWidget"]),
    (
      "kind: WordWidget, matrix: {users: [bob], families: [systemSmall, systemMedium]},",
      ["bob/WordWidget", "bob/WordWidget"]
    ),
  ])
  func `a test runs once for each placement that it is about`(
    _ subject: String, _ placements: [String]
  ) async throws {
    let outcome = try await Self.run(
      "  - {name: story, \(subject) steps: [{expect: {reloads: 1}}]}\n", ["--format", "json"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let names = try Self.objects(outcome.output).map { object in
      let parts = try #require(object["placement"] as? String).split(separator: "/")
      return parts.prefix(2).joined(separator: "/")
    }
    #expect(names.sorted() == placements.sorted())
  }

  @Test func `a matrix gives a family what the family has`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      intents:
        Sizes:
          parameters:
            limit: {type: integer, default: 1, min: 1, max: 3, when: {families: [systemMedium]}}
      widgets:
        WordWidget:
          intent: Sizes
          families: [systemSmall, systemMedium]
          limit: 3
          source: {items: [{title: a}, {title: b}, {title: c}]}
      users: {alice: {WordWidget: {family: systemMedium, limit: 2}}}
      tests:
        - name: small
          matrix: {families: [systemSmall]}
          steps: [{expect: {reload: {entries: 3}}}]
        - name: medium
          matrix: {families: [systemMedium]}
          steps: [{expect: {reload: {entries: 2}}}]
      """, to: "sizes.yaml")
    let outcome = try await Metsched.run(["test", "sizes.yaml"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `what an event or a step adds can be tested`() async throws {
    let outcome = try await Self.run(
      """
        - name: added by a step
          placement: bob/TickWidget
          steps:
            - expect: {shows: nothing, reloads: 0}
            - {advance: 5m, event: {add: {TickWidget: }}}
            - expect: {shows: Tick, reload: {cause: added, at: "09:05"}}

      """)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let events = "events: [{at: \"09:05\", user: bob, add: {TickWidget: }}]\n"
    let added = try await Self.run(
      """
        - name: added by an event
          placement: bob/TickWidget
          steps:
            - expect: {shows: nothing, reloads: 0}
            - {advance: 5m, expect: {shows: Tick, reload: {cause: added, at: "09:05"}}}
      \(events)
      """)
    #expect(added.status == 0, "\(added.output)\(added.errors)")
  }

  // MARK: Files and formats

  @Test func `several files are run, those without tests too`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("widgets: {Clock: {source: sample}}\n", to: "none.yaml")
    try folder.write(
      Self.words + "  - {name: a, user: bob, steps: [{expect: {shows: sonder}}]}\n", to: "a.yaml")
    let outcome = try await Metsched.run(["test", "none.yaml", "a.yaml"], in: folder.url)
    #expect(
      outcome.output
        == "none.yaml: no tests\na.yaml\n  passed  a\n\n1 test of 1 placement, all passed\n")
    #expect(outcome.status == 0)
  }

  @Test func `tests of included files are run with the others`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "include: more.yaml\n" + Self.words
        + "  - {name: a, user: bob, steps: [{expect: {shows: sonder}}]}\n", to: "a.yaml")
    try folder.write(
      "tests: [{name: b, user: bob, steps: [{expect: {shows: vase}}]}]\n", to: "more.yaml")
    let outcome = try await Metsched.run(["test", "a.yaml"], in: folder.url)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("passed  a"))
    #expect(outcome.output.contains("more.yaml:1:55: error:"), "\(outcome.output)")
  }

  @Test func `a wrong file stops all before any test runs`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("widgets: {Clock: {source: sample}}\ntests: [{name: a}]\n", to: "bad.yaml")
    try folder.write(
      Self.words + "  - {name: a, steps: [{expect: {shows: sonder}}]}\n", to: "a.yaml")
    let outcome = try await Metsched.run(["test", "a.yaml", "bad.yaml"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("a test needs `steps`"))
    let validated = try await Metsched.run(["validate", "bad.yaml"], in: folder.url)
    #expect(validated.status == 2)
    #expect(validated.errors == outcome.errors)
  }

  @Test func `--only takes a part of a name, and says which there are`() async throws {
    let tests = """
        - {name: The first, user: bob, steps: [{expect: {shows: sonder}}]}
        - {name: the other, user: bob, steps: [{expect: {shows: vase}}]}

      """
    let first = try await Self.run(tests, ["--only", "FIRST"])
    #expect(first.status == 0)
    #expect(!first.output.contains("other"))
    #expect(try await Self.run(tests, ["--only", "first", "--only", "other"]).status == 3)
    let none = try await Self.run(tests, ["--only", "third"])
    #expect(none.status == 64)
    #expect(none.errors.contains("there is `The first`, `the other`"))
  }

  @Test func `JUnit XML can be read, and is the same twice`() async throws {
    let folder = try TemporaryFolder()
    let tests = """
        - {name: "a < b & \\"c\\"", user: [alice, bob], kind: WordWidget, steps: [{expect: {shows: vase}}]}
        - {name: d, user: bob, steps: [{expect: {shows: sonder}}]}

      """
    let outcome = try await Self.run(
      tests, ["--format", "junit", "--junit", "out.xml"], in: folder)
    #expect(outcome.status == 3)
    let written = try folder.text(of: "out.xml")
    #expect(written == outcome.output)
    #expect(try await Self.run(tests, ["--format", "junit"], in: folder).output == written)
    #expect(written.contains("<testsuites tests=\"3\" failures=\"2\">"))
    #expect(
      written.contains("name=\"a &lt; b &amp; &quot;c&quot; (alice/WordWidget/main/systemSmall)\""))
    #expect(written.contains("<testcase classname=\"words.yaml\" name=\"d\"/>"))
    #expect(written.components(separatedBy: "<failure ").count == 3)
    #expect(written.components(separatedBy: "</failure>").count == 3)
  }

  @Test func `JSON names the place, the time and the records`() async throws {
    let outcome = try await Self.run(
      "  - {name: a, user: bob, steps: [{advance: 5m, expect: {shows: vase}}]}\n",
      ["--format", "json"])
    let object = try #require(try Self.objects(outcome.output).first)
    #expect(object["passed"] as? Bool == false)
    #expect(object["start"] as? String == "2026-01-05T09:00:00Z")
    #expect(object["end"] as? String == "2026-01-05T09:05:00Z")
    let failure = try #require((object["failures"] as? [[String: Any]])?.first)
    #expect(failure["line"] as? Int == 18)
    #expect(failure["at"] as? String == "2026-01-05T09:05:00Z")
    #expect(failure["actual"] as? String == "“sonder” shows, entry 1 of 2, since 09:00:00")
    #expect((failure["records"] as? [String])?.count == 2)
  }

  @Test func `too much to see ends a test`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      widgets: {Clock: {source: {items: [{title: a}]}, interval: 1s, reload: {after: 1s}}}
      tests: [{name: a, steps: [{advance: 400d, expect: {shows: a}}]}]
      """, to: "much.yaml")
    let outcome = try await Metsched.run(["test", "much.yaml"], in: folder.url)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("a test has at most 200000 records"), "\(outcome.output)")
  }
}
