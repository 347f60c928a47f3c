package import MetschedTime

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
  /// When people look at the widgets, in the placement's zone; nil for always.
  package var visible: Setting<TimeWindow>?
  /// Whether the widgets run under a debugger, so that budget, spacing and `visible` do not hold.
  package var debugger: Setting<Bool>
}

extension HostSettings {
  /// Creates the figures of a profile; `HostFigure` says where each of them comes from.
  package init(profile: Setting<Profile>) {
    let isIdeal = profile.value == .ideal
    self.init(
      profile: profile, budget: isIdeal ? nil : Setting(40, .builtIn),
      spacing: Setting(isIdeal ? 0 : 300_000, .builtIn),
      latency: Setting(isIdeal ? 0...0 : 2000...60_000, .builtIn),
      timeLimit: Setting(30_000, .builtIn), edits: Setting(.now, .builtIn), visible: nil,
      debugger: Setting(false, .builtIn))
  }

  /// The figures alone, which many users may share.
  package struct Figures: Hashable, Sendable {
    package var profile: Profile
    package var budget: Int?
    package var spacing: Int64
    package var latency: ClosedRange<Int64>
    package var timeLimit: Int64
    package var edits: Edits
    package var visible: TimeWindow?
  }

  /// The figures that hold: under a debugger those without the limits.
  package var figures: Figures {
    Figures(
      profile: profile.value, budget: debugger.value ? nil : budget?.value,
      spacing: debugger.value ? 0 : spacing.value, latency: latency.value,
      timeLimit: timeLimit.value, edits: edits.value,
      visible: debugger.value ? nil : visible?.value)
  }
}
