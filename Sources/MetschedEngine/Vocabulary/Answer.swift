package import MetschedTime

/// What a provider answers to a request.
package enum Answer: Sendable {
  case timeline(AnsweredTimeline)
  /// The provider could not answer; the samples are there where `on-error` shows samples.
  case failure(Failure)
}

/// A provider's timeline, with its content under an id.
package struct AnsweredTimeline: Sendable {
  package var id: TimelineID
  package var dates: EntryDates
  /// The date that one more entry would have; nil where the provider has no such idea.
  package var end: Instant?
  package var policy: AnsweredPolicy
  /// Why the provider chose `never`, where it had a choice; a date brings its own reason.
  package var why: PolicyReason?
  /// What the runtime wants to find again in the record; the machine only passes it on.
  package var tag: Int32

  package init(
    id: TimelineID, dates: EntryDates, end: Instant?, policy: AnsweredPolicy,
    why: PolicyReason? = nil, tag: Int32 = 0
  ) {
    self.id = id
    self.dates = dates
    self.end = end
    self.policy = policy
    self.why = why
    self.tag = tag
  }
}

/// The dates of a timeline's entries, in order of date.
package enum EntryDates: Equatable, Sendable {
  /// `base`, `base + step`, …; the step is in milliseconds.
  case regular(base: Instant, step: Int64, count: Int)
  /// Dates in ascending order.
  case dates([Instant])

  package static let none = EntryDates.dates([])

  package var count: Int {
    switch self {
    case .regular(_, _, let count): count
    case .dates(let dates): dates.count
    }
  }

  package subscript(index: Int) -> Instant {
    switch self {
    case .regular(let base, let step, _): base + Int64(index) * step
    case .dates(let dates): dates[index]
    }
  }

  /// The order that makes dates ascend, stable for equal ones; nil where they ascend already.
  package static func ascendingOrder(of dates: [Instant]) -> [Int]? {
    guard zip(dates, dates.dropFirst()).contains(where: { $0 > $1 }) else { return nil }
    return dates.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }
  }
}

/// The policy that a provider chose, before the machine's rules for dates that have passed.
package enum AnsweredPolicy: Sendable {
  case atEnd
  case never
  case after(Instant, basis: Basis, why: PolicyReason?)

  /// Where the date of `after` comes from, which decides what happens when it has passed.
  package enum Basis: Sendable {
    /// The file or the provider names it.
    case given
    /// It counts from the timeline's end; nil entries leave it at the grant.
    case end
  }
}

/// A provider's failure.
package struct Failure: Sendable {
  /// The message's number in the runtime's table.
  package var error: Int32
  /// The samples to show, where `on-error` says so.
  package var sample: AnsweredTimeline?
  /// The last good content, for a placement that has nothing of its own to go on showing.
  package var last: AnsweredTimeline?
  package var tag: Int32

  /// Creates a failure that puts nothing up.
  package init(error: Int32, tag: Int32 = 0) {
    self.error = error
    self.tag = tag
  }

  package init(
    error: Int32, sample: AnsweredTimeline? = nil, last: AnsweredTimeline? = nil, tag: Int32 = 0
  ) {
    precondition(sample == nil || last == nil, "a failure puts up the one or the other")
    self.error = error
    self.sample = sample
    self.last = last
    self.tag = tag
  }
}
