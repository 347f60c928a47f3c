public import MetschedTime

/// What a schedule takes its time from; anybody can pass another one.
///
/// A clock is asked for the time and told to sleep; it never decides anything. The driver passes
/// the deadline's own instant to the machine, not the later one at which it woke.
///
/// A clock of your own needs the two members and three promises: `now` never goes back unless
/// `sleep` says so with `.set`; `sleep` returns `.reached` only when `now` has reached the
/// deadline; and it ends at once when its task is cancelled.
public protocol Clock: Sendable {
  /// The wall-clock time.
  var now: Instant { get }

  /// Sleeps until the wall clock reaches a deadline, and at once where it has passed.
  ///
  /// - Parameter deadline: when to wake; nil to sleep until the clock jumps.
  /// - Returns: what woke it; a jump wakes it early, and it is to be told to sleep again.
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until deadline: Instant?) async throws -> Wake
}

/// What ended a clock's sleep.
public enum Wake: Hashable, Sendable {
  /// The deadline has come.
  case reached
  /// Somebody set the wall clock, by so many milliseconds forwards (or backwards, below zero).
  case set(by: Int64)
  /// The whole machine slept for so many milliseconds; the wall clock went on.
  case suspended(for: Int64)
}
