import MetschedRecords
import MetschedRuntime
import MetschedText
import Synchronization

/// What a live run has taken in since the last instant that was written.
final class RunInputs: Sendable {
  private let pending = Mutex<[StoredInput]>([])

  /// Returns what takes down the run's inputs.
  func journal(on clock: any Clock) -> RunJournal {
    RunJournal(clock: clock) { [self] input in
      take(StoredInput(at: input.at, kind: input.word, payload: input.json.text))
    }
  }

  func take(_ input: StoredInput) {
    pending.withLock { $0.append(input) }
  }

  /// Hands over what belongs to the instants that are over.
  func drain() -> [StoredInput] {
    pending.withLock { inputs in
      defer { inputs = [] }
      return inputs
    }
  }
}
