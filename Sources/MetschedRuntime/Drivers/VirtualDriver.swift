package import MetschedEngine
package import MetschedTime

/// Runs a schedule on a virtual clock: sets the clock to the next deadline and goes on.
///
/// A run covers start ≤ t < end. Nothing in it waits or yields to make progress, so a day takes
/// as long as its decisions.
package struct VirtualDriver<Provider: RequestAnswering> {
  package var conductor: Conductor<Provider>
  private let clock: VirtualClock

  package init(conductor: Conductor<Provider>, clock: VirtualClock) {
    self.conductor = conductor
    self.clock = clock
  }

  /// Plays events and everything that follows from them.
  ///
  /// - Parameters:
  ///   - events: what happens from outside, in order of time and then of `Event`'s order; nothing
  ///     before the clock's own time.
  ///   - end: the first instant that is not played.
  ///   - emit: takes each record.
  ///   - progress: told the time of each instant; false ends the run.
  /// - Throws: what `emit` throws, or `CancellationError`.
  package mutating func run(
    _ events: [TimedEvent], until end: Instant,
    emit: (Record, inout Provider) throws -> Void,
    progress: (Instant) -> Bool = { _ in true }
  ) async throws {
    var next = 0
    while true {
      let due = conductor.nextDeadline()
      let event = next < events.count ? events[next].at : nil
      guard let time = [due, event].compactMap(\.self).min(), time < end, progress(time) else {
        return
      }
      _ = try await clock.sleep(until: time)
      var batch: [Event] = []
      while next < events.count, events[next].at <= time {
        batch.append(events[next].event)
        next += 1
      }
      try await conductor.play(batch, at: time, emit: emit)
    }
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
