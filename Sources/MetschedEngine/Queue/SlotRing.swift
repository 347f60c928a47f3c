/// The slots of a ring, each a list of keys in order of insertion.
///
/// All lists share one pool of chunks, so that adding a key is a store and emptying a slot gives
/// its chunks to the next one: nothing is allocated once the pool has its size. Cost: 12 bytes a
/// slot, 8 a key, and what the last chunk of each list leaves free.
struct SlotRing {
  private struct Slot {
    var first: Int32 = -1
    var last: Int32 = -1
    var count: Int32 = 0
  }

  private static let chunkSize = 16

  private var slots: [Slot]
  /// Chunk c is the keys from c × 16 on.
  private var keys: [UInt64] = []
  /// The chunk that follows each, in its slot or in the list of free ones; -1 after the last.
  private var next: [Int32] = []
  private var free: Int32 = -1

  /// Creates a ring of empty slots.
  init(slots: Int) {
    self.slots = Array(repeating: Slot(), count: slots)
  }

  var count: Int { slots.count }

  mutating func append(_ key: UInt64, to index: Int) {
    let position = Int(slots[index].count) % Self.chunkSize
    if position == 0 { extend(index) }
    keys[Int(slots[index].last) * Self.chunkSize + position] = key
    slots[index].count += 1
  }

  /// Empties a slot.
  ///
  /// - Parameters:
  ///   - index: the slot.
  ///   - list: takes its keys in the place of what it holds.
  mutating func take(_ index: Int, into list: inout [UInt64]) {
    let slot = slots[index]
    slots[index] = Slot()
    // A slot of a million is rare, and the buffer that it took is not kept for the small ones.
    if list.capacity / 64 > Int(slot.count) + Self.chunkSize { list = [] }
    list.removeAll(keepingCapacity: true)
    var chunk = slot.first
    while chunk >= 0 {
      let start = Int(chunk) * Self.chunkSize
      let count = min(Int(slot.count) - list.count, Self.chunkSize)
      list.append(contentsOf: keys[start..<start + count])
      chunk = next[Int(chunk)]
    }
    guard slot.count > 0 else { return }
    next[Int(slot.last)] = free
    free = slot.first
  }

  /// Adds a chunk to a slot.
  private mutating func extend(_ index: Int) {
    let chunk: Int32
    if free >= 0 {
      chunk = free
      free = next[Int(chunk)]
      next[Int(chunk)] = -1
    } else {
      chunk = Int32(next.count)
      next.append(-1)
      keys.append(contentsOf: repeatElement(0, count: Self.chunkSize))
    }
    let last = slots[index].last
    if last < 0 { slots[index].first = chunk } else { next[Int(last)] = chunk }
    slots[index].last = chunk
  }
}
