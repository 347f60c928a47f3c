import MetschedConfiguration
import MetschedText
import MetschedTime
import Testing
import WidgetFamilies

@Suite("What the tables say counts unless given")
struct StandardTests {
  /// The values of the tables, as `owner.key`.
  static let standards: [String: JSONValue] = {
    let all = KeyTable.all.flatMap { table in
      table.keys.compactMap { key in
        key.standard.map { (table.identifier + "." + key.name, $0) }
      }
    }
    return Dictionary(all, uniquingKeysWith: { first, _ in first })
  }()

  /// Writes keys with the values of the tables.
  private func written(_ table: String, _ used: inout Set<String>) -> String {
    KeyTable.all.first { $0.identifier == table }?.keys.compactMap { key in
      let name = table + "." + key.name
      guard let standard = Self.standards[name] else { return nil }
      used.insert(name)
      return "\(key.name): \(standard.line)"
    }.joined(separator: ", ") ?? ""
  }

  /// What a configuration comes to, without the places that said so.
  private func meaning(_ configuration: Configuration) -> [String] {
    let (clock, host) = (configuration.clock, configuration.host)
    var lines = [
      configuration.timezone.value.identifier,
      "\(clock.kind.value) \(clock.start.value) \(clock.length?.value.description ?? "open")",
      "\(clock.speed.value) \(clock.seed.value)",
      "\(configuration.missed.rule.value) \(configuration.missed.grace.value)",
      "\(host.profile.value) \(host.timeLimit.value) \(host.edits.value)",
    ]
    for placement in configuration.placements {
      let plan = configuration.plans[Int(placement.plan)]
      lines.append("\(placement.id) \(placement.family.name) \(plan.interval) \(plan.limit)")
      lines.append("\(plan.reload.value) \(plan.failure.show.value) \(plan.failure.retry.value)")
      lines.append("\(plan.itemsPerEntry(in: placement.family))")
    }
    lines += configuration.widgets.map { "\($0.families.value.map(\.name))" }
    lines += configuration.intents.flatMap(\.parameters).map {
      "\($0.name) \($0.defaultValue.value)"
    }
    return lines
  }

  @Test("is what counts, so writing it down changes nothing")
  func changesNothing() throws {
    var used: Set<String> = []
    let widget = "source: sample"
    let parameters = "wide: {type: boolean, default: true"
    func file(_ top: String, parameter: String = "", widget further: String = "", id: String = "")
      -> String
    {
      """
      \(top)
      intents: {T: {parameters: {\(parameters)\(parameter)}}}}
      widgets: {Clock: {intent: T, \(widget)\(further)}}
      users: {ann: {Clock: {\(id)}}}

      """
    }
    let errors = written("on-error", &used)
    let further = ", \(written("widget", &used)), on-error: {\(errors)}"
    let parameter = written("parameter", &used)
    let id = written("placed-widget", &used)
    #expect(id == written("placement", &used))
    let top = written("file", &used).split(separator: ", ").joined(separator: "\n")
    for (bare, full) in [
      ("", top),
      ("clock: virtual", "clock: {virtual: {\(written("virtual-clock", &used))}}"),
      ("clock: system", "clock: {system: {\(written("system-clock", &used))}}"),
      ("missed: latest", "missed: {\(written("missed", &used))}"),
      ("host: ideal", "host: {profile: ideal, \(written("host", &used))}"),
    ] {
      let plain = try Loading(file(bare)).configuration()
      let spelt = try Loading(
        file(full, parameter: parameter.isEmpty ? "" : ", " + parameter, widget: further, id: id)
      ).configuration()
      #expect(meaning(plain) == meaning(spelt))
    }
    for (table, needed) in [("met", "search: a"), ("json", "url: https://a")] {
      func source(_ keys: String) throws -> String {
        let loading = Loading("widgets: {Clock: {source: {\(table): {\(keys)}}}}\n")
        return "\(try loading.configuration().plans[0].source.value)"
      }
      #expect(try source(needed) == source("\(needed), \(written(table, &used))"))
    }
    #expect(used == Set(Self.standards.keys))
  }
}
