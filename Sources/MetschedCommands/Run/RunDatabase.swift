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
  private var pending: [StoredRecord] = []
  /// What a restart needs of the instants whose records wait, and how far they reach.
  private var states: [StoredState] = []
  private var statesAreWhole = false
  private var through: Instant?

  /// How many records of a virtual run are handed over together.
  private static let batch = 4_096

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
      writer =
        switch file {
        case .growing(let store): try store.begin(run)
        case .whole(let store): try store.begin(run)
        }
    } catch {
      throw FileAccess.Failure(message: error.message)
    }
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

  /// Goes on with a run.
  func resume(_ run: KeptRun) throws(FileAccess.Failure) {
    guard case .growing(let store) = file else { return }
    do throws(StoreError) {
      writer = try store.resume(run)
    } catch {
      throw FileAccess.Failure(message: error.message)
    }
  }

  /// Whether the file has lost the states that it had, so that all are wanted.
  var wantsWholeState: Bool { writer?.wantsWholeState ?? false }

  /// Takes in what a restart needs of the instant that is over.
  func save(_ states: [StoredState], areWhole: Bool, through time: Instant) {
    self.states += states
    statesAreWhole = statesAreWhole || areWhole
    through = time
  }

  /// Takes a record in; on a live run it waits until its instant is over.
  func add(_ record: StoredRecord) throws(FileAccess.Failure) {
    pending.append(record)
    if case .whole = file, pending.count >= Self.batch { try handOver() }
  }

  /// Hands over the records of an instant that is over, and what the run took in.
  func settled(_ inputs: [StoredInput] = []) {
    guard let last = through ?? pending.last?.record.at else { return }
    writer?.submit(
      StoreBatch(
        records: pending, inputs: inputs, states: states, statesAreWhole: statesAreWhole,
        through: last))
    pending.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    (statesAreWhole, through) = (false, nil)
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
    guard let last = pending.last?.record.at, let writer else { return }
    do throws(StoreError) {
      try writer.submitWaiting(StoreBatch(records: pending, through: last))
    } catch {
      throw FileAccess.Failure(message: error.message)
    }
    pending.removeAll(keepingCapacity: true)
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
