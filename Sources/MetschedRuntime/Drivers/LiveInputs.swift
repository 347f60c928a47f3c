package import MetschedEngine
import Synchronization

/// What reaches a live run from outside; may be spoken to from anywhere.
package final class LiveInputs: Sendable {
  private let state = Mutex(State())

  private struct State {
    var events: [Event] = []
    /// Whether the provider has answers that nobody has fetched.
    var hasAnswers = false
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

  /// Lets the run take the answers that its provider has by now, as `arrivals` gives them.
  package func answersCame() {
    change { $0.hasAnswers = true }
  }

  var isStopped: Bool { state.withLock(\.isStopped) }

  /// Takes all that has happened, which may be answers alone; nil where nothing has.
  func take() -> [Event]? {
    state.withLock { state in
      defer { (state.events, state.hasAnswers) = ([], false) }
      return state.events.isEmpty && !state.hasAnswers ? nil : state.events
    }
  }

  /// Waits until there is something to take, until the run is stopped, or until it is cancelled.
  func arrival() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.isStopped || state.hasAnswers || !state.events.isEmpty { return true }
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
