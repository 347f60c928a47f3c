import MetschedEngine
import MetschedTime

/// What the writer's thread does: takes what waits, writes it, and finds its way back to a file
/// after every fault.
final class StoreWorker: @unchecked Sendable {
  // SAFETY: after `init` the writer's thread alone uses it.
  private let path: String
  private let vfs: String?
  private let survives: Bool
  private let run: StoredRun
  private let tell: @Sendable (StoreNotice) -> Void
  /// Held for as long as anything may be written.
  private var lock: StoreLock?
  private var session: StoreSession?
  /// The run's number in the file that was written last; nil before the first.
  private var number: Int64?
  private var takesStates = true
  /// The records that are in the file that was written last.
  private var kept: StoreGap?
  private var wasMovedAside = false
  private var failures = 0
  /// How many of them came after the run was over.
  private var lastFailures = 0
  private var failing: StoreError.Kind?
  private var droppedBefore = 0
  private var hasToldDropping = false

  init(
    _ file: OpenStore, _ run: StoredRun, continuing known: KeptRun?,
    tell: @escaping @Sendable (StoreNotice) -> Void
  ) throws(StoreError) {
    path = file.path
    vfs = file.vfs
    survives = file.survives
    lock = file.lock
    self.run = run
    self.tell = tell
    let session = try StoreSession(file.connection, run, number: known?.number)
    self.session = session
    number = session.run
    if let known, let through = known.through, known.lastSequence > 0 {
      kept = StoreGap(
        first: 1, last: known.lastSequence, records: known.lastSequence, inputs: known.inputs,
        firstAt: known.run.start, lastAt: through, reason: .removed)
    }
  }

  func run(_ state: Monitor<StoreWriter.State>) {
    while let work = next(state) {
      do throws(StoreError) {
        try write(work, state)
        state.change {
          $0.isWriting = false
          $0.written += $0.queue.written(work)
          // The disk takes them again.
          if work.remains.carried.areLost { $0.wantsWholeState = true }
        }
        recovered(state)
      } catch {
        failed(work, error, state)
      }
    }
    end(state)
  }

  /// Waits for work, and then a while for more of it; nil when the run is over.
  private func next(_ state: Monitor<StoreWriter.State>) -> StoreWork? {
    state.wait(until: { !$0.queue.isEmpty || $0.isClosing }, take: { _ in })
    let (limits, wasClosing) = state.withLock { ($0.limits, $0.isClosing) }
    let pause =
      failures == 0 || wasClosing
      ? limits.delay : min(limits.pause, limits.delay << min(failures, 16))
    return state.wait(
      until: { [failures] in
        $0.isClosing != wasClosing
          || (failures == 0 && ($0.isClosing || $0.hurried > 0 || $0.isFull))
      },
      atMost: pause,
      take: { [lastFailures] state in
        if state.isClosing, state.queue.isEmpty { return nil }
        if lastFailures >= limits.lastAttempts { return nil }
        state.isWriting = true
        return state.queue.take(limits.batch)
      })
  }

  private func write(
    _ work: StoreWork, _ state: Monitor<StoreWriter.State>
  ) throws(StoreError) {
    // The file may have been taken away or replaced since; or the instant was given up whose parts
    // are in an open transaction.
    if !work.follows, let session, session.hasMoved || session.isOpen { self.session = nil }
    let session = try current(state)
    takesStates = try session.write(work, takesStates: takesStates)
    if !work.goesOn { keep(work) }
  }

  /// The open file; opened again where a fault has closed it.
  private func current(_ state: Monitor<StoreWriter.State>) throws(StoreError) -> StoreSession {
    if let session { return session }
    let opened = try open(state)
    session = opened
    return opened
  }

  /// Opens the file again, or a new one where it has gone.
  private func open(_ state: Monitor<StoreWriter.State>) throws(StoreError) -> StoreSession {
    let connection = try StoreFile.open(path, vfs: vfs, survives: survives)
    let session = try StoreSession(connection, run, number: number)
    number = session.run
    if session.isNew {
      if !wasMovedAside { tell(.begunAnew(path: path)) }
      takesStates = false
      state.change { state in
        state.wantsWholeState = true
        if var lost = kept {
          lost.reason = wasMovedAside ? .corrupt : .removed
          state.queue.lost(lost)
        }
      }
      kept = nil
      wasMovedAside = false
    }
    return session
  }

  /// Remembers which records are in the file, to say so should they be lost with it.
  private func keep(_ work: StoreWork) {
    let gaps =
      work.instant?.gaps ?? work.batches.compactMap { StoreGap($0.batch, .removed) }
    let records = gaps.filter { $0.records > 0 }
    guard let first = records.first, let last = records.last else { return }
    kept = StoreGap(
      first: kept?.first ?? first.first, last: last.last,
      records: (kept?.records ?? 0) + Int64(work.recordsOfTransaction), inputs: 0,
      firstAt: kept?.firstAt ?? first.firstAt, lastAt: last.lastAt, reason: .removed)
  }

  private func recovered(_ state: Monitor<StoreWriter.State>) {
    failures = 0
    guard failing != nil else { return }
    failing = nil
    hasToldDropping = false
    let dropped = state.change { state in
      state.isFailing = false
      state.isDropping = false
      return state.queue.dropped
    }
    tell(.recovered(dropped: dropped - droppedBefore))
    droppedBefore = dropped
  }

  private func failed(
    _ work: StoreWork, _ error: StoreError, _ state: Monitor<StoreWriter.State>
  ) {
    session = nil
    failures += 1
    if state.withLock(\.isClosing) { lastFailures += 1 }
    switch error.kind {
    case .refused where failures > 1: refuse(work, error, state)
    case .corrupt, .noDatabase: moveAside(work, state)
    default: wait(work, error, state)
    }
  }

  private func wait(_ work: StoreWork, _ error: StoreError, _ state: Monitor<StoreWriter.State>) {
    let isDropping = state.change { state in
      state.isWriting = false
      state.queue.putBack(work)
      if !survives { state.failure = error }
      state.isFailing = true
      return state.isDropping
    }
    if failing != error.kind { tell(.failing(error)) }
    failing = error.kind
    if isDropping, !hasToldDropping { tell(.dropping) }
    hasToldDropping = isDropping
  }

  private func refuse(
    _ work: StoreWork, _ error: StoreError, _ state: Monitor<StoreWriter.State>
  ) {
    failures = 0
    tell(.refused(error, records: work.records))
    state.change {
      $0.isWriting = false
      $0.queue.drop(work, .refused)
    }
  }

  private func moveAside(_ work: StoreWork, _ state: Monitor<StoreWriter.State>) {
    do throws(StoreError) {
      let name = try StoreFile.moveAside(path)
      tell(.movedAside(path: path, kept: name))
      wasMovedAside = true
      state.change {
        $0.isWriting = false
        $0.queue.putBack(work)
      }
    } catch {
      wait(work, error, state)
    }
  }

  /// Closes the file of a run that goes on no longer.
  private func end(_ state: Monitor<StoreWriter.State>) {
    let isWhole = state.withLock { $0.isOver && $0.queue.isEmpty }
    if isWhole {
      do throws(StoreError) {
        try current(state).finish()
      } catch {
        tell(.failing(error))
      }
    }
    session = nil
    lock = nil
    state.change { $0.hasEnded = true }
  }
}
