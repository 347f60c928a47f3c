package import MetschedEngine
import Synchronization

/// What reaches a live run from outside; may be spoken to from anywhere.
package final class LiveInputs: Sendable {
  private let state = Mutex(State())

  private struct State {
    var arrived = Arrived()
    var isStopped = false
    var isAsked = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// What has come since it was last taken.
  package struct Arrived: Sendable {
    package var events: [Event] = []
    /// Files of containers that somebody else has written.
    package var changes: [ContainerChange] = []
    /// In the order in which they came.
    package var commands: [LiveCommand] = []

    /// Whether the provider has answers that nobody has fetched.
    package var hasAnswers = false

    /// Zones that have other rules than the run had before.
    package var rules: [String] = []

    package init(
      changes: [ContainerChange] = [], commands: [LiveCommand] = [], hasAnswers: Bool = false,
      rules: [String] = []
    ) {
      self.changes = changes
      self.commands = commands
      self.hasAnswers = hasAnswers
      self.rules = rules
    }

    var isEmpty: Bool { events.isEmpty && noticed.isEmpty && !hasAnswers }

    /// What is for the file's events to follow.
    var noticed: Noticed { Noticed(changes: changes, commands: commands, rules: rules) }
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
    change { $0.arrived.events.append(contentsOf: events) }
  }

  /// Tells that files of containers were written; who reads them is asked to reload.
  package func written(_ changes: [ContainerChange]) {
    change { $0.arrived.changes.append(contentsOf: changes) }
  }

  /// Tells that zones have other rules than before; who is there is asked to reload.
  package func rulesChanged(of zones: [String]) {
    change { $0.arrived.rules.append(contentsOf: zones) }
  }

  /// Lets the run say how it stands, between two instants.
  package func ask() {
    change { $0.isAsked = true }
  }

  /// Returns whether somebody has asked since this was last called.
  func takeAsked() -> Bool {
    state.withLock { state in
      defer { state.isAsked = false }
      return state.isAsked
    }
  }

  /// Lets the run do something at the instant at which it notices it.
  package func command(_ command: LiveCommand) {
    change { $0.arrived.commands.append(command) }
  }

  /// Lets the run take the answers that its provider has by now, as `arrivals` gives them.
  package func answersCame() {
    change { $0.arrived.hasAnswers = true }
  }

  /// Whether somebody has asked the run to end before its time.
  package var isStopped: Bool { state.withLock(\.isStopped) }

  /// Takes all that has happened; nil where nothing has.
  func take() -> Arrived? {
    state.withLock { state in
      defer { state.arrived = Arrived() }
      return state.arrived.isEmpty ? nil : state.arrived
    }
  }

  /// Waits until there is something to take, until the run is stopped, or until it is cancelled.
  func arrival() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.isStopped || state.isAsked || !state.arrived.isEmpty { return true }
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
