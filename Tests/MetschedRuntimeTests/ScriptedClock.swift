import MetschedRuntime
import MetschedTime
import Synchronization

/// Somebody's own clock: its time is a list of what its sleeps end with.
///
/// This is all that a clock needs. It stands still until it is told to sleep; then the next step of
/// its script happens, and after the script every sleep reaches its deadline at once.
final class ScriptedClock: Clock {
  enum Step {
    /// The clock is set by so many milliseconds, so long into the sleep.
    case set(by: Int64, after: Int64)
    /// The machine sleeps for so long, so long into the sleep.
    case suspend(for: Int64, after: Int64)
    /// The sleep ends so many milliseconds late.
    case late(Int64)
  }

  private struct State {
    var now: Instant
    var script: [Step]
  }

  private let state: Mutex<State>

  init(at start: Instant, _ script: [Step] = []) {
    state = Mutex(State(now: start, script: script))
  }

  var now: Instant { state.withLock(\.now) }

  func sleep(until deadline: Instant?) async throws -> Wake {
    try Task.checkCancellation()
    return state.withLock { state in
      let target = deadline ?? state.now
      guard !state.script.isEmpty else {
        state.now = max(state.now, target)
        return .reached
      }
      switch state.script.removeFirst() {
      case .set(let by, let after):
        state.now = state.now + after + by
        return .set(by: by)
      case .suspend(let length, let after):
        state.now = state.now + after + length
        return .suspended(for: length)
      case .late(let milliseconds):
        state.now = max(state.now, target) + milliseconds
        return .reached
      }
    }
  }
}
