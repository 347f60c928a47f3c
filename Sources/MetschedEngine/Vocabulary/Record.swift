package import MetschedTime

/// One line of what happened.
package struct Record: Hashable, Sendable {
  /// The record's number, from 1, without gaps.
  package var sequence: Int64
  package var at: Instant
  package var scope: Scope
  package var what: What
  /// What asked for the reload that was granted or deferred; empty for everything else.
  package var causes: CauseList

  package init(
    sequence: Int64, at: Instant, scope: Scope, what: What, causes: CauseList = CauseList()
  ) {
    self.sequence = sequence
    self.at = at
    self.scope = scope
    self.what = what
    self.causes = causes
  }

  package enum What: Hashable, Sendable, BitwiseCopyable {
    case reload(Reload)
    case fail(Reload, error: Int32)
    case show(Show)
    case deferred(Deferral)
    case drop(Drop)
    case state(State)
  }
}

/// A granted reload and the policy that its answer chose.
package struct Reload: Hashable, Sendable, BitwiseCopyable {
  // The long fields first, so that none is padded: 64 bytes.

  /// When the first of the requests was eligible.
  package var eligible: Instant
  package var granted: Instant
  /// The dates of the first and the last entry.
  @PackedInstant package var first: Instant?
  @PackedInstant package var last: Instant?
  /// The eligible date that the policy gives.
  @PackedInstant package var next: Instant?
  /// When the host would grant that, as far as can be known now.
  @PackedInstant package var expected: Instant?
  /// The budget left after the grant; nil on a host without one.
  @PackedCount package var left: Int?
  /// The number of entries; nil for a failure that shows no samples.
  @PackedCount package var entries: Int?
  package var tag: Int32
  package var isCounted: Bool
  package var reason: GrantReason?
  package var policy: ChosenPolicy
  package var why: PolicyReason?

  package init(
    isCounted: Bool, eligible: Instant, granted: Instant,
    reason: GrantReason? = nil, left: Int? = nil, entries: Int? = nil, first: Instant? = nil,
    last: Instant? = nil, policy: ChosenPolicy, next: Instant? = nil, expected: Instant? = nil,
    why: PolicyReason? = nil, tag: Int32
  ) {
    self.isCounted = isCounted
    self.eligible = eligible
    self.granted = granted
    self.reason = reason
    self.left = left
    self.entries = entries
    self.first = first
    self.last = last
    self.policy = policy
    self.next = next
    self.expected = expected
    self.why = why
    self.tag = tag
  }
}

/// Why a grant came when it came.
package enum GrantReason: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case spacing
  case budget
  case latency
  case end
  case visible

  /// Whether a pending reload that it moves is deferred.
  package var isDeferral: Bool {
    switch self {
    case .spacing, .budget, .visible: true
    case .latency, .end: false
    }
  }
}

/// A reload policy without its date.
package enum ChosenPolicy: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case atEnd
  case after
  case never
}

/// Why a policy gives the date that it gives.
package enum PolicyReason: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case single
  case passed
  case empty
  case within
  /// `auto` found that nothing changes without a word from the app.
  case autoContainer
  /// `auto` found one entry that is the same every time.
  case autoUnchanging
  /// `auto` gives the last entry its turn.
  case autoEnd
  /// `auto` waits for the budget.
  case autoBudget

  /// Whether `auto` chose.
  package var isAutomatic: Bool {
    switch self {
    case .single, .passed, .empty, .within: false
    case .autoContainer, .autoUnchanging, .autoEnd, .autoBudget: true
    }
  }
}

/// What shows from now on.
package struct Show: Hashable, Sendable, BitwiseCopyable {
  package enum Content: UInt8, Sendable, BitwiseCopyable {
    case entry
    case placeholder
    case sample
  }

  package var content: Content
  /// The timeline and the entry's place in it; nil for a placeholder.
  package var timeline: TimelineID?
  package var index: Int
  @PackedInstant package var date: Instant?

  package init(content: Content, timeline: TimelineID?, index: Int, date: Instant?) {
    self.content = content
    self.timeline = timeline
    self.index = index
    self.date = date
  }
}

/// A pending reload that spacing, budget or `visible` moves.
package struct Deferral: Hashable, Sendable, BitwiseCopyable {
  package var eligible: Instant
  package var granted: Instant
  package var reason: GrantReason
  package var left: Int?

  package init(eligible: Instant, granted: Instant, reason: GrantReason, left: Int?) {
    self.eligible = eligible
    self.granted = granted
    self.reason = reason
    self.left = left
  }
}

/// Entries or answers that nobody gets to see.
package struct Drop: Hashable, Sendable, BitwiseCopyable {
  package enum Reason: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// Entries that were over before they could show.
    case past
    /// An answer to a request that is no longer the current one.
    case late
    /// Reloads that fell into a time in which nothing ran, and are left out.
    case missed
  }

  package var reason: Reason
  package var count: Int

  package init(reason: Reason, count: Int) {
    self.reason = reason
    self.count = count
  }
}

/// A change of state that is nobody's reload.
package enum State: Hashable, Sendable, BitwiseCopyable {
  case removed
  case edited
  case foreground(Bool)
  /// The zone's name, as a number of the runtime's table.
  case timezone(Int32)
  case clock(by: Int64)
  case suspended(Bool)
  /// The service did not run, from the first instant on that it missed.
  case down(Bool)
}
