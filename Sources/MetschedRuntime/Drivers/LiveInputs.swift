package import MetschedEngine
import Synchronization

/// What reaches a live run from outside; may be spoken to from anywhere.
package final class LiveInputs: Sendable {
  private let state = Mutex(State())

  private struct State {
    var events: [Event] = []
    var isStopped = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  package init() {}

  /// Lets the run end after the instant under way.
  package func stop() {
    change { $0.isStopped = true }
  }

  /// Tells the machine what has happened, at the instant at which the run notices it.
  ///
  /// A provider whose answer comes later than its instant answers nil there, and later brings the
  /// answer with `happened([.answered(request, answer)])`; nobody waits for it meanwhile.
  package func happened(_ events: [Event]) {
    change { $0.events.append(contentsOf: events) }
  }

  var isStopped: Bool { state.withLock(\.isStopped) }

  /// Takes all that has happened; nil where nothing has.
  func take() -> [Event]? {
    state.withLock { state in
      defer { state.events = [] }
      return state.events.isEmpty ? nil : state.events
    }
  }

  /// Waits until there is something to take, until the run is stopped, or until it is cancelled.
  func arrival() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.isStopped || !state.events.isEmpty { return true }
          state.waiter = continuation
          return false
        }
        if isThere {
          continuation.resume()
        } else if Task.isCancelled {
          wake()
        }
      }
    } onCancel: {
      wake()
    }
  }

  private func change(_ change: (inout State) -> Void) {
    state.withLock { change(&$0) }
    wake()
  }

  private func wake() {
    let waiter = state.withLock { $0.waiter.take() }
    waiter?.resume()
  }
}
