import MetschedConfiguration
import MetschedTime
import MetschedWidgets
import Testing

/// `where`, `query` and `limit` over local items.
@Suite struct ItemSelectionTests {
  private static let items: [ItemValue] = [
    item("Covered Incense Box (Kōgō) with Tree Peonies", isPublicDomain: true, day: "2026-01-05"),
    item("Vase with Peony  Scroll", isPublicDomain: true, day: "2026-01-06"),
    item("Hexagonal flower vase", isPublicDomain: false, day: "2026-01-05T23:30:00-05:00"),
    item("Rhinoceros amulet", isPublicDomain: true, day: "soon"),
  ]

  private static func item(_ title: String, isPublicDomain: Bool, day: String) -> ItemValue {
    .object([
      ItemField(name: "title", value: .string(title)),
      ItemField(name: "isPublicDomain", value: .boolean(isPublicDomain)),
      ItemField(name: "objectURL", value: .string("https://museum.example/art/\(title)")),
      ItemField(name: "day", value: .string(day)),
      ItemField(name: "tags", value: .array([.object([.init(name: "t", value: .string("Ásia"))])])),
    ])
  }

  private func titles(
    query: String? = nil, limit: Int = 200, conditions: [ItemCondition] = [],
    zone: ZoneTable = .utc
  ) -> [String] {
    let definition = WidgetDefinition(
      source: Setting(.sample, .builtIn), conditions: conditions.map { Setting($0, .builtIn) },
      anchor: nil, reload: Setting(.atEnd, .builtIn), reloadOn: nil,
      failure: FailureRule(
        show: Setting(.last, .builtIn), retry: Setting(Step(milliseconds: 1), .builtIn)),
      entry: EntryMapping(), itemsPerEntry: [:])
    let plan = WidgetPlan(
      definition: definition, query: query, limit: limit, interval: .day, parameters: [])
    let grant = InstantLiteral("2026-01-05T12:00:00Z")?.resolved(in: .utc)
    return ItemSelection(plan).select(
      Self.items, at: grant ?? Instant(milliseconds: 0), in: zone
    ).compactMap { $0["title"]?.text }
  }

  @Test(arguments: [
    ("kogo", 1), ("KŌGŌ peonies", 1), ("vase", 2), ("vase peony", 1), ("  ", 4), ("asia", 4),
    ("art", 0), ("museum.example", 0), ("vase rhinoceros", 0),
  ])
  func `all words must occur, without case and accents, and not in URLs`(
    _ query: String, _ count: Int
  ) {
    #expect(titles(query: query).count == count)
  }

  @Test func `a condition compares text, so the file's true is JSON's true`() {
    let condition = ItemCondition(field: "isPublicDomain", test: .oneOf(["true"]))
    #expect(titles(conditions: [condition]).count == 3)
    #expect(titles(conditions: [ItemCondition(field: "none", test: .oneOf(["true"]))]).isEmpty)
  }

  @Test func `today is the day of the grant where the placement is`() throws {
    let today = ItemCondition(field: "day", test: .today)
    #expect(titles(conditions: [today]).map { $0.prefix(3) } == ["Cov"])
    let newYork = try #require(ZoneTable.named("America/New_York"))
    #expect(titles(conditions: [today], zone: newYork).map { $0.prefix(3) } == ["Cov", "Hex"])
  }

  @Test func `limit counts the items that are left`() {
    #expect(titles(query: "vase", limit: 1) == ["Vase with Peony  Scroll"])
  }
}
