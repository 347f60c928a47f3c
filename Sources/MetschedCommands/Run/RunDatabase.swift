import MetschedEngine
import MetschedRecords
import MetschedTime

/// The database that takes in a run's records.
///
/// A live run's grows with it and may hold several runs; a virtual one's appears whole or not at
/// all.
final class RunDatabase {
  private enum File {
    case growing(RunStore)
    case whole(WholeRunStore)
  }

  let path: String
  private let file: File
  private var writer: StoreWriter?
  /// What the instant that is not over has brought.
  private var instant: StoreInstant?

  /// Whether this build keeps databases at all.
  static var isAvailable: Bool { RunStore.isAvailable }

  /// Opens or begins a file.
  ///
  /// - Parameters:
  ///   - path: its place.
  ///   - isLive: whether the run is one on the system's clock.
  ///   - terminal: where people are told of its faults.
  /// - Throws: why it cannot be.
  init(_ path: String, isLive: Bool, _ terminal: Terminal) throws(FileAccess.Failure) {
    self.path = path
    let tell: @Sendable (StoreNotice) -> Void = { terminal.problem($0.text) }
    do throws(StoreError) {
      file =
        isLive
        ? .growing(try RunStore(path, tell: tell)) : .whole(try WholeRunStore(path, tell: tell))
    } catch {
      let advice =
        error.kind == .locked
        ? "; `--record FILE.db` keeps this run's records elsewhere, and `--no-record` nowhere" : ""
      throw FileAccess.Failure(message: error.message + advice)
    }
  }

  /// Begins a run.
  func begin(_ run: StoredRun) throws(FileAccess.Failure) {
    do throws(StoreError) {
      switch file {
      case .growing(let store): write(by: try store.begin(run))
      case .whole(let store): write(by: try store.begin(run))
      }
    } catch {
      throw FileAccess.Failure(message: error.message)
    }
  }

  private func write(by writer: StoreWriter) {
    self.writer = writer
    instant = StoreInstant(partSize: writer.partSize)
  }

  /// The live run that has not reached its end, and what a restart needs of it; nil for none.
  func unfinished() throws(FileAccess.Failure) -> (KeptRun, [StoredState])? {
    guard case .growing(let store) = file else { return nil }
    do throws(StoreError) {
      return try store.unfinishedRun().map { kept throws(StoreError) in
        (kept, kept.through == nil ? [] : try store.states(of: kept))
      }
    } catch {
      throw FileAccess.Failure(message: error.message)
    }
  }

  /// Hands over the records of a run that goes on, after one of them, in order.
  func records(
    of run: KeptRun, after sequence: Int64, _ body: (StoredRecord) -> Void
  ) throws(FileAccess.Failure) {
    guard case .growing(let store) = file else { return }
    do throws(StoreError) {
      try store.records(of: run, after: sequence, body)
    } catch {
      throw FileAccess.Failure(message: error.message)
    }
  }

  /// Goes on with a run.
  func resume(_ run: KeptRun) throws(FileAccess.Failure) {
    guard case .growing(let store) = file else { return }
    do throws(StoreError) {
      write(by: try store.resume(run))
    } catch {
      throw FileAccess.Failure(message: error.message)
    }
  }

  /// Whether the file has lost the states that it had, so that all are wanted.
  var wantsWholeState: Bool { writer?.wantsWholeState ?? false }

  /// Takes a record in; on a live run it waits until its instant is over, or brings much.
  func add(_ record: StoredRecord) throws(FileAccess.Failure) {
    if instant?.add(record) == true { try handOver() }
  }

  /// Says that what a restart needs of the instant that is over comes now.
  ///
  /// - Parameters:
  ///   - time: the last instant that was played.
  ///   - isWhole: whether all states come, so that those that were there go away.
  func beginStates(through time: Instant, isWhole: Bool) {
    instant?.reach(time, statesAreWhole: isWhole)
  }

  /// Takes in what a restart needs of the instant that is over.
  func save(_ state: StoredState) throws(FileAccess.Failure) {
    if instant?.add(state) == true { try handOver() }
  }

  /// Hands over what is left of an instant that is over, and what the run took in.
  func settled(_ inputs: [StoredInput] = []) {
    guard let batch = instant?.take(inputs) else { return }
    writer?.submit(batch)
  }

  /// Ends a run.
  ///
  /// - Parameter isOver: whether it has reached its end, and was not stopped before.
  /// - Throws: that not all could be written.
  func end(isOver: Bool) throws(FileAccess.Failure) {
    if case .whole = file { try handOver() }
    settled()
    guard let figures = writer?.close(isOver: isOver) else { return }
    writer = nil
    guard figures.waiting == 0 else {
      let count = figures.waiting
      throw FileAccess.Failure(
        message: "`\(path)` lacks the last \(count) record\(count == 1 ? "" : "s"), "
          + "which could not be written")
    }
  }

  private func handOver() throws(FileAccess.Failure) {
    guard let writer else { return }
    switch file {
    case .growing:
      if let part = instant?.takePart() { writer.submitPart(part) }
    case .whole:
      guard let batch = instant?.take() else { return }
      do throws(StoreError) {
        try writer.submitWaiting(batch)
      } catch {
        throw FileAccess.Failure(message: error.message)
      }
    }
  }

  /// Puts a file that appears when it is whole in its place.
  func commit() throws(FileAccess.Failure) {
    guard case .whole(let store) = file else { return }
    do throws(StoreError) {
      try store.commit()
    } catch {
      throw FileAccess.Failure(message: error.message)
    }
  }

  /// Takes away what is not whole.
  func discard() {
    writer?.close(isOver: false)
    if case .whole(let store) = file { store.discard() }
  }
}
