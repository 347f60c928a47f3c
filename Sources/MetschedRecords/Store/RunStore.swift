/// A file of records that is open for the one process that writes to it.
///
/// Open it, look whether a run is to be continued, then `begin` or `resume` one: from then on the
/// writer has the file.
package final class RunStore {
  private var file: OpenStore
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
    self.tell = tell
    let lock = try StoreLock(for: path)
    let connection: SQLiteConnection
    do throws(StoreError) {
      connection = try StoreFile.open(path, vfs: vfs, survives: survives)
    } catch {
      guard error.isDamage else { throw error }
      connection = try Self.openAnew(path, vfs, survives, tell)
    }
    file = OpenStore(path: path, vfs: vfs, survives: survives, lock: lock, connection: connection)
  }

  /// The live run that has not reached its end and was the last to begin; nil for none.
  package func unfinishedRun() throws(StoreError) -> KeptRun? {
    try orAnew { connection throws(StoreError) in
      try StoredRuns(connection).all().last { $0.run.clock == .system }.flatMap {
        $0.isOver ? nil : $0
      }
    }
  }

  /// All runs, in the order in which they began.
  package func runs() throws(StoreError) -> [KeptRun] {
    try orAnew { connection throws(StoreError) in try StoredRuns(connection).all() } ?? []
  }

  /// The states that belong to a run's records up to `through`; none where it has no whole set.
  package func states(of run: KeptRun) throws(StoreError) -> [StoredState] {
    try orAnew { connection throws(StoreError) in
      try StoreReader(connection).states(of: run.number)
    } ?? []
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

  /// Gives the connection away, so that the writer alone decides when it is closed.
  private func handOver() throws(StoreError) -> OpenStore {
    var given = file
    given.connection = try connection()
    file.connection = nil
    return given
  }

  private func connection() throws(StoreError) -> SQLiteConnection {
    if let open = file.connection { return open }
    let opened = try StoreFile.open(file.path, vfs: file.vfs, survives: file.survives)
    file.connection = opened
    return opened
  }

  /// Reads from the file; nil where it is damaged, and then a new one is begun.
  private func orAnew<Result>(
    _ read: (SQLiteConnection) throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    do throws(StoreError) {
      return try read(connection())
    } catch {
      guard error.isDamage else { throw error }
      file.connection = try Self.openAnew(file.path, file.vfs, file.survives, tell)
      return nil
    }
  }

  private static func openAnew(
    _ path: String, _ vfs: String?, _ survives: Bool, _ tell: (StoreNotice) -> Void
  ) throws(StoreError) -> SQLiteConnection {
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
  var connection: SQLiteConnection?
}
