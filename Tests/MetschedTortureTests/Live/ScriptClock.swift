import MetschedRuntime
import MetschedTime
import Synchronization

/// A clock to which a script happens; the rest of its time passes at once.
final class ScriptClock: Clock {
  private struct State {
    var now: Instant
    /// How long it is to the next step.
    var left: Int64
    var index = 0
  }

  private let script: LiveScript
  private let state: Mutex<State>
  /// Does what concerns others, nil for the end; whether it wakes the run.
  private let perform: @Sendable (LiveScript.Step?) -> Bool
  /// Whether restarts happen.
  private let restarts: Bool

  init(
    _ script: LiveScript, at start: Instant, restarts: Bool,
    perform: @escaping @Sendable (LiveScript.Step?) -> Bool
  ) {
    self.script = script
    self.restarts = restarts
    self.perform = perform
    state = Mutex(State(now: start, left: script.steps.first?.after ?? script.rest))
  }

  var now: Instant { state.withLock(\.now) }

  /// Lets time pass in which nothing runs.
  func pass(_ length: Int64) {
    state.withLock { state in
      state.now = state.now + length
      state.left -= length
    }
  }

  func sleep(until deadline: Instant?) async throws -> Wake {
    while true {
      try Task.checkCancellation()
      let (step, isOver) = state.withLock { state -> (LiveScript.Step?, Bool) in
        if let deadline, deadline < state.now + state.left {
          let length = max(0, deadline - state.now)
          state.now = state.now + length
          state.left -= length
          return (nil, false)
        }
        state.now = state.now + state.left
        let index = state.index
        state.index += 1
        let next = index + 1
        state.left = next < script.steps.count ? script.steps[next].after : script.rest
        return index < script.steps.count ? (script.steps[index].step, true) : (nil, true)
      }
      guard isOver else { return .reached }
      switch step {
      case .setClock(let by):
        state.withLock { $0.now = $0.now + by }
        return .set(by: by)
      case .suspend(let length):
        state.withLock { $0.now = $0.now + length }
        return .suspended(for: length)
      case .restart where !restarts: continue
      default:
        // Whoever wakes the run ends this sleep.
        if perform(step) { try await Task.sleep(for: .seconds(3_600)) }
      }
    }
  }
}
