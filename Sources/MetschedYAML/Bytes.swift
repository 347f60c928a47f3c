/// Comparisons of bytes in memory that somebody else owns.
enum Bytes {
  /// Returns whether two buffers hold the same bytes, eight at a time.
  static func areEqual(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    let a = UnsafeRawPointer(first)
    let b = UnsafeRawPointer(second)
    var offset = 0
    // SAFETY: both buffers hold `left.count` bytes, and every load ends at or before that.
    while offset + 8 <= left.count {
      let x = a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let y = b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if x != y { return false }
      offset += 8
    }
    while offset < left.count {
      if first[offset] != second[offset] { return false }
      offset += 1
    }
    return true
  }

  /// Returns whether a byte is a blank or a line break.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || isBreak(byte)
  }

  /// Returns whether a byte ends a line.
  static func isBreak(_ byte: UInt8) -> Bool {
    byte == 0x0A || byte == 0x0D
  }
}
