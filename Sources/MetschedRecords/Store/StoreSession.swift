import MetschedEngine
import MetschedTime

/// An open file that takes in the records of one run, a transaction at a time.
///
/// After an error it is thrown away: the next one finds out from the file what is in it, so that
/// nothing is written twice, whatever became of the transaction that failed.
final class StoreSession {
  private let connection: SQLiteConnection
  /// The run's number in the file.
  let run: Int64
  /// Whether this session has put the run into the file.
  let isNew: Bool
  private var lastSequence: Int64
  private var inputs: Int64
  private var names: StoredNames
  private let rows: RecordRows
  private let insertInput: SQLiteStatement
  private let putState: SQLiteStatement
  private let removeState: SQLiteStatement
  private let insertGap: SQLiteStatement
  private let reachThrough: SQLiteStatement

  /// Begins to write a run, or goes on with it.
  ///
  /// - Parameters:
  ///   - connection: the file.
  ///   - run: the run as it is now.
  ///   - number: its number in this file, if it may be in it already.
  /// - Throws: what the disk says.
  init(_ connection: SQLiteConnection, _ run: StoredRun, number: Int64?) throws(StoreError) {
    self.connection = connection
    let known = try number.flatMap { number throws(StoreError) in
      try StoredRuns(connection).run(number).flatMap {
        $0.run.start == run.start && $0.run.file == run.file ? $0 : nil
      }
    }
    isNew = known == nil
    if let known {
      try StoredRuns(connection).update(known.number, run)
      self.run = known.number
      lastSequence = known.lastSequence
      inputs = known.inputs
    } else {
      self.run = try StoredRuns(connection).add(run)
      lastSequence = 0
      inputs = 0
    }
    names = try StoredNames(connection)
    rows = try RecordRows(connection, run: self.run)
    insertInput = try connection.prepare("INSERT INTO input VALUES (?1, ?2, ?3, ?4, ?5)")
    putState = try connection.prepare("INSERT OR REPLACE INTO state VALUES (?1, ?2, ?3)")
    removeState = try connection.prepare("DELETE FROM state WHERE run = ?1 AND name = ?2")
    insertGap = try connection.prepare(
      "INSERT OR REPLACE INTO gap VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    reachThrough = try connection.prepare("UPDATE run SET through = ?2 WHERE id = ?1")
  }

  /// Whether another file, or none, is now under the path.
  var hasMoved: Bool { connection.hasMoved }

  /// Whether parts of an instant are in a transaction that waits for the others.
  var isOpen: Bool { connection.isInTransaction }

  /// Writes batches, and what could not be kept before them, in one transaction, which the parts of an
  /// instant share.
  ///
  /// - Parameters:
  ///   - work: what is to be written.
  ///   - takesStates: whether states may be written; a new file takes them from the first batch on
  ///     that has all of them.
  /// - Returns: whether states may be written from now on.
  /// - Throws: what the disk says; nothing of the work is in the file then.
  func write(_ work: StoreWork, takesStates: Bool) throws(StoreError) -> Bool {
    if !work.follows { try connection.run("BEGIN IMMEDIATE") }
    do throws(StoreError) {
      for gap in work.remains.gaps { try write(gap) }
      var takesStates = try put(work.remains.carried, takesStates)
      for queued in work.batches {
        let batch = queued.batch
        for record in batch.records where record.record.sequence > lastSequence {
          try rows.insert(record, &names)
          lastSequence = record.record.sequence
        }
        for (offset, input) in batch.inputs.enumerated() {
          try insert(input, number: queued.firstInput + Int64(offset))
        }
        takesStates = try put(batch.states, areWhole: batch.statesAreWhole, takesStates)
      }
      if work.goesOn { return takesStates }
      if let through = work.through {
        reachThrough.bind(1, run)
        reachThrough.bind(2, through)
        _ = try reachThrough.step()
      }
      try connection.run("COMMIT")
      return takesStates
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// Notes that the run has reached its end.
  func finish() throws(StoreError) {
    try connection.run("UPDATE run SET over = 1 WHERE id = \(run)")
  }

  private func insert(_ input: StoredInput, number: Int64) throws(StoreError) {
    guard number > inputs else { return }
    insertInput.bind(1, run)
    insertInput.bind(2, number)
    insertInput.bind(3, input.at.milliseconds)
    insertInput.bind(4, input.kind)
    insertInput.bind(5, input.payload)
    _ = try insertInput.step()
    inputs = number
  }

  private func put(
    _ carried: CarriedStates, _ takesStates: Bool
  ) throws(StoreError) -> Bool {
    if carried.areLost {
      // Records go on without them, and states are never those of other records.
      try removeStates()
      return false
    }
    return try put(carried.states.values, areWhole: carried.areWhole, takesStates)
  }

  private func removeStates() throws(StoreError) {
    try connection.run("DELETE FROM state WHERE run = \(run)")
  }

  /// Writes states where they may be, and returns whether further ones may be.
  private func put(
    _ states: some Sequence<StoredState>, areWhole: Bool, _ takesStates: Bool
  ) throws(StoreError) -> Bool {
    guard areWhole || takesStates else { return false }
    if areWhole { try removeStates() }
    for state in states {
      let statement = state.bytes == nil ? removeState : putState
      statement.bind(1, run)
      statement.bind(2, state.name)
      if let bytes = state.bytes { statement.bind(3, bytes) }
      _ = try statement.step()
    }
    return true
  }

  private func write(_ gap: StoreGap) throws(StoreError) {
    insertGap.bind(1, run)
    insertGap.bind(2, gap.first)
    insertGap.bind(3, gap.last)
    insertGap.bind(4, gap.records)
    insertGap.bind(5, gap.inputs)
    insertGap.bind(6, gap.firstAt.milliseconds)
    insertGap.bind(7, gap.lastAt.milliseconds)
    insertGap.bind(8, gap.reason.rawValue)
    _ = try insertGap.step()
  }
}
