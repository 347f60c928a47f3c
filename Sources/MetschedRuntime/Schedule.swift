package import MetschedConfiguration
package import MetschedEngine
package import MetschedTime
package import MetschedWidgets
import WidgetFamilies

/// A configuration as the machine knows it: placements by number, shared values by index.
package struct Schedule {
  package let configuration: Configuration
  private let hosts: HostTable
  private let rules: RuleTable

  /// Numbers what a configuration names.
  package init(_ configuration: Configuration) {
    self.configuration = configuration
    hosts = HostTable(configuration)
    var rules = RuleTable()
    for plan in configuration.plans { _ = rules.number(of: plan.failure) }
    _ = rules.takeNew()
    self.rules = rules
  }

  /// Returns the machine and the widgets that answer it, before the first event.
  ///
  /// - Parameters:
  ///   - remote: brings the items of sources over the network.
  ///   - files: reads the files of containers.
  /// - Returns: both, ready to be played.
  package func conductor(
    remote: (any RemoteItems)? = nil, files: any ContainerReading = DiskContainers()
  ) -> Conductor<WidgetProvider> {
    Conductor(
      machine: Machine(
        hosts: hosts.hosts, rules: rules.rules, zones: configuration.zones,
        seed: configuration.clock.seed.value, placements: configuration.placements.count),
      provider: WidgetProvider(
        configuration, hosts: hosts.hosts, numbers: hosts.numbers, remote: remote,
        files: files))
  }

  /// Returns what happens in a run: everything placed is added, and the file's events play.
  package func events(in range: Range<Instant>) -> EventPlayer {
    EventPlayer(configuration, hosts: hosts, rules: rules, range: range)
  }

  /// Returns what happens in a run that goes on until it is stopped.
  package func events(from start: Instant) -> EventPlayer {
    let lastDay = CivilDate(year: Instant.supportedYears.upperBound, month: 12, day: 31)
    let end = lastDay.map { date in
      ZoneTable.utc.instant(of: LocalTime(date: date, timeOfDay: .midnight))
    }
    return events(in: start..<max(start, end ?? start))
  }
}

extension Configuration {
  /// Returns what the machine is told of a placement.
  func addition(of placement: Placement, host: Int, zone: Int, rule: Int) -> NewPlacement {
    NewPlacement(
      user: placement.user, host: host, rule: rule, zone: zone,
      nameHash: nameHash(of: placement))
  }
}

extension Configuration {
  /// Returns the hash of a placement's whole name, as `name(of:)` puts it together.
  private func nameHash(of placement: Placement) -> UInt64 {
    var hash = NameHash()
    hash.combine(users[Int(placement.user)].name)
    for part in [widgets[Int(placement.widget)].kind, placement.id, placement.family.name] {
      hash.combine("/")
      hash.combine(part)
    }
    return hash.value
  }

  /// Returns a placement's whole name: `user/Kind/id/family`.
  package func name(of placement: Placement) -> String {
    let user = users[Int(placement.user)].name
    let kind = widgets[Int(placement.widget)].kind
    return "\(user)/\(kind)/\(placement.id)/\(placement.family.name)"
  }
}

extension Host {
  /// Creates the host that a file asks for.
  package init(_ settings: HostSettings) {
    let figures = settings.figures
    self.init(
      budget: figures.budget, spacing: figures.spacing, latency: figures.latency,
      timeLimit: figures.timeLimit, grantsAtEnd: figures.profile == .ideal,
      reloadsOnEdit: figures.edits == .now, visible: figures.visible)
  }
}

extension FailureHandling {
  init(_ rule: FailureRule) {
    let show: Show =
      switch rule.show.value {
      case .last: .last
      case .placeholder: .placeholder
      case .sample: .sample
      }
    self.init(show: show, retry: rule.retry.value)
  }
}
