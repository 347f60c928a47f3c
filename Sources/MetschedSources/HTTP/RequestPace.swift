import Synchronization

/// The pace of requests to one provider: at most so many a second, and so many at once.
///
/// Requests begin at even distances and in order, so that no second ever holds more of them than
/// the rate; a tenth is left for what the network bunches together.
final class RequestPace: Sendable {
  private let state: Mutex<State>
  /// The nanoseconds between two requests; nil for no rate.
  private let distance: UInt64?

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// When the next request may begin, on the uptime clock.
    var next: UInt64 = 0
  }

  /// Creates a pace.
  ///
  /// - Parameters:
  ///   - rate: the most requests in a second; nil for as many as there are.
  ///   - atOnce: the most requests under way.
  init(rate: Int?, atOnce: Int) {
    state = Mutex(State(free: atOnce))
    distance = rate.map { UInt64(1_100_000_000 / $0) }
  }

  /// Waits for its turn, does a request, and lets the next one have its turn.
  func turn<Value: Sendable>(
    on client: HTTPClient, _ request: () async throws -> Value
  ) async throws -> Value {
    await place()
    defer { leave() }
    let delay = delay()
    if delay > 0 { try await client.sleep(for: .nanoseconds(delay)) }
    return try await request()
  }

  private func place() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }

  private func delay() -> UInt64 {
    guard let distance else { return 0 }
    let now = TimeAllowance.now
    return state.withLock { state in
      let begin = max(state.next, now)
      state.next = begin + distance
      return begin - now
    }
  }
}
