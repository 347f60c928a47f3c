package import MetschedEngine
package import MetschedTime
package import MetschedWidgets

/// Runs a schedule on a virtual clock: sets the clock to the next deadline and goes on.
///
/// A run covers start ≤ t < end. Nothing in it waits or yields to make progress, so a day takes
/// as long as its decisions.
package struct VirtualDriver<Provider: RequestAnswering> {
  package var conductor: Conductor<Provider>
  private let clock: VirtualClock
  /// The first instant that is not played, on the clock as it is set now; nil before the run.
  package private(set) var end: Instant?

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
    var source = ListedEvents<Provider>(events)
    try await play(&source, until: end, emit: emit, progress: progress)
  }

  /// Plays what a source brings, and everything that follows from it.
  ///
  /// A run lasts as long as it was to last: where the wall clock is set, its end moves along.
  package mutating func run<Source: EventSource<Provider>>(
    _ source: inout Source, until end: Instant,
    emit: (Record, inout Provider) throws -> Void,
    progress: (Instant) -> Bool = { _ in true }
  ) async throws {
    try await play(&source, until: end, emit: emit, progress: progress)
  }

  private mutating func play<Source: EventSource<Provider>>(
    _ source: inout Source, until end: Instant,
    emit: (Record, inout Provider) throws -> Void, progress: (Instant) -> Bool
  ) async throws {
    var end = end
    self.end = end
    while let next = source.next(before: conductor.nextDeadline()), next < end, progress(next) {
      try clock.advance(to: next)
      let happenings = source.take(through: next, noticing: Noticed(), &conductor.provider)
      let time = try conductor.open(happenings, at: next, emit: emit)
      while try !conductor.advance(emit: emit) { await conductor.awaitAnswers() }
      guard time != next else { continue }
      end = end + (time - next)
      self.end = end
      clock.set(to: time)
    }
  }
}

/// The runs of files. NB: another module knows no more of what is generic than how to call it; these
/// are here so that it is compiled for them, which makes an instant cheaper by a fifth.
extension VirtualDriver<WidgetProvider> {
  /// Plays what happens in a file, and everything that follows from it.
  package mutating func run(
    _ source: inout EventPlayer, until end: Instant,
    emit: (Record, inout WidgetProvider) throws -> Void,
    progress: (Instant) -> Bool = { _ in true }
  ) async throws {
    try await play(&source, until: end, emit: emit, progress: progress)
  }
}

extension VirtualDriver<ObservedProvider> {
  /// Plays what happens to a placement, and everything that follows from it.
  package mutating func run(
    _ source: inout ObservedEvents, until end: Instant,
    emit: (Record, inout ObservedProvider) throws -> Void,
    progress: (Instant) -> Bool = { _ in true }
  ) async throws {
    try await play(&source, until: end, emit: emit, progress: progress)
  }
}
