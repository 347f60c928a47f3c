public import MetschedTime
import Synchronization

/// A clock that is wherever it was last told to be: sleeping sets it, and takes no time.
public final class VirtualClock: Clock {
  private let time: Mutex<Instant>

  /// Creates a clock that stands at an instant.
  public init(at start: Instant) {
    time = Mutex(start)
  }

  /// The instant at which the clock stands.
  public var now: Instant { time.withLock { $0 } }

  /// Sets the clock to the deadline, unless it stands there or later already.
  public func sleep(until deadline: Instant?) async throws -> Wake {
    if let deadline { try advance(to: deadline) } else { try Task.checkCancellation() }
    return .reached
  }

  /// Sleeps without a change of tasks, since the sleep takes no time.
  ///
  /// - Throws: `CancellationError`.
  package func advance(to deadline: Instant) throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }

  /// Sets the clock forward or back, as a person does.
  public func set(to instant: Instant) {
    time.withLock { $0 = instant }
  }
}
