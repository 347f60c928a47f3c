package import MetschedTime

/// One line of what happened.
package struct Record: Hashable, Sendable {
  /// The record's number, from 1, without gaps.
  package var sequence: Int64
  package var at: Instant
  package var scope: Scope
  package var what: What

  package enum What: Hashable, Sendable {
    case reload(Reload)
    case fail(Reload, error: Int32)
    case show(Show)
    case deferred(Deferral)
    case drop(Drop)
    case state(State)
  }
}

/// A granted reload and the policy that its answer chose.
package struct Reload: Hashable, Sendable {
  package var causes: CauseList
  package var isCounted: Bool
  /// When the first of the requests was eligible.
  package var eligible: Instant
  package var granted: Instant
  package var reason: GrantReason?
  /// The budget left after the grant; nil on a host without one.
  package var left: Int?
  /// The number of entries; nil for a failure that shows no samples.
  package var entries: Int?
  package var first: Instant?
  package var last: Instant?
  package var policy: ChosenPolicy
  /// The eligible date that the policy gives.
  package var next: Instant?
  /// When the host would grant that, as far as can be known now.
  package var expected: Instant?
  package var why: PolicyReason?
  package var tag: Int32
}

/// Why a grant came when it came.
package enum GrantReason: UInt8, CaseIterable, Sendable {
  case spacing
  case budget
  case latency
  case end
}

/// A reload policy without its date.
package enum ChosenPolicy: UInt8, CaseIterable, Sendable {
  case atEnd
  case after
  case never
}

/// Why a policy gives the date that it gives.
package enum PolicyReason: UInt8, CaseIterable, Sendable {
  case single
  case passed
  case empty
  case within
}

/// What shows from now on.
package struct Show: Hashable, Sendable {
  package enum Content: UInt8, Sendable {
    case entry
    case placeholder
    case sample
  }

  package var content: Content
  /// The timeline and the entry's place in it; nil for a placeholder.
  package var timeline: TimelineID?
  package var index: Int
  package var date: Instant?
}

/// A pending reload that spacing or budget moves.
package struct Deferral: Hashable, Sendable {
  package var causes: CauseList
  package var eligible: Instant
  package var granted: Instant
  package var reason: GrantReason
  package var left: Int?
}

/// Entries or answers that nobody gets to see.
package struct Drop: Hashable, Sendable {
  package enum Reason: UInt8, CaseIterable, Sendable {
    /// Entries that were over before they could show.
    case past
    /// An answer to a request that is no longer the current one.
    case late
  }

  package var reason: Reason
  package var count: Int
}

/// A change of state that is nobody's reload.
package enum State: Hashable, Sendable {
  case removed
  case edited
  case foreground(Bool)
  /// The zone's name, as a number of the runtime's table.
  case timezone(Int32)
  case clock(by: Int64)
  case suspended(Bool)
}
