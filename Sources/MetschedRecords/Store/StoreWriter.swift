import MetschedSystem

/// Writes a run's records into a database, on a thread of its own.
///
/// `submit` never waits for the disk. What cannot be written waits in bounded memory and is tried
/// again; what is more than that is dropped, oldest first, counted, and noted in the file. An instant
/// that alone is more comes in parts (`submitPart`), which wait for a disk that works.
package final class StoreWriter: Sendable {
  package struct Limits: Sendable {
    /// How long records wait for others to share their transaction, in milliseconds.
    package var delay = 250
    /// The number of records at which a transaction does not wait any longer.
    package var batch = 4_096
    /// The bytes of records that wait at most, about.
    package var memory = 64 << 20
    /// The bytes from which on an instant is handed over in parts.
    package var part = 4 << 20
    /// The longest pause between two attempts, in milliseconds.
    package var pause = 5_000
    /// How often it is tried to write what is left when the run ends.
    package var lastAttempts = 4

    package init() {}
  }

  /// What has become of a run's records so far.
  package struct Figures: Hashable, Sendable {
    package var written: Int
    package var waiting: Int
    package var dropped: Int

    package init(written: Int, waiting: Int, dropped: Int) {
      self.written = written
      self.waiting = waiting
      self.dropped = dropped
    }
  }

  let state: Monitor<State>
  private let thread: SystemThread

  /// What the writer and those who hand records over share.
  struct State: Sendable {
    var queue: StoreQueue
    var limits: Limits
    var written = 0
    var isClosing = false
    /// Whether the run has reached its end, not only its service.
    var isOver = false
    /// How many wait for everything to be tried.
    var hurried = 0
    var isFailing = false
    var isDropping = false
    var hasEnded = false
    /// Whether the file lacks states that it had, so that all of them are wanted.
    var wantsWholeState = false
    /// Why a run that waits for its records to be written can go on no longer.
    var failure: StoreError?
    /// Whether a transaction is being written.
    var isWriting = false

    var isFull: Bool { queue.recordsQueued >= limits.batch || queue.hasParts }
    /// Whether a part of an instant need not wait: instants after it find room, or nothing is gained.
    var takesParts: Bool { queue.size < limits.memory / 2 || isFailing || hasEnded }
    var isBusy: Bool { isWriting || !queue.isEmpty }
  }

  init(_ worker: StoreWorker, inputs: Int64, limits: Limits) {
    state = Monitor(State(queue: StoreQueue(inputs: inputs), limits: limits))
    thread = SystemThread("metsched.store") { [state] in worker.run(state) }
  }

  deinit { close(isOver: false) }

  /// Hands over what an instant or several brought; returns at once.
  package func submit(_ batch: StoreBatch) {
    let wakes = state.withLock { state in
      let waited = state.isBusy
      state.queue.append(batch)
      if batch.statesAreWhole { state.wantsWholeState = false }
      if state.queue.drop(above: state.limits.memory) { state.isDropping = true }
      return !waited || state.isFull
    }
    if wakes { state.wake() }
  }

  /// Hands over a part of an instant; where memory is full of them it waits for a disk that works, but
  /// for no part longer than the longest pause.
  package func submitPart(_ batch: StoreBatch) {
    precondition(batch.goesOn, "a last part is submitted")
    let pause = state.withLock(\.limits.pause)
    state.wait(until: \.takesParts, atMost: pause, take: { _ in })
    submit(batch)
  }

  /// The bytes from which on an instant is handed over in parts.
  package var partSize: Int { state.withLock(\.limits.part) }

  /// Hands over records, and waits where memory is full of them; for runs that can wait.
  ///
  /// - Throws: why nothing can be written any more.
  package func submitWaiting(_ batch: StoreBatch) throws(StoreError) {
    let failure = state.wait(
      until: { $0.failure != nil || $0.queue.size < $0.limits.memory }, take: { $0.failure })
    if let failure { throw failure }
    state.change { $0.queue.append(batch) }
  }

  /// Whether the next batch must have all states, as the file has lost those that it had.
  package var wantsWholeState: Bool { state.withLock { $0.wantsWholeState } }

  package var figures: Figures {
    state.withLock {
      Figures(written: $0.written, waiting: $0.queue.recordsWaiting, dropped: $0.queue.dropped)
    }
  }

  /// Waits until everything handed over is in the file, or until it has failed.
  package func flush() {
    state.change { $0.hurried += 1 }
    state.wait(
      until: { $0.hasEnded || $0.isFailing || !$0.isBusy },
      take: { $0.hurried -= 1 })
  }

  /// Writes what is left, closes the file and ends the thread.
  ///
  /// - Parameter isOver: whether the run has reached its end, so that nothing continues it.
  /// - Returns: what became of all records.
  @discardableResult
  package func close(isOver: Bool) -> Figures {
    state.change {
      $0.isClosing = true
      $0.isOver = $0.isOver || isOver
    }
    thread.join()
    return figures
  }
}
