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
