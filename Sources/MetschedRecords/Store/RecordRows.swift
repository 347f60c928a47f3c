import MetschedEngine
import MetschedTime

/// Writes records as rows: a statement for each kind, so that no column is bound in vain.
struct RecordRows {
  private let run: Int64
  private let reload: SQLiteStatement
  private let show: SQLiteStatement
  private let deferral: SQLiteStatement
  private let drop: SQLiteStatement
  private let state: SQLiteStatement

  init(_ connection: SQLiteConnection, run: Int64) throws(StoreError) {
    self.run = run
    func prepare(_ columns: String) throws(StoreError) -> SQLiteStatement {
      let count = columns.split(separator: ",").count + 4
      let parameters = (1...count).map { "?\($0)" }.joined(separator: ", ")
      return try connection.prepare(
        "INSERT INTO record (id, at, label, what, \(columns)) VALUES (\(parameters))")
    }
    reload = try prepare(
      "causes, counted, eligible, granted, reason, \"left\", entries, first, last, policy, next, "
        + "expected, why, origin, error")
    show = try prepare("shows, date, title, link")
    deferral = try prepare("causes, eligible, granted, reason, \"left\"")
    drop = try prepare("reason, count")
    state = try prepare("state, value")
  }

  /// Writes one record; names that the file has not yet go before it.
  func insert(_ stored: StoredRecord, _ names: inout StoredNames) throws(StoreError) {
    let record = stored.record
    let label = try names.number(of: stored.label, record.scope)
    switch record.what {
    case .reload(let granted):
      try insert(granted, of: stored, label, &names)
    case .fail(let granted, _):
      try insert(granted, of: stored, label, &names)
    case .show(let shown):
      begin(show, record, label)
      show.bind(
        5, word: ShowsWord(shown.content, isEmpty: stored.text?.isEmpty == true).literal)
      show.bind(6, shown.date)
      show.bind(7, stored.text?.title)
      show.bind(8, stored.text?.link)
      _ = try show.step()
    case .deferred(let moved):
      begin(deferral, record, label)
      deferral.bind(5, try names.number(of: record.causes))
      deferral.bind(6, moved.eligible)
      deferral.bind(7, moved.granted)
      deferral.bind(8, word: moved.reason.literal)
      deferral.bind(9, moved.left)
      _ = try deferral.step()
    case .drop(let dropped):
      begin(drop, record, label)
      drop.bind(5, word: dropped.reason.literal)
      drop.bind(6, Int64(dropped.count))
      _ = try drop.step()
    case .state(let changed):
      begin(state, record, label)
      state.bind(5, word: changed.word.literal)
      state.bind(6, stored.value)
      _ = try state.step()
    }
  }

  @inline(__always)
  private func begin(_ statement: SQLiteStatement, _ record: Record, _ label: Int64) {
    statement.bind(1, StoreSchema.id(run: run, sequence: record.sequence))
    statement.bind(2, record.at.milliseconds)
    statement.bind(3, label)
    statement.bind(4, word: record.what.word.literal)
  }

  private func insert(
    _ granted: Reload, of stored: StoredRecord, _ label: Int64, _ names: inout StoredNames
  ) throws(StoreError) {
    begin(reload, stored.record, label)
    reload.bind(5, try names.number(of: stored.record.causes))
    reload.bind(6, granted.isCounted ? 1 : 0 as Int64)
    reload.bind(7, granted.eligible)
    reload.bind(8, granted.granted)
    reload.bind(9, word: granted.reason?.literal)
    reload.bind(10, granted.left)
    reload.bind(11, granted.entries)
    reload.bind(12, granted.first)
    reload.bind(13, granted.last)
    reload.bind(14, word: granted.policy.literal)
    reload.bind(15, granted.next)
    reload.bind(16, granted.expected)
    reload.bind(17, word: granted.why?.literal)
    reload.bind(18, try stored.origin.map { text throws(StoreError) in try names.number(of: text) })
    reload.bind(19, stored.message)
    _ = try reload.step()
  }
}

extension SQLiteStatement {
  @inline(__always)
  func bind(_ index: Int32, _ instant: Instant?) { bind(index, instant?.milliseconds) }

  @inline(__always)
  func bind(_ index: Int32, _ count: Int?) { bind(index, count.map(Int64.init)) }

  func instant(_ column: Int32) -> Instant? { optional(column).map(Instant.init(milliseconds:)) }
}
