/// The placements that have changed since somebody last asked.
///
/// Nothing is kept, and nothing looked at a placement, as long as nobody counts.
struct TouchedPlacements {
  private(set) var isCounting = false
  private var numbers: [Int32] = []
  /// One bit a placement: whether it is among the numbers.
  private var bits: [UInt64] = []

  /// Begins to count.
  mutating func begin() {
    isCounting = true
  }

  mutating func insert(_ number: Int32) {
    guard isCounting else { return }
    let word = Int(number) >> 6
    while bits.count <= word { bits.append(0) }
    let bit = UInt64(1) << UInt64(number & 63)
    guard bits[word] & bit == 0 else { return }
    bits[word] |= bit
    numbers.append(number)
  }

  mutating func insert(_ rows: Rows<Int32>) {
    guard isCounting else { return }
    for index in rows.indices { insert(rows[index]) }
  }

  /// Takes the numbers, in order.
  mutating func take() -> [Int32] {
    let taken = numbers.sorted()
    for number in taken { bits[Int(number) >> 6] = 0 }
    numbers.removeAll(keepingCapacity: true)
    return taken
  }
}
