/// What `missed:` says: what becomes of what was due while a live run was down.
package struct MissedSettings: Sendable {
  package enum Rule: String, CaseIterable, Hashable, Sendable {
    /// The newest entry shows, and each placement reloads once at most.
    case latest
    /// Everything happens after all, at its own instant.
    case all
    /// The newest entry shows, and what only a policy asked for is left out.
    case skip
  }

  package var rule: Setting<Rule>
  /// What is late by no more than so many milliseconds happens after all, at its own instant.
  package var grace: Setting<Int64>

  package init(rule: Setting<Rule>, grace: Setting<Int64>) {
    self.rule = rule
    self.grace = grace
  }

  /// What holds where nothing is said.
  package static let standard = MissedSettings(
    rule: Setting(.latest, .builtIn), grace: Setting(60_000, .builtIn))
}
