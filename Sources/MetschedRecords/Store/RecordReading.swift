import MetschedEngine
import MetschedTime

extension StoreReader {
  /// Where somebody has read to; the records after it come next.
  package struct Position: Hashable, Sendable {
    var id: Int64 = 0

    package init() {}
  }

  /// A record with the run that it belongs to.
  package struct Found {
    package var run: Int64
    package var record: StoredRecord
  }

  /// Hands over the records that are wanted, in their order.
  ///
  /// - Parameters:
  ///   - filter: which ones.
  ///   - position: where the last call ended, to be set to where this one does; without one all
  ///     are read.
  ///   - body: takes each.
  /// - Throws: what the disk says, or what `body` throws.
  package func records(
    _ filter: RecordFilter, from position: inout Position, _ body: (Found) throws -> Void
  ) throws {
    guard version > 0 else { return }
    var filter = filter
    filter.after = position.id
    let query = try RecordQuery(filter, on: connection)
    let statement = try query.statement(RecordRow.columns, on: connection)
    var names = try NamesOfRecords(connection)
    while try statement.step() {
      let row = RecordRow(statement)
      position.id = max(position.id, row.id)
      try body(Found(run: StoreSchema.run(row.id), record: try row.record(&names)))
    }
  }

  /// Hands over a run's records after one of them, in order.
  func records(
    of run: Int64, after sequence: Int64, _ body: (StoredRecord) -> Void
  ) throws(StoreError) {
    var filter = RecordFilter()
    filter.runs = [run]
    filter.after = StoreSchema.id(run: run, sequence: sequence)
    let statement = try RecordQuery(filter, on: connection)
      .statement(RecordRow.columns, on: connection)
    var names = try NamesOfRecords(connection)
    while try statement.step() { body(try RecordRow(statement).record(&names)) }
  }

  /// The plan by which records are found, as SQLite explains it.
  package func plan(_ filter: RecordFilter) throws(StoreError) -> [String] {
    let query = try RecordQuery(filter, on: connection)
    let statement = try connection.prepare("EXPLAIN QUERY PLAN " + query.sql("*"))
    statement.bind(query.terms.flatMap(\.values))
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(3) ?? "") }
    return lines
  }

  /// The users, and the kinds, that have records.
  package func users() throws(StoreError) -> [String] { try names("user") }
  package func kinds() throws(StoreError) -> [String] { try names("kind") }

  private func names(_ column: String) throws(StoreError) -> [String] {
    guard version > 0 else { return [] }
    let statement = try connection.prepare(
      "SELECT DISTINCT \(column) FROM label WHERE \(column) IS NOT NULL ORDER BY \(column)")
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0) ?? "") }
    return names
  }
}

/// The labels and words of a file, read when a record first has them.
struct NamesOfRecords {
  private var labels: [Int64: RecordLabel] = [:]
  private var words: [Int64: String] = [:]
  private let label: SQLiteStatement
  private let word: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(StoreError) {
    label = try connection.prepare("SELECT \(StoredLabel.columns) FROM label WHERE id = ?1")
    word = try connection.prepare("SELECT text FROM word WHERE id = ?1")
  }

  mutating func label(_ number: Int64) throws(StoreError) -> RecordLabel {
    if let known = labels[number] { return known }
    label.bind(1, number as Int64?)
    guard try label.step(), let found = StoredLabel.read(label, from: 0) else {
      throw StoreError(.corrupt, "a record has label \(number), which is not there or is unknown")
    }
    label.reset()
    labels[number] = found
    return found
  }

  mutating func word(_ number: Int64) throws(StoreError) -> String {
    if let known = words[number] { return known }
    word.bind(1, number as Int64?)
    guard try word.step(), let found = word.text(0) else {
      throw StoreError(.corrupt, "a record has word \(number), which is not there")
    }
    word.reset()
    words[number] = found
    return found
  }

  mutating func causes(_ number: Int64) throws(StoreError) -> CauseList {
    var list = CauseList()
    for name in try word(number).split(separator: ",") {
      guard let cause = Cause(word: String(name)) else {
        throw StoreError(.corrupt, "a record has the cause `\(name)`, which is unknown")
      }
      list.append(cause)
    }
    return list
  }
}
