package import MetschedTime

/// What `reload:` says.
package enum ReloadRule: Sendable {
  case atEnd
  case never
  /// The earliest of these dates after the grant, moved into a window where there is one.
  case after([Setting<ReloadDate>], within: Setting<TimeWindow>?)
  /// metsched chooses and records why.
  case auto
}

/// One date of `after:`.
package enum ReloadDate: Hashable, Sendable {
  /// So long after the grant.
  case elapsed(Step)
  /// So long after the date that one more entry would have; nil for that date itself.
  case end(plus: Step?)
  /// The next such time of day, strictly after the grant.
  case timeOfDay(TimeOfDay)
  case instant(Instant)
  /// When the server says that its answer may be another; the end where it says nothing.
  case maxAge
}

/// When the app reloads the widgets of a kind because its container was written.
package enum ContainerReload: String, CaseIterable, Sendable {
  case changed
  case always
}

/// What `on-error:` says.
package struct FailureRule: Sendable {
  package enum Show: String, CaseIterable, Sendable {
    case last
    case placeholder
    case sample
  }

  package var show: Setting<Show>
  package var retry: Setting<Step>

  package init(show: Setting<Show>, retry: Setting<Step>) {
    self.show = show
    self.retry = retry
  }
}
