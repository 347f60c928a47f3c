import MetschedEngine
package import MetschedTime

/// Collects what an instant brings until it is over, or until it is much.
package struct StoreInstant {
  private var batch = StoreBatch(through: Instant(milliseconds: 0))
  private var size = 0
  /// Whether there is anything to hand over.
  private var isBegun = false
  private let partSize: Int

  /// - Parameter partSize: the bytes from which on it is handed over in parts.
  package init(partSize: Int) {
    self.partSize = partSize
  }

  /// Takes a record in, and returns whether a part is to be handed over.
  package mutating func add(_ record: StoredRecord) -> Bool {
    batch.records.append(record)
    size += record.size
    reach(record.record.at)
    return size >= partSize
  }

  /// Takes in what a restart needs, and returns whether a part is to be handed over.
  package mutating func add(_ state: StoredState) -> Bool {
    batch.states.append(state)
    size += state.size
    return size >= partSize
  }

  /// Says how far the run has come, and whether the states that follow are all there are.
  package mutating func reach(_ time: Instant, statesAreWhole: Bool = false) {
    isBegun = true
    batch.through = time
    batch.statesAreWhole = statesAreWhole
  }

  /// Takes a part; the instant goes on.
  package mutating func takePart() -> StoreBatch {
    var part = batch
    part.goesOn = true
    // Of states, the first part alone takes the place of those before.
    batch.statesAreWhole = batch.statesAreWhole && part.states.isEmpty
    empty()
    return part
  }

  /// Takes what is left of the instant, which is over; nil where nothing has happened.
  package mutating func take(_ inputs: [StoredInput] = []) -> StoreBatch? {
    guard isBegun else { return nil }
    var last = batch
    last.inputs = inputs
    (batch.statesAreWhole, isBegun) = (false, false)
    empty()
    return last
  }

  private mutating func empty() {
    // The writer has the lists: to keep their capacity would be to claim new ones as large, instant
    // after instant.
    batch.records = []
    batch.states = []
    size = 0
  }
}
