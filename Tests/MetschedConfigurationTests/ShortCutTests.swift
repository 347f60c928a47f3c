import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime
import TestSupport
import Testing

@Suite("The short cut for users of the usual shape")
struct ShortCutTests {
  private static let head = """
    intents:
      Search:
        parameters:
          interval: {type: duration, default: 1h, min: 5m, max: 1d}
          query: {type: string, default: lily, max-length: 12, was: search}
          depth: {type: integer, default: 3, min: 1, max: 9}
          every: {type: integer, unit: s, default: 5, max: 90}
          kind: {type: choice, default: a, options: [a, {name: b, was: [old]}], invalid: default}
          families: {type: families, default: [systemMedium], options: [systemSmall, systemMedium]}
      Board:
        parameters:
          rows: {type: integer, default: 3, when: {families: [systemLarge]}}
          at: {type: time, default: "04:00"}
      Dated:
        parameters:
          interval: {type: duration, default: 1h}
    widgets:
      Museum:
        intent: Search
        was: [Gallery]
        families: [systemSmall, systemMedium, systemLarge]
        source: {file: objects.json}
        where: {department: "${query}"}
      Departures: {intent: Board, source: {file: trains.json}}
      Clock: {source: sample, families: [systemSmall, systemLarge]}
      Diary: {intent: Dated, source: {file: diary.json}, entry: {date: "${.date}"}}
    users:
    """
  /// The keys of each kind that fit, with values that do.
  private static let usual: [(kind: String, keys: [(key: String, values: [String])])] = [
    (
      "Museum",
      [
        ("interval", ["15m", "1h", "60m", "\"2h\"", "null", "~"]),
        ("query", ["lily", "pond", "\"\"", "'a b'", "\"\\u00e9t\\u00e9\"", "1234567890é", "null"]),
        ("depth", ["1", "9", "5"]), ("every", ["30", "30s", "1m"]), ("kind", ["a", "b"]),
        ("families", ["[systemSmall]", "[systemMedium, systemSmall]", "systemMedium"]),
      ]
    ),
    ("Clock", [("family", ["systemSmall"]), ("families", ["[systemLarge, systemSmall]"])]),
    (
      "Departures",
      [("families", ["[systemSmall, systemLarge]"]), ("rows", ["4"]), ("at", ["\"05:00\""])]
    ),
    ("Diary", [("family", ["systemMedium"])]),
  ]
  private static let odd: [(key: String, values: [String])] = [
    ("interval", ["1m", "2d", "5", "[]", "*x", "1h 1m"]),
    ("query", ["1234567890123", "${depth}", "{}", "&x lily", "x$"]),
    ("search", ["pond"]), ("depth", ["0", "10", "1.5", "x"]), ("every", ["91", "1500ms"]),
    ("kind", ["old", "c"]), ("rows", ["x"]), ("at", ["25:00"]),
    ("families", ["[]", "[systemLarge]", "[systemSmall, systemSmall]", "[small]", "{}"]),
    ("family", ["[systemSmall]", "systemTiny"]), ("id", ["hall", "a/b"]),
    ("placements", ["[{id: hall, interval: 1h}, {family: systemSmall}]"]),
    ("querry", ["lily"]), ("x-note", ["1"]), ("<<", ["{depth: 2}", "*y"]), ("[a]", ["1"]),
  ]

  /// Returns a file of some users, of whom one in so many is not of the usual shape.
  private static func users(
    _ count: Int, oneIn odd: Int, _ random: inout SplitMix64
  ) -> String {
    var text = ""
    func isOdd() -> Bool { odd > 0 && Int.random(in: 0..<odd, using: &random) == 0 }
    for user in 0..<count {
      let names = ["'a/b'", "\" ann\"", "x-\(user)", "? [a]\n  ", "'\(user) '", "user0", "é"]
      text += "  " + (isOdd() ? names.randomElement(using: &random) ?? "" : "user\(user)") + ":\n"
      if Int.random(in: 0..<8, using: &random) == 0 {
        text += "    timezone: \(isOdd() ? "Europe/Pariss" : "Europe/Paris")\n"
      }
      if isOdd() {
        text += "    \(["container: c", "zone: x", "x-y: 1"].randomElement(using: &random) ?? "")\n"
      }
      for (kind, keys) in Self.usual.shuffled(using: &random).prefix(
        Int.random(in: 0...3, using: &random))
      {
        let name = isOdd() ? "Gallery" : kind
        text += "    \(name): \(isOdd() ? "3" : "")\n"
        for (key, values) in keys where Int.random(in: 0..<3, using: &random) > 0 {
          let (key, values) =
            isOdd() ? Self.odd.randomElement(using: &random) ?? (key, values) : (key, values)
          text += "      \(key): \(values.randomElement(using: &random) ?? "")\n"
        }
      }
    }
    return text
  }

  @Test("gives what reading everything gives", arguments: 1...6 as ClosedRange<UInt64>)
  func sameConfiguration(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var valid = 0
    for round in 0..<40 {
      // From files in which nothing is odd to files in which almost nothing is right.
      let odd = [0, 40, 8, 2][round % 4]
      let text = Self.head + "\n" + Self.users(1 + round % 12, oneIn: odd, &random)
      let overrides =
        round % 3 == 0 ? ["users:\n" + Self.users(1 + round % 4, oneIn: odd, &random)] : []
      let quick = Loading(text, overrides: overrides)
      let whole = Loading(text, overrides: overrides, takesShortCuts: false)
      #expect(quick.output == whole.output, "seed \(seed), round \(round)\n\(text)")
      #expect(
        Self.lines(quick.result.configuration) == Self.lines(whole.result.configuration),
        "seed \(seed), round \(round)\n\(text)")
      let ahead = Loading(text, overrides: overrides, readAhead: true)
      #expect(ahead.output == whole.output, "seed \(seed), round \(round)\n\(text)")
      #expect(
        Self.lines(ahead.result.configuration) == Self.lines(whole.result.configuration),
        "seed \(seed), round \(round)\n\(text)")
      if quick.result.configuration != nil { valid += 1 }
    }
    #expect(valid > 5)
  }

  @Test(
    "gives the same while the file is being parsed, whatever stands around the users",
    arguments: [
      ("", ""), ("", "events: []\n"), ("", "x-later: {a: 1}\n"), ("", "timezone: Europe/Berlin\n"),
      ("", "link: app\n"), ("", "include: more.yaml\n"), ("include: more.yaml\n", ""),
      ("", "clock: {start: 2026-13-01}\n"), ("widget: 1\n", ""), ("", "  <<: {zoe: {Museum: }}\n"),
      ("", "  include: users.yaml\n"), ("", "  user1: {}\n"), ("", "  user9: [\n"),
      ("x-a: &x 1\n", "  ann: {Museum: {query: *x}}\n"), ("", "? [a]\n: 1\n"), ("", "---\n{}\n"),
      ("", "  ann: {Museum: {query: &q !t lily, interval: !t 17m}}\n"),
    ])
  func sameAhead(_ before: String, _ after: String) {
    var random = SplitMix64(seed: 7)
    let text = before + Self.head + "\n" + Self.users(30, oneIn: 0, &random) + after
    let files = [
      "more.yaml": "users:\n  zoe: {Clock: }\n",
      "users.yaml": "zoe: {Clock: {family: systemSmall}}\n",
    ]
    let ahead = Loading(text, files: files, readAhead: true)
    let whole = Loading(text, files: files, takesShortCuts: false)
    #expect(ahead.output == whole.output)
    #expect(Self.lines(ahead.result.configuration) == Self.lines(whole.result.configuration))
  }

  /// Returns all that users decide in a configuration.
  private static func lines(_ configuration: Configuration?) -> [String] {
    guard let configuration else { return [] }
    return configuration.users.map { "\($0)" } + configuration.placements.map { "\($0)" }
      + configuration.settings.map { "\($0)" } + configuration.zones.map(\.identifier)
      + configuration.plans.map { plan in
        "\(plan.parameters) \(plan.interval) \(plan.limit) \(plan.query ?? "nil") "
          + "\(plan.conditions)"
      }
  }
}
