/// Comparisons of bytes in memory that somebody else owns.
package enum Bytes {
  /// Returns whether two buffers hold the same bytes, eight at a time.
  package static func areEqual(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    let count = left.count
    guard count == right.count else { return false }
    // Words that overlap at the end compare some bytes twice, and need no loop for the rest.
    if count >= 8 {
      var offset = 0
      while offset + 8 < count {
        if left.word(at: offset) != right.word(at: offset) { return false }
        offset += 8
      }
      return left.word(at: count - 8) == right.word(at: count - 8)
    }
    if count >= 4 {
      return left.half(at: 0) == right.half(at: 0)
        && left.half(at: count - 4) == right.half(at: count - 4)
    }
    for offset in 0..<count where left[offset] != right[offset] { return false }
    return true
  }

  /// Returns whether two buffers hold the same bytes, eight at a time.
  static func areEqual(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    areEqual(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
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

extension UnsafeRawBufferPointer {
  /// Returns the eight bytes from an offset, which have to lie in the buffer.
  func word(at offset: Int) -> UInt64 {
    loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Returns the four bytes from an offset, which have to lie in the buffer.
  func half(at offset: Int) -> UInt32 {
    loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
}
