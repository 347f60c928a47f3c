import MetschedEngine
import MetschedTime

/// A batch with its place among those that came before it.
struct QueuedBatch: Sendable {
  var batch: StoreBatch
  /// The number of its first input.
  var firstInput: Int64
  /// Whether it belongs to the instant that the batch before it has begun.
  var follows: Bool

  /// Whether it is all of its instant, or of several.
  var isWhole: Bool { !follows && !batch.goesOn }
}

/// What is kept of batches that were dropped: the latest state of each name.
struct CarriedStates: Sendable {
  private(set) var states: [String: StoredState] = [:]
  /// Whether they are all there are.
  private(set) var areWhole = false
  /// Whether states are missing that nobody has any more, so that neither these nor those of the
  /// file say how the run stands.
  private(set) var areLost = false
  /// The last instant of the batches.
  private(set) var through: Instant?

  /// Takes the states of a batch that is dropped; those of an instant in parts are not kept, since
  /// they are more than may wait.
  mutating func take(_ queued: QueuedBatch) {
    through = queued.batch.through
    if !queued.isWhole {
      (states, areWhole, areLost) = ([:], false, true)
      return
    }
    if queued.batch.statesAreWhole { (states, areWhole, areLost) = ([:], true, false) }
    if areLost { return }
    for state in queued.batch.states { states[state.name] = state }
  }

  mutating func take(_ later: CarriedStates) {
    guard later.through != nil else { return }
    if later.areLost || later.areWhole {
      self = later
      return
    }
    through = later.through
    if !areLost { states.merge(later.states) { $1 } }
  }
}

/// What is left of batches that were dropped.
struct StoreRemains: Sendable {
  var gaps: [StoreGap] = []
  var carried = CarriedStates()

  var isEmpty: Bool { gaps.isEmpty && carried.through == nil }
  var records: Int { gaps.reduce(0) { $0 + Int($1.records) } }

  mutating func drop(_ queued: QueuedBatch, _ reason: StoreGap.Reason) {
    carried.take(queued)
    if let gap = StoreGap(queued.batch, reason) { gaps.add(gap) }
  }

  mutating func take(_ later: StoreRemains) {
    for gap in later.gaps { gaps.add(gap) }
    carried.take(later.carried)
  }
}

/// What is written together: what is left of dropped batches, then batches.
///
/// It is one transaction, but for the parts of a large instant, each of which is a work of its own
/// in the one transaction of the instant.
struct StoreWork: Sendable {
  var remains = StoreRemains()
  var batches: [QueuedBatch] = []
  /// What is left of all of the instant so far, should a part of it fail; nil for whole instants.
  var instant: StoreRemains?

  var isEmpty: Bool { batches.isEmpty && remains.isEmpty }
  var records: Int { batches.reduce(0) { $0 + $1.batch.records.count } }
  var size: Int { batches.reduce(0) { $0 + $1.batch.size } }
  var through: Instant? { batches.last?.batch.through ?? remains.carried.through }
  /// Whether it belongs to the transaction that the work before it has begun.
  var follows: Bool { batches.first?.follows ?? false }
  /// Whether the transaction goes on with the next work.
  var goesOn: Bool { batches.last?.batch.goesOn ?? false }
  /// The records of its transaction, as far as it has come.
  var recordsOfTransaction: Int { instant?.records ?? records }
}
