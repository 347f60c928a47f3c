package import MetschedTime

/// A record in plain words; only a list of many causes is not in it.
package struct PlainRecord: BitwiseCopyable, Sendable {
  package var sequence: Int64
  package var at: Instant
  package var scope: Scope
  var causes: ShortCauses
  package var what: Record.What
}

/// Records that wait to be read, in the order in which they were written.
///
/// A run writes them by the million and hands them on at once, so that they are kept as words; who
/// wants to know all of a record takes it as an element, and who only counts looks at the words.
package struct RecordBuffer: RandomAccessCollection, Sendable {
  private var plain = Rows<PlainRecord>()
  /// The causes of records that have more than their word holds, by index.
  private var longCauses: [Int: CauseList] = [:]

  package var startIndex: Int { 0 }
  package var endIndex: Int { plain.count }
  package var isEmpty: Bool { plain.count == 0 }
  package var count: Int { plain.count }

  package subscript(index: Int) -> Record {
    let words = plain[index]
    return Record(
      sequence: words.sequence, at: words.at, scope: words.scope, what: words.what,
      causes: words.causes.isLong
        ? longCauses[index] ?? CauseList() : CauseList(words.causes))
  }

  /// Hands over the words of all records, to be read at once.
  package func withPlainRecords<Result>(
    _ read: (UnsafeBufferPointer<PlainRecord>) throws -> Result
  ) rethrows -> Result {
    try plain.withRows(read)
  }

  package mutating func append(_ record: Record) {
    claim()
    append(
      PlainRecord(
        sequence: record.sequence, at: record.at, scope: record.scope,
        causes: record.causes.short, what: record.what), causes: record.causes)
  }

  /// Makes this buffer the only one that holds its table, before records are written.
  mutating func claim() {
    plain.claim()
  }

  /// Adds a record with the whole list of its causes.
  mutating func append(_ record: PlainRecord, causes: CauseList) {
    if record.causes.isLong { longCauses[plain.count] = causes }
    plain.append(record)
  }

  /// Makes room for more records whose words hold their causes.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    plain.reserve(more)
  }

  /// Adds a record for which there is room and whose word holds its causes.
  @inline(__always)
  mutating func appendReserved(_ record: PlainRecord) {
    plain.appendReserved(record)
  }

  package mutating func removeAll() {
    plain.removeAll()
    if !longCauses.isEmpty { longCauses = [:] }
  }
}
