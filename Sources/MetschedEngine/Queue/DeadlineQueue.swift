package import MetschedTime

/// The deadlines of all placements, in order of time, then of placement.
///
/// A calendar queue: a ring of slots of 1,024 ms, each an unsorted list that is sorted when its
/// turn comes, and two heaps: for what lies beyond the ring, and for the few deadlines that are
/// added before the slot that was looked at last. Adding costs an append; taking costs a
/// share of one sort. A deadline that changed stays in the queue and is passed over by its owner,
/// who knows the true one. Cost: about 8 bytes a deadline and 8 a slot.
package struct DeadlineQueue {
  private static let slotBits: Int64 = 10

  /// The entries of the slot that is being emptied, sorted; `cursor` is the next one.
  private var current = Rows<UInt64>()
  private var cursor = 0
  /// What was added to the current slot since it was last sorted.
  private var incoming: [UInt64] = []
  /// The current slot, as a count of slots since 1970.
  private var currentSlot: Int64 = .min
  private var ring: SlotRing
  /// One bit a slot of the ring: whether it holds anything.
  private var occupied: [UInt64]
  private var occupiedCount = 0
  private var beyond = BinaryHeap()
  /// Deadlines before the current slot: an event between two deadlines asks for them.
  private var early = BinaryHeap()

  /// Creates an empty queue.
  ///
  /// - Parameter placements: how many deadlines are expected; it decides how far the ring reaches
  ///   (1 minute to 37 hours).
  package init(placements: Int = 0) {
    var slots = 64
    while slots < 131_072, slots < placements { slots *= 2 }
    ring = SlotRing(slots: slots)
    occupied = Array(repeating: 0, count: slots / 64)
  }

  /// Adds a deadline.
  package mutating func insert(_ placement: Int32, at time: Instant) {
    claim()
    add(placement, at: time)
  }

  /// Makes this queue the only one that holds its tables, as `add` wants it.
  @inline(__always)
  mutating func claim() {
    current.claim()
    ring.claim()
  }

  /// Adds a deadline to a queue that has been claimed.
  @inline(__always)
  mutating func add(_ placement: Int32, at time: Instant) {
    let slot = time.milliseconds >> Self.slotBits
    let distance = slot &- currentSlot
    if distance > 0, distance < Int64(ring.count) {
      put(placement, time: time.milliseconds, slot: slot)
    } else {
      addOutside(placement, at: time)
    }
  }

  /// Adds a deadline that the ring has no slot for.
  @inline(never)
  private mutating func addOutside(_ placement: Int32, at time: Instant) {
    let slot = time.milliseconds >> Self.slotBits
    if currentSlot == .min { currentSlot = slot }
    if slot < currentSlot {
      early.insert(.init(time: time.milliseconds, placement: placement))
    } else if slot == currentSlot {
      incoming.append(Self.key(time.milliseconds, placement))
    } else {
      beyond.insert(.init(time: time.milliseconds, placement: placement))
    }
  }

  /// The earliest deadline; nil when there is none.
  package mutating func first() -> (time: Instant, placement: Int32)? {
    if let deadline = early.first {
      return (Instant(milliseconds: deadline.time), deadline.placement)
    }
    if !incoming.isEmpty { mergeIncoming() }
    if cursor == current.count, !turn() { return nil }
    let key = current[cursor]
    return (
      Instant(milliseconds: currentSlot << Self.slotBits | Int64(key >> 32)),
      Int32(truncatingIfNeeded: key)
    )
  }

  /// Removes the earliest deadline.
  ///
  /// - Precondition: `first()` has just returned one.
  package mutating func removeFirst() {
    if early.first != nil {
      early.removeFirst()
    } else {
      cursor += 1
    }
  }

  /// Removes the deadlines up to an instant and appends their placements in order of deadline.
  mutating func removeAll(through time: Instant, into placements: inout Rows<Int32>) {
    while let (deadline, placement) = first(), deadline <= time {
      removeFirst()
      placements.append(placement)
      guard early.first == nil else { continue }
      // The rest of the slot in one go: nothing can come between its deadlines.
      let end = time.milliseconds - currentSlot << Self.slotBits
      while cursor < current.count, Int64(current[cursor] >> 32) <= end {
        placements.append(Int32(truncatingIfNeeded: current[cursor]))
        cursor += 1
      }
    }
  }

  /// Time within the slot and placement in one word, so that a slot sorts as plain integers.
  @inline(__always)
  private static func key(_ time: Int64, _ placement: Int32) -> UInt64 {
    UInt64(time & ((1 << slotBits) - 1)) << 32 | UInt64(UInt32(bitPattern: placement))
  }

  @inline(__always)
  private mutating func put(_ placement: Int32, time: Int64, slot: Int64) {
    let index = Int(slot & Int64(ring.count - 1))
    if ring.append(Self.key(time, placement), to: index) {
      occupied[index >> 6] |= 1 << UInt64(index & 63)
      occupiedCount += 1
    }
  }

  private mutating func mergeIncoming() {
    claim()
    incoming.sort()
    var rest: [UInt64] = []
    while cursor < current.count {
      rest.append(current[cursor])
      cursor += 1
    }
    current.removeAll()
    cursor = 0
    var (next, other) = (0, 0)
    while next < incoming.count || other < rest.count {
      if other == rest.count || next < incoming.count && incoming[next] < rest[other] {
        current.append(incoming[next])
        next += 1
      } else {
        current.append(rest[other])
        other += 1
      }
    }
    incoming.removeAll(keepingCapacity: true)
  }

  /// Goes on to the next slot that holds anything; false when there is none.
  private mutating func turn() -> Bool {
    claim()
    if occupiedCount == 0 {
      guard let earliest = beyond.first else { return false }
      currentSlot = (earliest.time >> Self.slotBits) - 1
    }
    refill()
    let index = nextOccupied(after: Int(currentSlot & Int64(ring.count - 1)))
    let distance = (index - Int(currentSlot & Int64(ring.count - 1)) + ring.count) % ring.count
    currentSlot += Int64(distance == 0 ? ring.count : distance)
    // A slot of a million is rare, and the buffer that it took is not kept for the small ones.
    if current.count > Self.kept { current = Rows() }
    ring.take(index, into: &current)
    occupied[index >> 6] &= ~(1 << UInt64(index & 63))
    occupiedCount -= 1
    cursor = 0
    current.withMutableRows { keys in
      // Re-scheduled placements arrive in order again and again, so most slots are sorted already.
      if !Self.isSorted(keys) { keys.sort() }
    }
    return true
  }

  /// How many deadlines a slot may have whose buffer is kept for the next one.
  private static let kept = 65_536

  private static func isSorted(_ keys: UnsafeMutableBufferPointer<UInt64>) -> Bool {
    var previous: UInt64 = 0
    for key in keys {
      if key < previous { return false }
      previous = key
    }
    return true
  }

  /// Moves what the ring reaches by now out of the heap.
  private mutating func refill() {
    while let earliest = beyond.first {
      let slot = earliest.time >> Self.slotBits
      // NB: strictly below, so that the slot behind the current one keeps its one meaning.
      guard slot - currentSlot < Int64(ring.count) else { return }
      beyond.removeFirst()
      put(earliest.placement, time: earliest.time, slot: slot)
    }
  }

  private func nextOccupied(after start: Int) -> Int {
    var word = (start + 1) >> 6 & (occupied.count - 1)
    var bits = occupied[word] & (~0 << UInt64((start + 1) & 63))
    while bits == 0 {
      word = (word + 1) & (occupied.count - 1)
      bits = occupied[word]
    }
    return word << 6 | bits.trailingZeroBitCount
  }
}

/// A binary heap of deadlines, earliest first.
private struct BinaryHeap {
  struct Deadline: Comparable {
    var time: Int64
    var placement: Int32

    static func < (lhs: Deadline, rhs: Deadline) -> Bool {
      (lhs.time, lhs.placement) < (rhs.time, rhs.placement)
    }
  }

  private var deadlines: [Deadline] = []

  var first: Deadline? { deadlines.first }

  mutating func insert(_ deadline: Deadline) {
    deadlines.append(deadline)
    var child = deadlines.count - 1
    while child > 0, deadlines[child] < deadlines[(child - 1) / 2] {
      deadlines.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let last = deadlines.popLast(), !deadlines.isEmpty else { return }
    deadlines[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < deadlines.count else { return }
      if child + 1 < deadlines.count, deadlines[child + 1] < deadlines[child] { child += 1 }
      guard deadlines[child] < deadlines[parent] else { return }
      deadlines.swapAt(child, parent)
      parent = child
    }
  }
}
