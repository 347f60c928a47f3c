import MetschedConfiguration
import MetschedRuntime
import WidgetTimelines

/// What one reading of a file changes against the one before, in a few lines for an operator.
struct RevisionChange {
  private var removed: [String] = []
  private var added: [String] = []
  private var changed: [String] = []
  private(set) var clockHasChanged: Bool

  private struct Key: Hashable {
    var user, kind, id: String
    var family: WidgetFamily
  }

  init(from old: Configuration, to new: Configuration) {
    clockHasChanged = old.clock.differs(from: new.clock)
    var meanings = PlanMeanings()
    var known: [Key: Int] = [:]
    for (index, placement) in old.placements.enumerated() {
      known[Self.key(placement, old)] = index
    }
    for placement in new.placements {
      let name = new.name(of: placement)
      guard let index = known.removeValue(forKey: Self.key(placement, new)) else {
        added.append(name)
        continue
      }
      let before = old.placements[index]
      let plans = [old.plans[Int(before.plan)], new.plans[Int(placement.plan)]]
        .map { meanings.meaning(of: $0, widget: placement.widget) }
      let settings = [Self.settings(before, old), Self.settings(placement, new)]
      if plans[0] != plans[1] || settings[0] != settings[1] { changed.append(name) }
    }
    removed = known.values.sorted().map { old.name(of: old.placements[$0]) }
  }

  private static func key(_ placement: Placement, _ configuration: Configuration) -> Key {
    Key(
      user: configuration.users[Int(placement.user)].name,
      kind: configuration.widgets[Int(placement.widget)].kind, id: placement.id,
      family: placement.family)
  }

  /// What a placement has from its user and from the file.
  private static func settings(
    _ placement: Placement, _ configuration: Configuration
  ) -> [String?] {
    let user = configuration.users[Int(placement.user)]
    return [
      configuration.zones[user.zone].identifier, (user.container ?? configuration.container)?.value,
      "\(configuration.hosts[user.host].figures)", configuration.link?.value,
    ]
  }

  /// What comes with `+`, what goes with `-`, what changes with `~`; empty where nothing does.
  var text: String {
    let lines =
      removed.map { "- \($0)" } + added.map { "+ \($0)" } + changed.map { "~ \($0)" }
    let more = lines.count > 40 ? ["… and \(lines.count - 40) more"] : []
    return (lines.prefix(40) + more).reduce(into: "") { $0 += "  \($1)\n" }
  }
}

extension ClockSettings {
  /// Whether a run of one would be another run than one of the other.
  fileprivate func differs(from other: ClockSettings) -> Bool {
    kind.value != other.kind.value || length?.value != other.length?.value
      || speed.value != other.speed.value || seed.value != other.seed.value
      || kind.value == .virtual && start.value != other.start.value
  }
}
