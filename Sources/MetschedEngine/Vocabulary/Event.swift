package import MetschedTime

/// What the machine is told.
///
/// At one instant events come in this order: clock and zone, host states, container and
/// configuration, other requests, then `due`, answers, and again `due`, until nothing is due;
/// `settled` ends the instant.
package enum Event: Sendable {
  /// The wall clock was set; `by` is how far, in milliseconds.
  case clockChanged(by: Int64)
  case timezoneChanged(Scope, zone: Int, name: Int32)
  /// The containing app comes to the foreground or leaves it.
  case foreground(Scope, Bool)
  /// The machine slept; elapsed time went on.
  case suspended(Bool)
  case added(NewPlacement)
  case removed(PlacementNumber, announced: Bool)
  /// A state that is recorded, and changes nothing here.
  case announced(Scope, State)
  /// Another host grants the placement's reloads; the account of the old one goes on.
  case hostChanged(PlacementNumber, host: Int)
  /// New values; the runtime has them already.
  case edited(Scope, [EditedPlacement])
  /// Reloads whose dates were missed, and which are left out.
  case skipped([SkippedReload])
  /// Something asks for a new timeline.
  case requested(PlacementNumber, Cause)
  /// A provider asks for a reload while it answers one, which waits, lest it loop.
  case requestedByProvider(PlacementNumber)
  /// What the deadline queue holds up to this instant.
  case due
  case answered(Request, Answer)
  /// Nothing more comes at this instant.
  case settled
}

/// Whom an event is about.
package enum Scope: Hashable, Sendable, BitwiseCopyable {
  case everybody
  case user(Int32)
  case placement(PlacementNumber)

  /// Whether it is one placement alone.
  package func isPlacement(_ number: PlacementNumber) -> Bool {
    if case .placement(let placement) = self { placement == number } else { false }
  }
}

/// What the machine knows of a placement.
package struct NewPlacement: Sendable {
  package var user: Int32
  /// Indices into the machine's hosts, rules and zones.
  package var host: Int
  package var rule: Int
  package var zone: Int
  /// A hash of the placement's whole name, from which latency is drawn.
  package var nameHash: UInt64

  package init(user: Int32, host: Int, rule: Int, zone: Int, nameHash: UInt64) {
    self.user = user
    self.host = host
    self.rule = rule
    self.zone = zone
    self.nameHash = nameHash
  }
}

/// A placement whose values changed, with its new failure rule.
package struct EditedPlacement: Sendable {
  package var placement: PlacementNumber
  package var rule: Int

  package init(placement: PlacementNumber, rule: Int) {
    self.placement = placement
    self.rule = rule
  }
}

/// What a placement does after a failure; shared by all placements with the same rule.
package struct FailureHandling: Hashable, Sendable {
  package enum Show: UInt8, Sendable {
    case last
    case placeholder
    case sample
  }

  package var show: Show
  /// How long a failed or empty answer waits, from the grant; longer than nothing.
  package var retry: Step

  package init(show: Show, retry: Step) {
    precondition(retry.nominalMilliseconds > 0, "a retry at its own grant would never end")
    self.show = show
    self.retry = retry
  }
}
