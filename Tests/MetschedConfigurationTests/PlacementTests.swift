import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime
import Testing
import WidgetFamilies

@Suite("Placements")
struct PlacementTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var users: String
    var expected: [String]

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "without users: each kind once for me", users: "",
      expected: ["me/Clock/main/systemMedium", "me/Plain/main/systemSmall"]),
    Case(
      name: "a kind without values", users: "users: {ann: {Plain: , Clock: {}}}",
      expected: ["ann/Plain/main/systemSmall", "ann/Clock/main/systemMedium"]),
    Case(
      name: "a user without kinds", users: "users: {ann: , bob: {Plain: , Clock: }}",
      expected: ["bob/Plain/main/systemSmall", "bob/Clock/main/systemMedium"]),
    Case(
      name: "one family", users: "users: {ann: {Plain: {family: systemLarge}, Clock: }}",
      expected: ["ann/Plain/main/systemLarge", "ann/Clock/main/systemMedium"]),
    Case(
      name: "several families",
      users: "users: {ann: {Plain: , Clock: {families: [systemLarge, systemMedium]}}}",
      expected: [
        "ann/Plain/main/systemSmall", "ann/Clock/main/systemLarge", "ann/Clock/main/systemMedium",
      ]),
    Case(
      name: "an id", users: "users: {ann: {Plain: {id: hall}, Clock: }}",
      expected: ["ann/Plain/hall/systemSmall", "ann/Clock/main/systemMedium"]),
    Case(
      name: "families for all, and for one",
      users: """
        users:
          ann:
            Plain:
            Clock:
              families: [systemMedium, systemLarge]
              placements: [{id: hall}, {id: attic, family: systemMedium}]
        """,
      expected: [
        "ann/Plain/main/systemSmall", "ann/Clock/hall/systemMedium", "ann/Clock/hall/systemLarge",
        "ann/Clock/attic/systemMedium",
      ]),
    Case(
      name: "one id in two families",
      users: """
        users:
          ann:
            Plain:
              placements: [{family: systemSmall}, {family: systemLarge}]
            Clock:
        """,
      expected: [
        "ann/Plain/main/systemSmall", "ann/Plain/main/systemLarge", "ann/Clock/main/systemMedium",
      ]),
  ]

  @Test("stand in file order", arguments: cases)
  func standInFileOrder(_ table: Case) throws {
    let text = """
      intents:
        T:
          parameters:
            families: {type: families, default: [systemMedium], options: [systemMedium, systemLarge]}
      widgets:
        Clock: {intent: T, source: sample}
        Plain: {source: sample}
      \(table.users)
      """
    let loading = Loading(text)
    #expect(loading.output == "")
    #expect(try loading.table() == table.expected.map { $0 + " 1h" })
  }

  @Test("of an override file change what has their family, and add what has not")
  func overrideFamilies() throws {
    let text = "widgets: {Plain: {source: sample}}\nusers: {ann: {Plain: }}\n"
    let loading = Loading(
      text,
      overrides: [
        "users: {ann: {Plain: {placements: [{family: systemSmall}, {family: systemLarge}]}}}"
      ])
    #expect(loading.output == "")
    #expect(
      try loading.table() == [
        "ann/Plain/main/systemSmall 1h", "ann/Plain/main/systemLarge 1h",
      ])
  }

  @Test("of override files alone are enough")
  func overrideAlone() throws {
    let loading = Loading(
      "widgets: {Plain: {source: sample}}\n", overrides: ["users: {ann: {Plain: }}"])
    #expect(try loading.table() == ["ann/Plain/main/systemSmall 1h"])
  }

  @Test("of one user's zone and container are the last ones set")
  func userKeys() throws {
    let loading = Loading(
      "widgets: {Plain: {source: sample}}\nusers: {ann: {timezone: UTC, container: a, Plain: }}\n",
      overrides: ["users: {ann: {timezone: Asia/Tokyo, container: b}}"])
    let file = try loading.configuration()
    #expect(file.zones[file.users[0].zone].identifier == "Asia/Tokyo")
    #expect(file.users[0].container?.value == "b")
  }
}

@Suite("What nobody says")
struct DefaultTests {
  @Test("is built in")
  func isBuiltIn() throws {
    let loading = Loading("timezone: Europe/Berlin\nwidgets: {Plain: {source: sample}}\n")
    let file = try loading.configuration()
    #expect(file.clock.kind.value == .system)
    #expect(file.clock.length == nil)
    #expect(file.host.profile.value == .ideal)
    #expect(file.host.budget == nil)
    #expect(file.widgets[0].families.value == [.systemSmall, .systemMedium, .systemLarge])
    let plan = file.plans[0]
    #expect(plan.interval == Step(milliseconds: 3_600_000))
    #expect(plan.limit == 200)
    #expect(plan.query == nil)
    #expect(plan.failure.retry.value == Step(milliseconds: 900_000))
    guard case .atEnd = plan.reload.value else { return #expect(Bool(false)) }
    #expect(plan.reload.origin == .builtIn)
    #expect(plan.itemsPerEntry(in: .systemLarge) == 1)
  }

  @Test("of a virtual clock is a day from 2026 in the file's zone")
  func virtualClock() throws {
    let text = "timezone: Europe/Berlin\nclock: virtual\nwidgets: {Plain: {source: sample}}\n"
    let clock = try Loading(text).configuration().clock
    #expect(clock.start.value == Instant(milliseconds: 1_767_222_000_000))
    #expect(clock.length?.value == .day)
  }

  @Test("and scalars mean what they say")
  func scalars() throws {
    let text = """
      widgets:
        Plain:
          name: no
          source: {items: [{title: on, time: 12:30, year: 010, n: 1.50, ok: true, gone: null}]}
          where: {year: 010, title: [on, off]}
      """
    let plan = try Loading(text).configuration().plans[0]
    guard case .items(let items) = plan.source.value else { return #expect(Bool(false)) }
    #expect(
      items == [
        .object([
          ItemField(name: "title", value: .string("on")),
          ItemField(name: "time", value: .string("12:30")),
          ItemField(name: "year", value: .string("010")),
          ItemField(name: "n", value: .number("1.5")),
          ItemField(name: "ok", value: .boolean(true)), ItemField(name: "gone", value: .null),
        ])
      ])
    #expect(plan.conditions.map(\.value.test) == [.oneOf(["010"]), .oneOf(["on", "off"])])
  }

  @Test("and entries show what their templates say")
  func entries() throws {
    let text = """
      intents: {T: {parameters: {city: {type: string, default: Paris}}}}
      widgets:
        Plain:
          intent: T
          source: sample
          entry: {title: "${city}: ${.title} for $$5", subtitle: {date: EEEE}, id: "${.n}"}
          items-per-entry: {systemLarge: 3}
      users: {ann: {Plain: {city: Rome}}, bob: {Plain: {family: systemLarge}}}
      """
    let file = try Loading(text).configuration()
    #expect(
      file.plans.map { $0.entry.title?.value } == [
        .template([.literal("Rome: "), .field("title"), .literal(" for $5")]),
        .template([.literal("Paris: "), .field("title"), .literal(" for $5")]),
      ])
    #expect(try file.plans[0].entry.subtitle?.value == .date(DatePattern("EEEE")))
    #expect(file.plans[0].itemsPerEntry(in: .systemLarge) == 3)
  }

  @Test("and every form of after is read")
  func reloads() throws {
    let text = """
      timezone: Europe/Berlin
      widgets:
        A: {source: sample, reload: {after: 6h, within: "Mon-Fri 09:30-16:00"}}
        B: {source: sample, reload: {after: end}}
        C: {source: sample, reload: {after: ["04:00", 2026-01-05T09:00, 1d]}}
        D: {source: sample, reload: auto}
      """
    let file = try Loading(text).configuration()
    let rules = file.plans.map { plan -> [ReloadDate] in
      guard case .after(let dates, _) = plan.reload.value else { return [] }
      return dates.map(\.value)
    }
    #expect(
      rules == [
        [.elapsed(Step(milliseconds: 21_600_000))], [.end(plus: nil)],
        [
          .timeOfDay(try #require(TimeOfDay("04:00"))),
          .instant(Instant(milliseconds: 1_767_600_000_000)), .elapsed(.day),
        ], [],
      ])
    guard case .after(_, let window) = file.plans[0].reload.value else {
      return #expect(Bool(false))
    }
    #expect(window != nil)
  }
}
