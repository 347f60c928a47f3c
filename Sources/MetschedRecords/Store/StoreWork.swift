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

/// A batch with the number of its first input.
struct QueuedBatch: Sendable {
  var batch: StoreBatch
  var firstInput: Int64
}

/// What is kept of batches that were dropped: the latest state of each name.
struct CarriedStates: Sendable {
  private(set) var states: [String: StoredState] = [:]
  /// Whether they are all there are.
  private(set) var areWhole = false
  /// The last instant of the batches.
  private(set) var through: Instant?

  mutating func take(_ batch: StoreBatch) {
    if batch.statesAreWhole {
      states = [:]
      areWhole = true
    }
    for state in batch.states { states[state.name] = state }
    through = batch.through
  }

  mutating func take(_ later: CarriedStates) {
    guard later.through != nil else { return }
    states = later.areWhole ? later.states : states.merging(later.states) { $1 }
    areWhole = areWhole || later.areWhole
    through = later.through
  }
}

/// What goes into one transaction: what is left of dropped batches, then batches.
struct StoreWork: Sendable {
  var gaps: [StoreGap] = []
  var carried = CarriedStates()
  var batches: [QueuedBatch] = []

  var isEmpty: Bool { batches.isEmpty && gaps.isEmpty && carried.through == nil }
  var records: Int { batches.reduce(0) { $0 + $1.batch.records.count } }
  var size: Int { batches.reduce(0) { $0 + $1.batch.size } }
  var through: Instant? { batches.last?.batch.through ?? carried.through }

  /// Leaves nothing of the batches but their states and a gap.
  mutating func drop(_ reason: StoreGap.Reason) {
    for queued in batches { drop(queued.batch, reason) }
    batches = []
  }

  mutating func drop(_ batch: StoreBatch, _ reason: StoreGap.Reason) {
    carried.take(batch)
    if let gap = StoreGap(batch, reason) { gaps.add(gap) }
  }
}

/// Batches that wait for the disk, in bounded memory.
///
/// A batch is written whole or dropped whole, so an instant is never cut. What is dropped are the
/// oldest records; of states the latest is kept, which is all that a restart needs.
struct StoreQueue: Sendable {
  private var work = StoreWork()
  /// The bytes that wait, about, but for what is being written.
  private(set) var size = 0
  private(set) var recordsWaiting = 0
  /// The records that are not being written yet.
  private(set) var recordsQueued = 0
  /// Records that were dropped since the run began.
  private(set) var dropped = 0
  private var nextInput: Int64
  /// Whether batches were dropped that follow on what is being written.
  private var hasDroppedSince = false

  /// - Parameter inputs: how many inputs the run has already.
  init(inputs: Int64) {
    nextInput = inputs + 1
  }

  var isEmpty: Bool { work.isEmpty }

  mutating func append(_ batch: StoreBatch) {
    work.batches.append(QueuedBatch(batch: batch, firstInput: nextInput))
    nextInput += Int64(batch.inputs.count)
    size += batch.size
    recordsWaiting += batch.records.count
    recordsQueued += batch.records.count
  }

  /// Takes what goes into one transaction; it counts as waiting until it is `written`.
  ///
  /// - Parameter most: the number of records at which no further batch is taken.
  /// - Returns: the oldest batches, at least one where there is any.
  mutating func take(_ most: Int) -> StoreWork {
    var records = 0
    var count = 0
    while count < work.batches.count, records < most {
      records += work.batches[count].batch.records.count
      count += 1
    }
    let rest = Array(work.batches[count...])
    var taken = work
    taken.batches.removeSubrange(count...)
    work = StoreWork(batches: rest)
    recordsQueued -= records
    size -= taken.size
    hasDroppedSince = false
    return taken
  }

  mutating func written(_ taken: StoreWork) {
    recordsWaiting -= taken.records
  }

  /// Puts back what could not be written, before all that came since.
  mutating func putBack(_ taken: StoreWork) {
    // What follows on it is gone, so it is not the oldest that is dropped unless it goes too.
    if hasDroppedSince { return drop(taken, .memory) }
    recordsQueued += taken.records
    size += taken.size
    var taken = taken
    taken.batches += work.batches
    work = taken
  }

  /// Gives up what was taken.
  mutating func drop(_ taken: StoreWork, _ reason: StoreGap.Reason) {
    written(taken)
    dropped += taken.records
    var left = taken
    left.drop(reason)
    for gap in work.gaps { left.gaps.add(gap) }
    left.carried.take(work.carried)
    left.batches = work.batches
    work = left
  }

  /// Drops the oldest batches until no more than some bytes wait, but never the newest: one
  /// instant may be larger than that, and the disk may take it.
  ///
  /// - Returns: whether any was dropped.
  mutating func drop(above most: Int) -> Bool {
    var count = 0
    while size > most, count < work.batches.count - 1 {
      let batch = work.batches[count].batch
      size -= batch.size
      recordsWaiting -= batch.records.count
      recordsQueued -= batch.records.count
      dropped += batch.records.count
      work.drop(batch, .memory)
      count += 1
    }
    work.batches.removeFirst(count)
    if count > 0 { hasDroppedSince = true }
    return count > 0
  }

  /// Notes records that were written and are lost, before all that waits.
  mutating func lost(_ gap: StoreGap) {
    dropped += Int(gap.records)
    work.gaps.insert(gap, at: 0)
  }
}

extension StoreGap {
  /// What a batch takes with it; nil for nothing but states.
  fileprivate init?(_ batch: StoreBatch, _ reason: Reason) {
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
  fileprivate mutating func add(_ gap: StoreGap) {
    guard let last, last.reason == gap.reason else { return append(gap) }
    let follows = gap.first == last.last + 1
    guard gap.first == 0 || last.last == 0 || follows else { return append(gap) }
    self[count - 1] = StoreGap(
      first: last.first == 0 ? gap.first : last.first, last: Swift.max(last.last, gap.last),
      records: last.records + gap.records, inputs: last.inputs + gap.inputs, firstAt: last.firstAt,
      lastAt: gap.lastAt, reason: gap.reason)
  }
}
