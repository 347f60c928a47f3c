/// The slots of a ring, each a list of keys in order of insertion.
///
/// All lists share one pool of chunks, so that adding a key is a store and emptying a slot gives
/// its chunks to the next one: nothing is allocated once the pool has its size. Cost: 8 bytes a
/// slot, 8 a key, and what the last chunk of each list leaves free.
struct SlotRing {
  private struct Slot {
    /// The first chunk; -1 while the slot is empty.
    var first: Int32 = -1
    /// Where the next key goes; a chunk's first place where the chunk before it is full.
    var end: Int32 = 0
  }

  private static let chunkBits: Int32 = 4
  private static let chunkSize = 1 << Int(chunkBits)

  private var slots: Rows<Slot>
  /// Chunk c is the keys from c × 16 on.
  private var keys = Rows<UInt64>()
  /// The chunk that follows each, in its slot or in the list of free ones; -1 after the last.
  private var next = Rows<Int32>()
  private var free: Int32 = -1

  /// Creates a ring of empty slots.
  init(slots: Int) {
    self.slots = Rows(repeating: Slot(), count: slots)
  }

  var count: Int { slots.count }

  @inline(__always)
  mutating func claim() {
    slots.claim()
    keys.claim()
    next.claim()
  }

  /// Adds a key to a slot and returns whether it is the slot's first.
  @inline(__always)
  mutating func append(_ key: UInt64, to index: Int) -> Bool {
    var slot = slots[index]
    let isFirst = slot.first < 0
    if slot.end & Int32(Self.chunkSize - 1) == 0 { extend(&slot) }
    keys[Int(slot.end)] = key
    slot.end += 1
    slots[index] = slot
    return isFirst
  }

  /// Empties a slot that holds something.
  ///
  /// - Parameters:
  ///   - index: the slot.
  ///   - list: takes its keys in the place of what it holds.
  mutating func take(_ index: Int, into list: inout Rows<UInt64>) {
    let slot = slots[index]
    slots[index] = Slot()
    list.removeAll()
    let last = (slot.end - 1) >> Self.chunkBits
    var chunk = slot.first
    while true {
      let start = Int(chunk) << Int(Self.chunkBits)
      let end = chunk == last ? Int(slot.end) : start + Self.chunkSize
      list.append(contentsOf: keys, from: start, to: end)
      if chunk == last { break }
      chunk = next[Int(chunk)]
    }
    next[Int(last)] = free
    free = slot.first
  }

  /// Adds a chunk to a slot.
  @inline(never)
  private mutating func extend(_ slot: inout Slot) {
    let chunk: Int32
    if free >= 0 {
      chunk = free
      free = next[Int(chunk)]
      next[Int(chunk)] = -1
    } else {
      chunk = Int32(next.count)
      next.append(-1)
      for _ in 0..<Self.chunkSize { keys.append(0) }
    }
    if slot.first < 0 {
      slot.first = chunk
    } else {
      next[Int((slot.end - 1) >> Self.chunkBits)] = chunk
    }
    slot.end = chunk << Self.chunkBits
  }
}
