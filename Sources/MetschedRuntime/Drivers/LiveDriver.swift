package import MetschedEngine
package import MetschedTime

/// Runs a schedule on a clock that takes its time, and tells the machine what happens meanwhile.
///
/// It sleeps until the next deadline and then plays the deadline's own instant, not the later one
/// at which it woke, so that a live run gives the records of a virtual one. What happens outside
/// is played at the instant at which it is noticed, after all deadlines before it. After a jump or
/// a suspension the instant is the one at which it was noticed, and everything that fell into the
/// gap is played there. The task that runs it owns it; everybody else speaks to its `inputs`.
package struct LiveDriver<Provider: RequestAnswering> {
  package private(set) var conductor: Conductor<Provider>
  private let clock: any Clock
  private let inputs: LiveInputs
  private var arrival: Arrival?
  /// The first instant that is not played, on the clock as it is set now; nil for none.
  package private(set) var end: Instant?
  /// The latest instant that was played.
  private var latest: Instant
  package private(set) var lateness = Lateness()

  /// How far events have set the schedule's clock from the one that it runs on.
  private var offset: Int64 = 0

  /// What happened outside, and when it was noticed.
  private struct Arrival {
    var at: Instant
    var inputs: LiveInputs.Arrived
  }

  package init(conductor: Conductor<Provider>, clock: any Clock, inputs: LiveInputs) {
    self.conductor = conductor
    self.clock = clock
    self.inputs = inputs
    latest = clock.now
  }

  /// Plays events that are known before the run, and everything that follows from them.
  package mutating func run(
    _ events: [TimedEvent], from start: Instant, until end: Instant?,
    emit: (Record, inout Provider) throws -> Void,
    settled: (inout Conductor<Provider>) throws -> Void
  ) async throws {
    var source = ListedEvents<Provider>(events)
    try await run(&source, from: start, until: end, emit: emit, settled: settled)
  }

  /// Plays what a source brings and everything that follows from it, until the end or until it is
  /// stopped.
  ///
  /// - Parameters:
  ///   - source: what happens from outside, as far as it is planned.
  ///   - start: the first instant, now or a little before.
  ///   - end: the first instant that is not played; nil to go on until stopped.
  ///   - emit: takes each record.
  ///   - settled: told when an instant is over, so that what was written can be seen.
  /// - Throws: what `emit` and `settled` throw, or what the clock does.
  package mutating func run<Source: EventSource<Provider>>(
    _ source: inout Source, from start: Instant, until end: Instant?,
    emit: (Record, inout Provider) throws -> Void,
    settled: (inout Conductor<Provider>) throws -> Void
  ) async throws {
    self.end = end
    try await play(&source, at: start, emit: emit)
    try settled(&conductor)
    while true {
      if arrival == nil, let inputs = inputs.take() {
        arrival = Arrival(at: max(now, latest), inputs: inputs)
      }
      let deadline = [conductor.nextDeadline(), arrival?.at].compactMap(\.self).min()
      let target = [source.next(before: deadline), self.end].compactMap(\.self).min()
      let wake = try await sleep(until: target)
      if inputs.isStopped { return }
      switch wake {
      case nil: continue
      case .reached?:
        guard let target else { continue }
        if let end = self.end, end <= target { return }
        if arrival?.at != target { lateness.count(clock.lateness(of: target - offset)) }
        try await play(&source, at: target, emit: emit)
      case .set(let by)?:
        // The run lasts as long as it was to last, whatever the clock says.
        self.end = self.end.map { $0 + by }
        source.clockWasSet(by: by)
        latest = now
        arrival?.at = latest
        try conductor.tell(.clockChanged(by: by), at: latest, emit: emit)
        try await play(&source, at: latest, emit: emit)
      case .suspended(let length)?:
        let began = max(now - length, latest)
        let woken = max(now, began)
        try await conductor.play([.suspended(true)], at: began, emit: emit)
        try settled(&conductor)
        if let end = self.end, end <= woken { return }
        latest = woken
        arrival?.at = latest
        try conductor.tell(.suspended(false), at: woken, emit: emit)
        try await play(&source, at: woken, emit: emit)
      }
      try settled(&conductor)
    }
  }

  /// The time on the schedule's clock.
  package var now: Instant { clock.now + offset }

  /// Sleeps until the clock wakes it; nil where something from outside came first.
  ///
  /// What the clock has to tell is never lost: of both, the wake counts, and what came from
  /// outside waits in the inputs.
  private func sleep(until target: Instant?) async throws -> Wake? {
    let target = target.map { $0 - offset }
    // Where the target has passed the clock does not sleep, but tells of a jump first.
    if let target, target <= clock.now { return try await clock.sleep(until: target) }
    return try await withThrowingTaskGroup(of: Wake?.self) { [clock, inputs] group in
      group.addTask { try await clock.sleep(until: target) }
      group.addTask {
        await inputs.arrival()
        return nil
      }
      var wake = try await group.next() ?? nil
      group.cancelAll()
      do {
        if let other = try await group.next() { wake = wake ?? other }
      } catch is CancellationError {}
      return wake
    }
  }

  /// Plays an instant with all that is planned for it and all that has come from outside.
  private mutating func play<Source: EventSource<Provider>>(
    _ source: inout Source, at time: Instant, emit: (Record, inout Provider) throws -> Void
  ) async throws {
    var arrived = LiveInputs.Arrived()
    if let arrival, arrival.at <= time {
      arrived = arrival.inputs
      self.arrival = nil
    }
    // What stands in a container may have changed since it was last read.
    conductor.provider.containersMayHaveChanged()
    let happenings = source.take(through: time, noticing: arrived.noticed, &conductor.provider)
    latest = try await conductor.play(happenings, beside: arrived.events, at: time, emit: emit)
    offset += latest - time
    end = end.map { $0 + (latest - time) }
    if let waiting = arrival { arrival?.at = max(waiting.at + (latest - time), latest) }
  }
}
