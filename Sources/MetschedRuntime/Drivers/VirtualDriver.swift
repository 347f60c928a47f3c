package import MetschedEngine
package import MetschedTime

/// Runs a schedule on a virtual clock: sets the clock to the next deadline and goes on.
///
/// A run covers start ≤ t < end. Nothing in it waits or yields to make progress, so a day takes
/// as long as its decisions.
package struct VirtualDriver<Provider: RequestAnswering> {
  package var conductor: Conductor<Provider>
  package let clock: VirtualClock
  package var limit: Instant?

  package init(conductor: Conductor<Provider>, clock: VirtualClock) {
    self.conductor = conductor
    self.clock = clock
  }

  /// The first instant that is not played, on the clock as it is set now; nil before the run.
  package var end: Instant? { limit }

  /// Plays events and everything that follows from them.
  ///
  /// - Parameters:
  ///   - events: what happens from outside, in order of time and then of `Event`'s order; nothing
  ///     before the clock's own time.
  ///   - end: the first instant that is not played.
  ///   - emit: takes each record.
  ///   - progress: told the time of each instant; false ends the run.
  /// - Throws: what `emit` throws, or `CancellationError`.
  @inlinable
  package mutating func run(
    _ events: [TimedEvent], until end: Instant,
    emit: (Record, inout Provider) throws -> Void,
    progress: (Instant) -> Bool = { _ in true }
  ) async throws {
    var source = ListedEvents<Provider>(events)
    try await run(&source, until: end, emit: emit, progress: progress)
  }

  /// Plays what a source brings, and everything that follows from it.
  ///
  /// A run lasts as long as it was to last: where the wall clock is set, its end moves along.
  @inlinable
  package mutating func run<Source: EventSource<Provider>>(
    _ source: inout Source, until end: Instant,
    emit: (Record, inout Provider) throws -> Void,
    progress: (Instant) -> Bool = { _ in true }
  ) async throws {
    var end = end
    limit = end
    while let next = source.next(before: conductor.nextDeadline()), next < end, progress(next) {
      try clock.advance(to: next)
      let happenings = source.take(through: next, noticing: Noticed(), &conductor.provider)
      let time = try conductor.open(happenings, at: next, emit: emit)
      while try !conductor.advance(emit: emit) { await conductor.awaitAnswers() }
      guard time != next else { continue }
      end = end + (time - next)
      limit = end
      clock.set(to: time)
    }
  }
}
