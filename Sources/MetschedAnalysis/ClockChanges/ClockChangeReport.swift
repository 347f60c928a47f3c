package import MetschedConfiguration
package import MetschedTime
package import MetschedWidgets

/// What the clock changes of some zones do to the placements of a file.
///
/// The host is the file's own without its limits, so that what differs is the clock's doing alone.
package struct ClockChangeReport: Sendable {
  /// One clock change, in every zone that has the same.
  package struct Item: Sendable {
    package var change: ClockChange
    /// The zones with the same change at the same instant, the first being that of the runs.
    package var zones: [String]
    /// What it does to each placement that does something else than in other weeks.
    package var runs: [(placement: String, run: ClockChange.Run)]
  }

  package var items: [Item] = []
  /// The zones that were looked at.
  package var zones = 0
  /// The different placements, and those of them that were run.
  package var classes = 0
  package var judged = 0

  /// The rules that are broken, in all runs.
  package var broken: Int {
    items.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.run.broken.count } }
  }

  /// Runs every different placement around every clock change.
  ///
  /// - Parameters:
  ///   - configuration: the checked file.
  ///   - range: when clock changes are looked for.
  ///   - allZones: whether each placement is tried in every zone there is.
  ///   - remote: brings the items of sources over the network.
  package init(
    _ configuration: Configuration, during range: Range<Instant>, allZones: Bool,
    remote: (any RemoteItems)? = nil
  ) async {
    let all = PlacementClass.all(of: configuration)
    let chosen = Array(
      all.lazy.filter { $0.index < PlacementClass.limits.ofWidget }
        .prefix(PlacementClass.limits.ofFile))
    classes = all.count
    judged = chosen.count
    let users = Set(configuration.placements.map(\.user))
    let own = Set(users.map { configuration.users[Int($0)].zone }).sorted()
      .map { configuration.zones[$0] }
    let tables = allZones ? ZoneTable.all : own
    zones = tables.count
    var seen: Set<String> = []
    for group in Self.groups(tables, range) {
      var item = Item(change: group[0], zones: group.map(\.zone.identifier), runs: [])
      let identifiers = Set(item.zones)
      for member in chosen {
        let zone = configuration.zones[configuration.users[Int(member.placement.user)].zone]
        guard allZones || identifiers.contains(zone.identifier) else { continue }
        // In every zone, placements that differ in their zone alone are one.
        if allZones, !seen.insert("\(group[0].transition) \(member.placement.plan)").inserted {
          continue
        }
        let run = SolitaryRun(
          member.placement, in: configuration, over: range, remote: remote
        )
        .on(configuration.host(of: member.placement).withoutLimits).in(group[0].zone)
        let result = await ClockChange.Run(group[0], run)
        guard !result.changes.isEmpty || !result.broken.isEmpty else { continue }
        item.runs.append((configuration.shortName(of: member.placement), result))
      }
      items.append(item)
    }
  }

  /// Clock changes that are the same, in order of time.
  private static func groups(
    _ zones: [ZoneTable], _ range: Range<Instant>
  ) -> [[ClockChange]] {
    var groups: [ZoneTable.Transition: [ClockChange]] = [:]
    for zone in zones {
      for change in ClockChange.all(in: zone, during: range) {
        groups[change.transition, default: []].append(change)
      }
    }
    return groups.sorted {
      ($0.key.instant, $0.key.offsetBefore) < ($1.key.instant, $1.key.offsetBefore)
    }.map(\.value)
  }
}
