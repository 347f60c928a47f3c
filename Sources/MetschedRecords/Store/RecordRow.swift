import MetschedEngine
import MetschedTime

/// A row of the table of records, read back into the record that it was.
struct RecordRow {
  private let row: SQLiteStatement

  init(_ row: SQLiteStatement) {
    self.row = row
  }

  static let columns = """
    id, at, label, what, causes, counted, eligible, granted, reason, "left", entries, first, last, \
    policy, next, expected, why, origin, error, shows, date, title, link, count, state, value
    """

  /// The columns by number.
  private enum Column {
    static let at: Int32 = 1
    static let label: Int32 = 2
    static let what: Int32 = 3
    static let causes: Int32 = 4
    static let counted: Int32 = 5
    static let eligible: Int32 = 6
    static let granted: Int32 = 7
    static let reason: Int32 = 8
    static let left: Int32 = 9
    static let entries: Int32 = 10
    static let first: Int32 = 11
    static let last: Int32 = 12
    static let policy: Int32 = 13
    static let next: Int32 = 14
    static let expected: Int32 = 15
    static let why: Int32 = 16
    static let origin: Int32 = 17
    static let error: Int32 = 18
    static let shows: Int32 = 19
    static let date: Int32 = 20
    static let title: Int32 = 21
    static let link: Int32 = 22
    static let count: Int32 = 23
    static let state: Int32 = 24
    static let value: Int32 = 25
  }

  var id: Int64 { row.integer(0) }

  func record(_ names: inout NamesOfRecords) throws(StoreError) -> StoredRecord {
    let number = row.integer(Column.label)
    let label = try names.label(number)
    var causes = CauseList()
    if let list = row.optional(Column.causes) { causes = try names.causes(list) }
    var stored = StoredRecord(
      record: Record(
        sequence: StoreSchema.sequence(id), at: Instant(milliseconds: row.integer(Column.at)),
        scope: scope(of: label, number), what: try what(), causes: causes), label: label)
    if let word = row.optional(Column.origin) { stored.origin = try names.word(word) }
    stored.message = row.text(Column.error)
    stored.value = row.text(Column.value)
    if case .show(let show) = stored.record.what, show.timeline != nil {
      stored.text = ShownText(
        isEmpty: ShowsWord(word: row.text(Column.shows)) == .empty, title: row.text(Column.title),
        link: row.text(Column.link))
    }
    return stored
  }

  /// The number of a placement is that of its label, since no other is kept.
  private func scope(of label: RecordLabel, _ number: Int64) -> Scope {
    if label.user == nil { return .everybody }
    return label.kind == nil ? .user(0) : .placement(PlacementNumber(Int(number)))
  }

  private func what() throws(StoreError) -> Record.What {
    switch try word(Column.what) as WhatWord {
    case .reload: return .reload(try reload())
    case .fail: return .fail(try reload(), error: 0)
    case .show:
      let content = (try word(Column.shows) as ShowsWord).content
      return .show(
        Show(
          content: content, timeline: content == .placeholder ? nil : TimelineID(0), index: 0,
          date: row.instant(Column.date)))
    case .deferred:
      return .deferred(
        Deferral(
          eligible: try instant(Column.eligible), granted: try instant(Column.granted),
          reason: try word(Column.reason), left: row.optional(Column.left).map { Int($0) }))
    case .drop:
      return .drop(
        Drop(reason: try word(Column.reason), count: Int(row.integer(Column.count))))
    case .state:
      guard let state = State(try word(Column.state), value: row.text(Column.value)) else {
        throw unknown(Column.value)
      }
      return .state(state)
    }
  }

  private func reload() throws(StoreError) -> Reload {
    Reload(
      isCounted: row.integer(Column.counted) != 0, eligible: try instant(Column.eligible),
      granted: try instant(Column.granted),
      reason: row.isNull(Column.reason) ? nil : try word(Column.reason),
      left: row.optional(Column.left).map { Int($0) },
      entries: row.optional(Column.entries).map { Int($0) }, first: row.instant(Column.first),
      last: row.instant(Column.last), policy: try word(Column.policy),
      next: row.instant(Column.next), expected: row.instant(Column.expected),
      why: row.isNull(Column.why) ? nil : try word(Column.why), tag: 0)
  }

  private func instant(_ column: Int32) throws(StoreError) -> Instant {
    guard let instant = row.instant(column) else { throw unknown(column) }
    return instant
  }

  private func word<Word: RecordWord>(_ column: Int32) throws(StoreError) -> Word {
    guard let word = Word(word: row.text(column)) else { throw unknown(column) }
    return word
  }

  private func unknown(_ column: Int32) -> StoreError {
    let value = row.text(column).map { "`\($0)`" } ?? "nothing"
    return StoreError(
      .corrupt,
      "record \(StoreSchema.sequence(id)) has \(value) in column \(column), "
        + "which is unknown")
  }
}
