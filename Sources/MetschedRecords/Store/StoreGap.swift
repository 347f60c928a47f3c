import MetschedEngine
package import MetschedTime

/// Records that could not be kept.
package struct StoreGap: Hashable, Sendable {
  package enum Reason: String, Sendable {
    /// More waited for the disk than is kept.
    case memory
    /// The file was taken away with them.
    case removed
    /// The file was damaged.
    case corrupt
    /// SQLite would not take them.
    case refused

    /// The reason in words.
    package var text: String {
      switch self {
      case .memory: "more waited for the disk than is kept"
      case .removed: "the file was taken away with them"
      case .corrupt: "the file that held them was damaged"
      case .refused: "they could not be written"
      }
    }
  }

  /// The sequence numbers of the first and the last record; 0 where only inputs were dropped.
  package var first: Int64
  package var last: Int64
  package var records: Int64
  package var inputs: Int64
  package var firstAt: Instant
  package var lastAt: Instant
  package var reason: Reason
}

extension StoreGap {
  /// What a batch takes with it; nil for nothing but states.
  init?(_ batch: StoreBatch, _ reason: Reason) {
    if batch.records.isEmpty, batch.inputs.isEmpty { return nil }
    self.init(
      first: batch.records.first?.record.sequence ?? 0,
      last: batch.records.last?.record.sequence ?? 0, records: Int64(batch.records.count),
      inputs: Int64(batch.inputs.count), firstAt: batch.records.first?.record.at ?? batch.through,
      lastAt: batch.through, reason: reason)
  }
}

extension [StoreGap] {
  /// Adds a gap, as part of the last one where it follows on that.
  mutating func add(_ gap: StoreGap) {
    guard let last, last.reason == gap.reason else { return append(gap) }
    let follows = gap.first == last.last + 1
    guard gap.first == 0 || last.last == 0 || follows else { return append(gap) }
    self[count - 1] = StoreGap(
      first: last.first == 0 ? gap.first : last.first, last: Swift.max(last.last, gap.last),
      records: last.records + gap.records, inputs: last.inputs + gap.inputs, firstAt: last.firstAt,
      lastAt: gap.lastAt, reason: gap.reason)
  }
}
