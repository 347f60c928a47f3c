import Foundation
import Synchronization

/// Lets so many at a time do something; the others wait for their turn, without a thread.
package final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// As many as the machine has cores.
  package static let oneForEachCore = Turns(ProcessInfo.processInfo.activeProcessorCount)

  private let state: Mutex<State>

  package init(_ count: Int) {
    state = Mutex(State(free: count))
  }

  /// Waits for a turn, which `pass()` ends.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Ends a turn, so that the next one can begin.
  package func pass() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
