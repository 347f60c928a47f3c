import MetschedRuntime
import MetschedTime
import Synchronization

/// A clock that takes no time: every sleep ends at its deadline.
final class PunctualClock: Clock {
  private let time: Mutex<Instant>

  init(at start: Instant) { time = Mutex(start) }

  var now: Instant { time.withLock { $0 } }

  func sleep(until deadline: Instant?) async throws -> Wake {
    try Task.checkCancellation()
    guard let deadline else {
      try await Task.sleep(for: .seconds(3_600))
      return .reached
    }
    time.withLock { $0 = max($0, deadline) }
    return .reached
  }
}
