/// Batches that wait for the disk, in bounded memory.
///
/// An instant is written whole or dropped whole. What is dropped are the oldest records; of states
/// the latest is kept, which is all that a restart needs. An instant that brings more than may wait
/// comes in parts, which go into one transaction: where that fails, the parts that went there are
/// gone, so what is left of the instant is dropped too, and all states are wanted anew.
struct StoreQueue: Sendable {
  private var remains = StoreRemains()
  private var batches: [QueuedBatch] = []
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
  /// What is left of the instant whose first parts are in a transaction, should that fail; nil
  /// where none waits for its last part.
  private var open: StoreRemains?
  /// Whether the instant goes on that came last.
  private var goesOn = false
  /// Whether the parts that come of it are dropped, as those before them were.
  private var losesInstant = false

  /// - Parameter inputs: how many inputs the run has already.
  init(inputs: Int64) {
    nextInput = inputs + 1
  }

  var isEmpty: Bool { batches.isEmpty && remains.isEmpty }

  /// Whether parts of an instant wait, which need not wait for others to share their transaction.
  var hasParts: Bool { batches.first.map { !$0.isWhole } ?? false }

  mutating func append(_ batch: StoreBatch) {
    let queued = QueuedBatch(batch: batch, firstInput: nextInput, follows: goesOn)
    nextInput += Int64(batch.inputs.count)
    goesOn = batch.goesOn
    if losesInstant {
      dropped += batch.records.count
      remains.drop(queued, .memory)
      losesInstant = goesOn
      hasDroppedSince = true
      return
    }
    batches.append(queued)
    size += batch.size
    recordsWaiting += batch.records.count
    recordsQueued += batch.records.count
  }

  // MARK: Writing

  /// Takes what is written together; it counts as waiting until it is `written`.
  ///
  /// - Parameter most: the number of records at which no further batch is taken.
  /// - Returns: the oldest batches, at least one where there is any.
  mutating func take(_ most: Int) -> StoreWork {
    var records = 0
    var count = 0
    while count < batches.count, records < most, batches[count].isWhole {
      records += batches[count].batch.records.count
      count += 1
    }
    var taken = StoreWork()
    if count == 0, remains.isEmpty, let part = batches.first {
      (count, records) = (1, part.batch.records.count)
      var instant = open ?? StoreRemains()
      instant.drop(part, .memory)
      taken.instant = instant
      open = part.batch.goesOn ? instant : nil
    }
    taken.batches = Array(batches[..<count])
    taken.remains = remains
    batches.removeSubrange(..<count)
    remains = StoreRemains()
    recordsQueued -= records
    size -= taken.size
    hasDroppedSince = false
    return taken
  }

  /// Takes note that something was written.
  ///
  /// - Returns: how many records are in the file by that.
  mutating func written(_ taken: StoreWork) -> Int {
    if taken.goesOn { return 0 }
    recordsWaiting -= taken.recordsOfTransaction
    return taken.recordsOfTransaction
  }

  /// Puts back what could not be written, before all that came since.
  mutating func putBack(_ taken: StoreWork) {
    if taken.instant != nil { return lose(taken, .memory) }
    // What follows on it is gone, so it is not the oldest that is dropped unless it goes too.
    if hasDroppedSince { return drop(taken, .memory) }
    recordsQueued += taken.records
    size += taken.size
    batches = taken.batches + batches
    var before = taken.remains
    before.take(remains)
    remains = before
  }

  // MARK: Dropping

  /// Gives up what was taken.
  mutating func drop(_ taken: StoreWork, _ reason: StoreGap.Reason) {
    if taken.instant != nil { return lose(taken, reason) }
    recordsWaiting -= taken.records
    dropped += taken.records
    var left = taken.remains
    for queued in taken.batches { left.drop(queued, reason) }
    left.take(remains)
    remains = left
  }

  /// Drops the oldest instants until no more than some bytes wait, but never a newest that is
  /// whole: it may be larger than that, and the disk may take it.
  ///
  /// - Returns: whether any was dropped.
  mutating func drop(above most: Int) -> Bool {
    guard size > most else { return false }
    var count = 0
    if let open {
      lose(open)
      self.open = nil
      count = dropInstant(at: 0)
    }
    while size > most, count < batches.count,
      count < batches.count - 1 || !batches[count].isWhole
    { count = dropInstant(at: count) }
    batches.removeFirst(count)
    if count > 0 { hasDroppedSince = true }
    return count > 0
  }

  /// Leaves nothing of the instant at an index, and returns the index after it; the batches stay in
  /// the list.
  private mutating func dropInstant(at index: Int) -> Int {
    var index = index
    while index < batches.count {
      let queued = batches[index]
      size -= queued.batch.size
      recordsWaiting -= queued.batch.records.count
      recordsQueued -= queued.batch.records.count
      dropped += queued.batch.records.count
      remains.drop(queued, .memory)
      index += 1
      if !queued.batch.goesOn { return index }
    }
    losesInstant = true
    return index
  }

  /// Gives up an instant of which parts were in a transaction that has failed.
  private mutating func lose(_ taken: StoreWork, _ reason: StoreGap.Reason) {
    // It may have been given up while the part was being written.
    guard open != nil || !taken.goesOn, var instant = taken.instant else { return }
    for index in instant.gaps.indices { instant.gaps[index].reason = reason }
    lose(instant)
    guard open != nil else { return }
    open = nil
    batches.removeFirst(dropInstant(at: 0))
  }

  private mutating func lose(_ instant: StoreRemains) {
    recordsWaiting -= instant.records
    dropped += instant.records
    var left = instant
    left.take(remains)
    remains = left
  }

  /// Notes records that were written and are lost, before all that waits.
  mutating func lost(_ gap: StoreGap) {
    dropped += Int(gap.records)
    remains.gaps.insert(gap, at: 0)
  }
}
