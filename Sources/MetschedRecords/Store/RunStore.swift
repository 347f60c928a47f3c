/// A file of records that is open for the one process that writes to it.
///
/// Open it, look whether a run is to be continued, then `begin` or `resume` one: from then on the
/// writer has the file.
package final class RunStore {
  private let path: String
  private let vfs: String?
  private let survives: Bool
  /// Nil once a writer has it.
  private var file: OpenStore?
  private let tell: @Sendable (StoreNotice) -> Void

  /// Whether this build keeps databases at all; without the trait `SQLite` it does not.
  package static var isAvailable: Bool { SQLiteConnection.isAvailable }

  /// Opens a file, creates or migrates it; a damaged one is kept under another name.
  ///
  /// - Parameters:
  ///   - path: the file; its folder is there.
  ///   - survives: whether it must survive a crash at any moment; a file that is renamed when it
  ///     is whole need not.
  ///   - vfs: the layer of SQLite that reaches the disk; nil for its own.
  ///   - tell: told of what becomes of the file, on any thread.
  /// - Throws: that another service has it, that it is another program's or a later version's, or
  ///   what the disk says.
  package init(
    _ path: String, survives: Bool = true, vfs: String? = nil,
    tell: @escaping @Sendable (StoreNotice) -> Void
  ) throws(StoreError) {
    if !SQLiteConnection.isAvailable { throw .unavailable }
    self.path = path
    self.vfs = vfs
    self.survives = survives
    self.tell = tell
    try StoreFile.refuseOtherFiles(path)
    _ = try opened()
  }

  /// The open file; opened again after a writer had it.
  private func opened() throws(StoreError) -> OpenStore {
    if let file { return file }
    let lock = try StoreLock(for: path)
    let connection: SQLiteConnection
    do throws(StoreError) {
      connection = try StoreFile.open(path, vfs: vfs, survives: survives)
    } catch {
      guard error.isDamage else { throw error }
      connection = try openAnew()
    }
    let opened = OpenStore(
      path: path, vfs: vfs, survives: survives, lock: lock, connection: connection)
    file = opened
    return opened
  }

  /// The live run that has not reached its end and was the last to begin; nil for none.
  package func unfinishedRun() throws(StoreError) -> KeptRun? {
    try orAnew { connection throws(StoreError) in
      try StoredRuns(connection).all().last { $0.run.clock == .system }.flatMap {
        $0.isOver ? nil : $0
      }
    }
  }

  /// The states that belong to a run's records up to `through`; none where it has no whole set.
  package func states(of run: KeptRun) throws(StoreError) -> [StoredState] {
    try orAnew { connection throws(StoreError) in
      try StoreReader(connection).states(of: run.number)
    } ?? []
  }

  /// Hands over a run's records after one of them, in order.
  package func records(
    of run: KeptRun, after sequence: Int64, _ body: (StoredRecord) -> Void
  ) throws(StoreError) {
    try StoreReader(opened().connection).records(of: run.number, after: sequence, body)
  }

  /// Begins a new run in the file.
  package func begin(
    _ run: StoredRun, limits: StoreWriter.Limits = .init()
  ) throws(StoreError) -> StoreWriter {
    StoreWriter(
      try StoreWorker(handOver(), run, continuing: nil, tell: tell), inputs: 0, limits: limits)
  }

  /// Goes on with a run; what has changed about it, such as its speed, is written.
  package func resume(
    _ known: KeptRun, limits: StoreWriter.Limits = .init()
  ) throws(StoreError) -> StoreWriter {
    StoreWriter(
      try StoreWorker(handOver(), known.run, continuing: known, tell: tell),
      inputs: known.inputs, limits: limits)
  }

  /// Gives the file away with its lock, both of which last as long as the writer needs them.
  private func handOver() throws(StoreError) -> OpenStore {
    let given = try opened()
    file = nil
    return given
  }

  /// Reads from the file; nil where it is damaged, and then a new one is begun.
  private func orAnew<Result>(
    _ read: (SQLiteConnection) throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    do throws(StoreError) {
      return try read(opened().connection)
    } catch {
      guard error.isDamage else { throw error }
      file?.connection = try openAnew()
      return nil
    }
  }

  private func openAnew() throws(StoreError) -> SQLiteConnection {
    tell(.movedAside(path: path, kept: try StoreFile.moveAside(path)))
    return try StoreFile.open(path, vfs: vfs, survives: survives)
  }
}

/// What a writer takes over.
struct OpenStore {
  var path: String
  var vfs: String?
  var survives: Bool
  var lock: StoreLock
  var connection: SQLiteConnection
}
