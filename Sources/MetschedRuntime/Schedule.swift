package import MetschedConfiguration
package import MetschedEngine
package import MetschedTime
package import MetschedWidgets
import WidgetTimelines

/// A configuration as the machine knows it: placements by number, shared values by index.
package struct Schedule {
  package let configuration: Configuration
  package let host: Host
  private let rules: [FailureHandling]
  /// The rule of each plan, as an index of the rules.
  private let planRules: [Int]

  /// Numbers what a configuration names.
  package init(_ configuration: Configuration) {
    self.configuration = configuration
    host = Host(configuration.host)
    var rules: [FailureHandling] = []
    var ruleNumbers: [FailureHandling: Int] = [:]
    planRules = configuration.plans.map { plan in
      let rule = FailureHandling(plan.failure)
      let number = ruleNumbers[rule] ?? rules.count
      if number == rules.count {
        rules.append(rule)
        ruleNumbers[rule] = number
      }
      return number
    }
    self.rules = rules
  }

  /// Returns the machine and the widgets that answer it, before the first event.
  package func conductor() -> Conductor<WidgetProvider> {
    Conductor(
      machine: Machine(
        hosts: [host], rules: rules, zones: configuration.zones,
        seed: configuration.clock.seed.value, placements: configuration.placements.count),
      provider: WidgetProvider(configuration, host: host))
  }

  /// Returns what happens in a run: everything placed is added, and the file's events play.
  package func events(in range: Range<Instant>) -> EventPlayer {
    EventPlayer(self, range: range)
  }

  /// Returns the events of a run's first instant: everything that is placed is added.
  package func beginning() -> [Event] {
    configuration.placements.map { placement in
      .added(addition(of: placement, zone: configuration.users[Int(placement.user)].zone))
    }
  }

  /// Returns what the machine is told of a placement.
  func addition(of placement: Placement, zone: Int) -> NewPlacement {
    NewPlacement(
      user: placement.user, host: 0, rule: rule(ofPlan: placement.plan), zone: zone,
      nameHash: nameHash(of: configuration.name(of: placement)))
  }

  /// Returns what a plan's placements do after a failure, as an index of the machine's rules.
  func rule(ofPlan plan: Int32) -> Int { planRules[Int(plan)] }
}

extension Configuration {
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
    self.init(
      budget: settings.budget?.value, spacing: settings.spacing.value,
      latency: settings.latency.value, timeLimit: settings.timeLimit.value,
      grantsAtEnd: settings.profile.value == .ideal,
      reloadsOnEdit: settings.edits.value == .now)
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
