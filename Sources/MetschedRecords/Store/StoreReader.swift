import Glibc
import MetschedTime

/// Reads a file of records, also while a service writes to it.
package struct StoreReader {
  let connection: SQLiteConnection
  let version: Int64

  /// Opens a file for reading.
  ///
  /// - Throws: that nothing is there, that it is no database of ours, or what the disk says.
  package init(_ path: String) throws(StoreError) {
    if !SQLiteConnection.isAvailable { throw .unavailable }
    if access(path, F_OK) != 0 { throw StoreError(.missing, "`\(path)` does not exist") }
    // A connection that may write takes the log away again when it is the last one; where the
    // file is not ours to write, SQLite opens it for reading.
    let connection = try SQLiteConnection(path, .readWrite)
    try connection.run("PRAGMA query_only = ON")
    try self.init(connection)
  }

  init(_ connection: SQLiteConnection) throws(StoreError) {
    self.connection = connection
    version = try StoreSchema.check(connection)
  }

  /// Whether another file, or none, is now under the path.
  package var hasMoved: Bool { connection.hasMoved }

  /// All runs, in the order in which they began.
  package func runs() throws(StoreError) -> [KeptRun] {
    version == 0 ? [] : try StoredRuns(connection).all()
  }

  /// What came from outside during a run, in order.
  package func inputs(of run: Int64) throws(StoreError) -> [StoredInput] {
    guard version >= StoreSchema.restartsVersion else { return [] }
    let statement = try connection.prepare(
      "SELECT at, kind, payload FROM input WHERE run = \(run) ORDER BY number")
    var inputs: [StoredInput] = []
    while try statement.step() {
      inputs.append(
        StoredInput(
          at: Instant(milliseconds: statement.integer(0)), kind: statement.text(1) ?? "",
          payload: statement.text(2) ?? ""))
    }
    return inputs
  }

  /// The states that belong to a run's records up to `through`, by name.
  package func states(of run: Int64) throws(StoreError) -> [StoredState] {
    guard version >= StoreSchema.restartsVersion else { return [] }
    let statement = try connection.prepare(
      "SELECT name, bytes FROM state WHERE run = \(run) ORDER BY name")
    var states: [StoredState] = []
    while try statement.step() {
      states.append(StoredState(name: statement.text(0) ?? "", bytes: statement.bytes(1)))
    }
    return states
  }

  /// The records that a run lacks, in order.
  package func gaps(of run: Int64) throws(StoreError) -> [StoreGap] {
    guard version > 0 else { return [] }
    let statement = try connection.prepare(
      """
      SELECT first, last, records, inputs, first_at, last_at, reason FROM gap
      WHERE run = \(run) ORDER BY first_at, first
      """)
    var gaps: [StoreGap] = []
    while try statement.step() {
      gaps.append(
        StoreGap(
          first: statement.integer(0), last: statement.integer(1), records: statement.integer(2),
          inputs: statement.integer(3), firstAt: Instant(milliseconds: statement.integer(4)),
          lastAt: Instant(milliseconds: statement.integer(5)),
          reason: statement.text(6).flatMap(StoreGap.Reason.init) ?? .memory))
    }
    return gaps
  }
}
