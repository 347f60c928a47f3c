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

  /// What happened outside, and when it was noticed.
  private struct Arrival {
    var at: Instant
    var events: [Event]
  }

  package init(conductor: Conductor<Provider>, clock: any Clock, inputs: LiveInputs) {
    self.conductor = conductor
    self.clock = clock
    self.inputs = inputs
    latest = clock.now
  }

  /// Plays the beginning and everything that follows, until the end or until it is stopped.
  ///
  /// - Parameters:
  ///   - beginning: the events of the first instant.
  ///   - start: the first instant, now or a little before.
  ///   - end: the first instant that is not played; nil to go on until stopped.
  ///   - emit: takes each record.
  ///   - settled: told when an instant is over, so that what was written can be seen.
  /// - Throws: what `emit` and `settled` throw, or what the clock does.
  package mutating func run(
    _ beginning: [Event], from start: Instant, until end: Instant?,
    emit: (Record, inout Provider) throws -> Void,
    settled: (inout Conductor<Provider>) throws -> Void
  ) async throws {
    self.end = end
    try await play(beginning, at: start, emit: emit, settled: settled)
    while true {
      let deadline = conductor.nextDeadline()
      if arrival == nil, let events = inputs.take() {
        arrival = Arrival(at: max(clock.now, latest), events: events)
      }
      let target = [deadline, arrival?.at, self.end].compactMap(\.self).min()
      let wake = try await sleep(until: target)
      if inputs.isStopped { return }
      switch wake {
      case nil: continue
      case .reached?:
        guard let target else { continue }
        if let end = self.end, end <= target { return }
        if deadline == target { lateness.count(clock.lateness(of: target)) }
        let events = arrival.map { $0.at <= target ? $0.events : [] } ?? []
        if let at = arrival?.at, at <= target { arrival = nil }
        try await play(events, at: target, emit: emit, settled: settled)
      case .set(let by)?:
        // The run lasts as long as it was to last, whatever the clock says.
        self.end = self.end.map { $0 + by }
        latest = clock.now
        try await play([.clockChanged(by: by)], at: latest, emit: emit, settled: settled)
        arrival?.at = latest
      case .suspended(let length)?:
        let now = clock.now
        let began = max(now - length, latest)
        try await play([.suspended(true)], at: began, emit: emit, settled: settled)
        if let end = self.end, end <= now { return }
        try await play([.suspended(false)], at: max(now, began), emit: emit, settled: settled)
        arrival?.at = latest
      }
    }
  }

  /// Sleeps until the clock wakes it; nil where something from outside came first.
  ///
  /// What the clock has to tell is never lost: of both, the wake counts, and what came from
  /// outside waits in the inputs.
  private func sleep(until target: Instant?) async throws -> Wake? {
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

  private mutating func play(
    _ events: [Event], at time: Instant,
    emit: (Record, inout Provider) throws -> Void,
    settled: (inout Conductor<Provider>) throws -> Void
  ) async throws {
    latest = time
    // What stands in a container may have changed since it was last read.
    conductor.provider.containersMayHaveChanged()
    try await conductor.play(events, at: time, emit: emit)
    try settled(&conductor)
  }
}
