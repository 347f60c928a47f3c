/// Finds keys that stand twice in a mapping, in time that grows with the keys alone.
///
/// A few keys are compared with each other; many go through an open-addressing table that is
/// used again for the next mapping.
struct KeyCheck {
  /// A scalar key: its row and the hash of its text.
  struct Key {
    var row: UInt32
    var hash: UInt64
  }

  /// The keys up to which each is compared with each.
  private static let fewKeys = 8

  private let hash = TextHash()
  private var slots: [UInt32] = []

  /// Returns the hash of a text.
  func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 { hash(UnsafeRawBufferPointer(text)) }

  /// Returns whether some keys are so few that each is compared with each, and all differ.
  func areFewAndDifferent(_ keys: [Key], _ range: Range<Int>) -> Bool {
    guard range.count <= Self.fewKeys else { return false }
    for second in range {
      for first in range.lowerBound..<second where keys[first].hash == keys[second].hash {
        return false
      }
    }
    return true
  }

  /// Returns each key that stands again with the first key of that text, as rows, in order.
  mutating func duplicates(
    in keys: ArraySlice<Key>, areEqual: (UInt32, UInt32) -> Bool
  ) -> [(second: UInt32, original: UInt32)] {
    keys.count <= Self.fewKeys
      ? compareAll(keys, areEqual: areEqual) : compareByHash(keys, areEqual: areEqual)
  }

  private func compareAll(
    _ keys: ArraySlice<Key>, areEqual: (UInt32, UInt32) -> Bool
  ) -> [(second: UInt32, original: UInt32)] {
    var found: [(second: UInt32, original: UInt32)] = []
    for second in keys.indices {
      for first in keys.startIndex..<second
      where keys[first].hash == keys[second].hash && areEqual(keys[first].row, keys[second].row) {
        found.append((keys[second].row, keys[first].row))
        break
      }
    }
    return found
  }

  private mutating func compareByHash(
    _ keys: ArraySlice<Key>, areEqual: (UInt32, UInt32) -> Bool
  ) -> [(second: UInt32, original: UInt32)] {
    var size = 32
    while size < keys.count * 2 { size *= 2 }
    for slot in 0..<min(size, slots.count) { slots[slot] = 0 }
    if slots.count < size {
      slots.append(contentsOf: repeatElement(0, count: size - slots.count))
    }
    var found: [(second: UInt32, original: UInt32)] = []
    next: for index in keys.indices {
      let key = keys[index]
      var slot = Int(truncatingIfNeeded: key.hash) & (size - 1)
      // A slot holds the distance from the first key, plus one; 0 is free.
      while slots[slot] != 0 {
        let other = keys[keys.startIndex + Int(slots[slot]) - 1]
        if other.hash == key.hash, areEqual(other.row, key.row) {
          found.append((key.row, other.row))
          continue next
        }
        slot = (slot + 1) & (size - 1)
      }
      slots[slot] = UInt32(index - keys.startIndex + 1)
    }
    return found
  }

  /// Hands the check over with its scratch memory, so that it can be used without a copy.
  mutating func take() -> KeyCheck {
    let taken = self
    slots = []
    return taken
  }
}
