package import MetschedEngine
package import MetschedTime

/// What happens from outside during a run, one instant after the other.
package protocol EventSource<Provider> {
  associatedtype Provider

  /// Returns the next instant that is to be played, given when the machine wants one.
  ///
  /// - Parameter deadline: the machine's own next instant; nil for none.
  /// - Returns: the earlier of the two; the end of its sleep while the machine sleeps.
  mutating func next(before deadline: Instant?) -> Instant?

  /// Takes everything that happens up to an instant, and lets the provider follow.
  ///
  /// - Parameters:
  ///   - time: the instant.
  ///   - noticed: what has come from outside: written files and commands.
  ///   - provider: what answers the machine's requests.
  /// - Returns: what the machine is told.
  mutating func take(
    through time: Instant, noticing noticed: Noticed, _ provider: inout Provider
  ) -> Happenings

  /// Follows a clock that somebody else has set, by so many milliseconds.
  mutating func clockWasSet(by jump: Int64)
}

/// What happens at one instant.
package struct Happenings: Sendable {
  /// How far the wall clock is set, in milliseconds, one after the other; before anything else.
  package var jumps: [Int64] = []
  /// Failure rules, hosts and zones that the machine does not know yet.
  package var rules: [FailureHandling] = []
  package var hosts: [Host] = []
  package var zones: [ZoneTable] = []
  /// Everything else, in the order that `Event` gives.
  package var events: [Event] = []

  package init(events: [Event] = []) {
    self.events = events
  }
}

/// An event and its instant.
package struct TimedEvent: Sendable {
  package var at: Instant
  package var event: Event

  package init(at: Instant, _ event: Event) {
    self.at = at
    self.event = event
  }
}

/// Events that are known before the run, in order of time and then of `Event`'s order.
struct ListedEvents<Provider>: EventSource {
  private let events: [TimedEvent]
  private var index = 0

  init(_ events: [TimedEvent]) {
    self.events = events
  }

  func next(before deadline: Instant?) -> Instant? {
    let event = index < events.count ? events[index].at : nil
    return [deadline, event].compactMap(\.self).min()
  }

  mutating func take(
    through time: Instant, noticing noticed: Noticed, _ provider: inout Provider
  ) -> Happenings {
    let first = index
    while index < events.count, events[index].at <= time { index += 1 }
    return Happenings(events: events[first..<index].map(\.event))
  }

  mutating func clockWasSet(by jump: Int64) {}
}
