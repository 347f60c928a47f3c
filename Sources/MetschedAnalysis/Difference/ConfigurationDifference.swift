package import MetschedConfiguration
internal import MetschedTime
internal import WidgetFamilies

/// What is another in one configuration than in another: placements and their values.
///
/// Nothing is run for it. A placement is the same one as long as its user, kind, id and family are;
/// a kind that is renamed with `was:` is the same kind, and so it is with parameters.
package struct ConfigurationDifference: Sendable {
  package let old: Configuration
  package let new: Configuration

  /// A placement in both, as indices of their placements.
  package struct Pair: Hashable, Sendable {
    package var old: Int
    package var new: Int
  }

  /// Placements whose values change alike.
  package struct Change: Sendable {
    package var values: [ValueChange]
    /// In the order of the new configuration, one at least.
    package var placements: [Pair]
  }

  /// What the file says for everybody and no placement has: the clock, the scheme of links.
  package private(set) var settings: [ValueChange] = []
  /// The placements of the new configuration that are not in the old one.
  package private(set) var added: [Int] = []
  /// The placements of the old configuration that are not in the new one.
  package private(set) var removed: [Int] = []
  /// The placements with other values, in the order of the first of each.
  package private(set) var changed: [Change] = []
  /// The placements that both have, in the order of the new one.
  package private(set) var kept: [Pair] = []

  /// Compares two checked configurations.
  ///
  /// - Complexity: Linear in the placements; values are compared once for each pair of plans.
  package init(old: Configuration, new: Configuration) {
    self.old = old
    self.new = new
    let kinds = KindMap(old, new)
    matchPlacements(kinds)
    settings = Self.settings(old, new)
    groupChanges()
  }

  /// Whether nothing was found.
  package var isEmpty: Bool {
    settings.isEmpty && added.isEmpty && removed.isEmpty && changed.isEmpty
  }

  // MARK: Placements

  /// What a placement is called, as the new configuration knows it.
  private struct Name: Hashable {
    var user: Int32
    var widget: Int32
    var id: String
    var family: WidgetFamily
  }

  private mutating func matchPlacements(_ kinds: KindMap) {
    var known: [Name: Int] = [:]
    known.reserveCapacity(old.placements.count)
    for (index, placement) in old.placements.enumerated() {
      guard let user = kinds.user(placement.user), let widget = kinds.widget(placement.widget)
      else {
        removed.append(index)
        continue
      }
      known[Name(user: user, widget: widget, id: placement.id, family: placement.family)] = index
    }
    for (index, placement) in new.placements.enumerated() {
      let name = Name(
        user: placement.user, widget: placement.widget, id: placement.id, family: placement.family)
      if let earlier = known.removeValue(forKey: name) {
        kept.append(Pair(old: earlier, new: index))
      } else {
        added.append(index)
      }
    }
    removed = (removed + known.values).sorted()
  }

  // MARK: Values

  /// What two placements' values come from.
  private struct Sources: Hashable {
    var plans: [Int32]
    var family: WidgetFamily
    var zones: [Int]
    var hosts: [Int]
    var containers: [String?]
  }

  private mutating func groupChanges() {
    var comparison = ValueComparison(old, new)
    var known: [Sources: [ValueChange]] = [:]
    var groups: [[ValueChange]: Int] = [:]
    for pair in kept {
      let placements = (old.placements[pair.old], new.placements[pair.new])
      let users = (old.users[Int(placements.0.user)], new.users[Int(placements.1.user)])
      let sources = Sources(
        plans: [placements.0.plan, placements.1.plan], family: placements.1.family,
        zones: [users.0.zone, users.1.zone], hosts: [users.0.host, users.1.host],
        containers: [old.container(of: users.0), new.container(of: users.1)])
      let values: [ValueChange]
      if let found = known[sources] {
        values = found
      } else {
        values = comparison.changes(placements.0, placements.1)
        known[sources] = values
      }
      guard !values.isEmpty else { continue }
      if let group = groups[values] {
        changed[group].placements.append(pair)
      } else {
        groups[values] = changed.count
        changed.append(Change(values: values, placements: [pair]))
      }
    }
  }

  /// Returns what differs in the values of the file that belong to no placement.
  private static func settings(_ old: Configuration, _ new: Configuration) -> [ValueChange] {
    func values(_ configuration: Configuration) -> [DescribedValue] {
      let clock = configuration.clock
      let isVirtual = clock.kind.value == .virtual
      return [
        DescribedValue("link", configuration.link?.value),
        DescribedValue("clock", isVirtual ? "virtual" : "system"),
        DescribedValue(
          "clock.start",
          isVirtual ? clock.start.value.rfc3339(in: configuration.timezone.value) : nil),
        DescribedValue("clock.for", clock.length?.value.description),
        DescribedValue("clock.speed", clock.speed.value == 1 ? nil : "\(clock.speed.value)"),
        DescribedValue("clock.seed", "\(clock.seed.value)"),
        DescribedValue("events", "\(configuration.events.count)"),
      ]
    }
    return DescribedValue.changes(values(old), values(new))
  }
}

extension Configuration {
  /// Returns the folder of a user's container; nil for none.
  func container(of user: User) -> String? { (user.container ?? container)?.value }
}
