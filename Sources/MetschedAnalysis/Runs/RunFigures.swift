package import MetschedTime

/// What a run of one placement comes to.
///
/// The first timeline, which the placement's addition brings, is no request of anybody's and is in
/// no count of reloads.
package struct RunFigures: Sendable {
  /// What was played.
  package var range: Range<Instant>
  /// Whether there was more than is looked at, so that the run ends early.
  package var isCut = false

  /// What asked for a reload: policies, retries, apps; several may be answered by one grant.
  package var asked = 0
  /// The grants.
  package var granted = 0
  /// The grants that the host counted.
  package var counted = 0
  /// The grants that failed.
  package var failures = 0
  /// The grants without which the same would have shown.
  package var wasted = 0
  /// The grants that an app alone asked for.
  package var appGrants = 0
  /// Those of them without which the same would have shown.
  package var wastedAppGrants = 0
  /// The entries that showed.
  package var shown = 0
  /// The times in which the last entry stayed although its turn was over.
  package var stale: [StaleTime] = []
  /// The times in which there was nothing to show.
  package var gaps: [Range<Instant>] = []
  /// The times in which a request waited for budget.
  package var waitsForBudget: [Range<Instant>] = []
  /// The requests that spacing moved.
  package var spacingDeferrals = 0
  /// The instants of grants, the first timeline's too.
  package var grants: [Instant] = []
  /// The instants at which an entry showed.
  package var shows: [Instant] = []
  /// The timelines in order.
  package var timelines: [TimelineFigures] = []
}

/// A time in which the last entry stayed although its turn was over.
package struct StaleTime: Sendable {
  package var range: Range<Instant>
  /// Whether it went on when the run ended.
  package var isOpen: Bool
  /// How much of it the policy's own date asked for, in milliseconds; 0 where windows or the host
  /// are to blame.
  package var asked: Int64
  /// How long an entry of the timeline has its turn, in milliseconds.
  package var turn: Int64
}

/// What became of one timeline.
package struct TimelineFigures: Sendable {
  package var granted: Instant
  /// The date at which the next one was granted; the run's end for the last one.
  package var replaced: Instant
  package var entries: Int
  /// When its last entry has had its turn.
  package var end: Instant
  /// The entries that showed.
  package var seen: Int
  /// The least distance between two entries, in milliseconds; nil with one.
  package var leastDistance: Int64?
  /// How long its last entry showed, in milliseconds; nil where it did not.
  package var lastShown: Int64?
  /// How long its last entry's turn is, in milliseconds.
  package var turn: Int64
  /// Whether the policy was `after`, moved by no window.
  package var isAfter: Bool
  /// Whether the policy alone brought the next one.
  package var policyReplaced: Bool
  /// Whether it has one entry and `atEnd`, so that the system chooses the date.
  package var isSingle: Bool
  /// Whether the date that its policy gave had passed.
  package var hasPassed: Bool
  /// The date for which the policy asked.
  package var next: Instant?
}

extension RunFigures {
  /// The whole time of the run in milliseconds.
  package var length: Int64 { range.upperBound - range.lowerBound }

  /// The longest of the stale times, in milliseconds; 0 without any.
  package var longestStale: Int64 { stale.map(\.length).max() ?? 0 }
}

extension StaleTime {
  package var length: Int64 { range.upperBound - range.lowerBound }
}
