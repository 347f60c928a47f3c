/// What `host:` says: the profile, and each figure with the place that set it.
package struct HostSettings: Sendable {
  package enum Profile: String, CaseIterable, Sendable {
    case ideal
    case widgetkit
  }

  /// When an edit by a user reaches the widget.
  package enum Edits: String, CaseIterable, Sendable {
    case now
    case nextReload = "next-reload"
  }

  package var profile: Setting<Profile>
  /// The counted reloads that a placement gets in 24 h; nil without a budget.
  package var budget: Setting<Int>?
  /// The least milliseconds between two grants of a placement.
  package var spacing: Setting<Int64>
  /// The milliseconds between being due and being granted; drawn for each grant.
  package var latency: Setting<ClosedRange<Int64>>
  /// The milliseconds that a provider may take for its answer.
  package var timeLimit: Setting<Int64>
  package var edits: Setting<Edits>

  package init(
    profile: Setting<Profile>, budget: Setting<Int>?, spacing: Setting<Int64>,
    latency: Setting<ClosedRange<Int64>>, timeLimit: Setting<Int64>, edits: Setting<Edits>
  ) {
    self.profile = profile
    self.budget = budget
    self.spacing = spacing
    self.latency = latency
    self.timeLimit = timeLimit
    self.edits = edits
  }
}

extension HostSettings {
  /// Creates the figures of a profile.
  ///
  /// Source: Apple, "Keeping a widget up to date"
  /// (40 to 70 reloads a day for a widget that is viewed often, entries about 5 minutes apart). The
  /// lower budget, the latency of 2 to 60 s that developers report, and the time limit of 30 s are
  /// assumptions.
  package init(profile: Setting<Profile>) {
    let isIdeal = profile.value == .ideal
    self.init(
      profile: profile, budget: isIdeal ? nil : Setting(40, .builtIn),
      spacing: Setting(isIdeal ? 0 : 300_000, .builtIn),
      latency: Setting(isIdeal ? 0...0 : 2000...60_000, .builtIn),
      timeLimit: Setting(30_000, .builtIn), edits: Setting(.now, .builtIn))
  }
}
