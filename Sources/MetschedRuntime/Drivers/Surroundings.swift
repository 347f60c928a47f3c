package import MetschedTime

/// What a live run lives in: a clock, and what comes from outside.
///
/// The seam between a run that happens and one that is played again: everything that a run cannot
/// know beforehand comes through here, or through what its provider reads.
package protocol Surroundings: Sendable {
  /// The time on the clock that the run sleeps on.
  var now: Instant { get }

  /// Whether somebody asked the run to end after the instant under way.
  var isStopped: Bool { get }

  /// Is told that an instant is about to be played.
  func willPlay()

  /// Takes what has come from outside since it was last taken; nil where nothing has.
  func take() -> Arrival?

  /// Returns whether somebody wants to know how the run stands.
  func takeAsked() -> Bool

  /// Sleeps until the clock reaches a deadline, jumps, or something comes from outside.
  ///
  /// - Parameter deadline: when to wake; nil for whatever comes first.
  /// - Returns: what woke it; nil where something from outside did, or somebody stopped the run.
  /// - Throws: what the clock does.
  func sleep(until deadline: Instant?) async throws -> Awakening?

  /// Returns how long a deadline has been over, in the time of whoever watches the run.
  func lateness(of deadline: Instant) -> Duration
}

extension Surroundings {
  /// Nobody asks.
  package func takeAsked() -> Bool { false }
}

/// What came from outside, and when the run noticed it on the clock.
package struct Arrival: Sendable {
  package var at: Instant
  package var inputs: LiveInputs.Arrived
}

/// What ended a sleep, and the time on the clock then.
package struct Awakening: Sendable {
  package var wake: Wake
  package var at: Instant
}

/// A clock, and what others tell the run meanwhile.
struct ClockAndInputs: Surroundings {
  let clock: any Clock
  let inputs: LiveInputs
  /// Takes down what comes; nil for a run that nobody wants to see again.
  var journal: RunJournal?

  var now: Instant { clock.now }
  var isStopped: Bool { inputs.isStopped }

  func willPlay() { journal?.willPlay() }
  func takeAsked() -> Bool { inputs.takeAsked() }

  func take() -> Arrival? {
    guard let inputs = inputs.take() else { return nil }
    let arrival = Arrival(at: clock.now, inputs: inputs)
    journal?.note(.arrived(inputs), at: arrival.at)
    return arrival
  }

  func sleep(until deadline: Instant?) async throws -> Awakening? {
    guard let wake = try await wake(by: deadline) else { return nil }
    let awakening = Awakening(wake: wake, at: clock.now)
    switch wake {
    case .reached: break
    case .set(let by): journal?.note(.clockSet(by: by), at: awakening.at)
    case .suspended(let length): journal?.note(.suspended(for: length), at: awakening.at)
    }
    return awakening
  }

  /// What the clock has to tell is never lost: of both, the wake counts, and what came from
  /// outside waits in the inputs.
  private func wake(by deadline: Instant?) async throws -> Wake? {
    // Where the deadline has passed the clock does not sleep, but tells of a jump first.
    if let deadline, deadline <= clock.now { return try await clock.sleep(until: deadline) }
    return try await withThrowingTaskGroup(of: Wake?.self) { group in
      group.addTask { try await clock.sleep(until: deadline) }
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

  func lateness(of deadline: Instant) -> Duration { clock.lateness(of: deadline) }
}
