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
      throw FileAccess.Failure(message: error.message)
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

  /// Takes a record in; on a live run it waits until its instant is over.
  func add(_ record: StoredRecord) throws(FileAccess.Failure) {
    pending.append(record)
    if case .whole = file, pending.count >= Self.batch { try handOver() }
  }

  /// Hands over the records of an instant that is over.
  func settled() {
    guard let last = pending.last?.record.at else { return }
    writer?.submit(StoreBatch(records: pending, through: last))
    pending.removeAll(keepingCapacity: true)
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
