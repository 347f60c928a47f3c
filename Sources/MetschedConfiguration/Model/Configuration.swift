package import MetschedTime

/// A checked `widget.yaml`: every name resolved, every value typed, bounded and with its origin.
///
/// Placements stand in file order and are known by their index from here on; what placements
/// share (a plan, a zone, a host) is held once and named by index, so that a million placements
/// cost a few words each.
package struct Configuration: Sendable {
  /// The file as the person named it, such as `examples/interval.yaml`.
  package var path: String
  /// The file's zone; local instants of the file are read in it.
  package var timezone: Setting<ZoneTable>
  /// The app-group folder, relative to the file's own folder unless absolute.
  package var container: Setting<String>?
  /// The scheme of deep links, without `://`.
  package var link: Setting<String>?
  package var clock: ClockSettings
  /// What becomes of what was due while a live run was down.
  package var missed: MissedSettings
  /// The file's own host, then those of users who have their own.
  package var hosts: [HostSettings]
  package var intents: [Intent]
  package var widgets: [Widget]
  package var users: [User]
  /// Users and kinds that the file does not have any more, and whose numbers stay.
  package var formerUsers: Set<Int32> = []
  package var formerWidgets: Set<Int32> = []
  package var placements: [Placement]
  /// What users have set, in rows that placements name.
  package var settings: [PlacedSetting]
  /// The zones that placements name by index; the file's own is the first.
  package var zones: [ZoneTable]
  /// The resolved values that placements name by index.
  package var plans: [WidgetPlan]
  /// What happens during a run, in file order.
  package var events: [PlannedEvent]
  /// Makes the plans of values that only events set.
  package var planMaker: PlanMaker
  /// What has to be shown, reloaded and recorded, in file order.
  package var tests: [PlannedTest]

  package init(
    path: String, timezone: Setting<ZoneTable>, container: Setting<String>?,
    link: Setting<String>?, clock: ClockSettings, missed: MissedSettings, hosts: [HostSettings],
    intents: [Intent], widgets: [Widget], users: [User], placements: [Placement],
    settings: [PlacedSetting], zones: [ZoneTable], plans: [WidgetPlan],
    events: [PlannedEvent], planMaker: PlanMaker,
    tests: [PlannedTest] = []
  ) {
    self.path = path
    self.timezone = timezone
    self.container = container
    self.link = link
    self.clock = clock
    self.missed = missed
    self.hosts = hosts
    self.intents = intents
    self.widgets = widgets
    self.users = users
    self.placements = placements
    self.settings = settings
    self.zones = zones
    self.plans = plans
    self.events = events
    self.planMaker = planMaker
    self.tests = tests
  }
}

extension Configuration {
  /// The file's own host.
  package var host: HostSettings { hosts[0] }

  /// Returns the host that grants a placement's reloads.
  package func host(of placement: Placement) -> HostSettings {
    hosts[users[Int(placement.user)].host]
  }

  /// Returns who set a value of a placement, and where; nil for a name that it does not have.
  ///
  /// The name is a parameter's or one of `interval`, `query`, `limit`. A query that nobody has
  /// set is built in.
  package func origin(of name: String, at placement: Placement) -> Origin? {
    let widget = widgets[Int(placement.widget)]
    let parameters = widget.intent.map { intents[$0].parameters } ?? []
    for row in placement.settings {
      let setting = settings[Int(row)]
      let isNamed =
        setting.parameter.map { parameters[Int($0)].name == name } ?? (name == "families")
      if isNamed { return Origin(setting.layer, setting.range) }
    }
    return widget.origins[name]
  }
}
