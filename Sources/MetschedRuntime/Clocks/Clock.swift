public import MetschedTime

/// What a schedule takes its time from; anybody can pass another one.
///
/// A clock is asked for the time and told to sleep; it never decides anything. The driver passes
/// the deadline's own instant to the machine, not the later one at which it woke.
public protocol Clock: Sendable {
  /// The wall-clock time.
  var now: Instant { get }

  /// Sleeps until the wall clock reaches a deadline, and at once where it has passed.
  ///
  /// - Parameter deadline: when to wake.
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until deadline: Instant) async throws
}
