package import MetschedEngine
package import MetschedTime

/// What happens from outside during a run, one instant after the other.
package protocol EventSource<Provider> {
  associatedtype Provider

  /// When something happens next; nil when nothing is to come.
  var next: Instant? { get }

  /// When the machine wakes; nothing is played before it. Nil while it is awake.
  var wakes: Instant? { get }

  /// Takes everything that happens up to an instant, and lets the provider follow.
  ///
  /// - Parameters:
  ///   - time: the instant that is being played.
  ///   - provider: what answers requests from now on.
  /// - Returns: the events in the order of `Event`, and the time, which a clock change moves.
  mutating func take(
    through time: Instant, _ provider: inout Provider
  ) -> (events: [TimedEvent], time: Instant)
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

  var next: Instant? { index < events.count ? events[index].at : nil }

  var wakes: Instant? { nil }

  mutating func take(
    through time: Instant, _ provider: inout Provider
  ) -> (events: [TimedEvent], time: Instant) {
    var taken: [TimedEvent] = []
    while index < events.count, events[index].at <= time {
      taken.append(TimedEvent(at: time, events[index].event))
      index += 1
    }
    return (taken, time)
  }
}
