internal import MetschedYAML

/// Numbers by texts, each in a space of its own: `query` may be one key here and another there.
///
/// Texts are compared as bytes, and found without a `String`. One array holds their bytes, one
/// their rows, one the slots of an open-addressing table.
///
/// Cost: O(length of the text), amortised.
struct TextTable {
  private struct Row {
    var space: UInt32
    var start: UInt32
    var count: UInt32
    var number: Int32
  }

  private let hash = TextHash()
  private var rows: [Row] = []
  private var bytes: [UInt8] = []
  /// Half a hash above, and the row plus one below; 0 is free.
  private var slots = [UInt64](repeating: 0, count: 64)

  /// Makes room for so many texts; the slots grow as they are needed.
  mutating func reserve(_ count: Int) {
    rows.reserveCapacity(count)
    bytes.reserveCapacity(count * 32)
  }

  /// Returns the number of a text; nil where it has none.
  func number(of text: UnsafeRawBufferPointer, in space: UInt32) -> Int32? {
    let half = half(text, space)
    let mask = slots.count - 1
    var slot = Int(half) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == half {
        let row = rows[Int(UInt32(truncatingIfNeeded: slots[slot])) - 1]
        if row.space == space, isText(of: row, text) { return row.number }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Returns the number of a text; nil where it has none.
  func number(of text: UnsafeBufferPointer<UInt8>, in space: UInt32) -> Int32? {
    number(of: UnsafeRawBufferPointer(text), in: space)
  }

  /// Gives a number to a text that has none.
  mutating func add(_ text: UnsafeRawBufferPointer, in space: UInt32, number: Int32) {
    if (rows.count + 1) * 2 > slots.count { grow() }
    let row = Row(
      space: space, start: UInt32(bytes.count), count: UInt32(text.count), number: number)
    rows.append(row)
    bytes.append(contentsOf: text)
    place(half(text, space) << 32 | UInt64(rows.count))
  }

  /// Gives a number to a text, unless it has one.
  mutating func add(_ text: String, in space: UInt32, number: Int32) {
    var text = text
    text.withUTF8 { bytes in
      guard self.number(of: bytes, in: space) == nil else { return }
      add(UnsafeRawBufferPointer(bytes), in: space, number: number)
    }
  }

  private func half(_ text: UnsafeRawBufferPointer, _ space: UInt32) -> UInt64 {
    (hash(text) &+ UInt64(space) &* 0x9E37_79B9_7F4A_7C15) >> 32
  }

  private func isText(of row: Row, _ text: UnsafeRawBufferPointer) -> Bool {
    guard Int(row.count) == text.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      let start = Int(row.start)
      return Bytes.areEqual(
        UnsafeRawBufferPointer(rebasing: bytes[start..<start + text.count]), text)
    }
  }

  private mutating func place(_ entry: UInt64) {
    let mask = slots.count - 1
    var slot = Int(entry >> 32) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }

  private mutating func grow() {
    let entries = slots
    slots = [UInt64](repeating: 0, count: entries.count * 2)
    for entry in entries where entry != 0 { place(entry) }
  }
}
