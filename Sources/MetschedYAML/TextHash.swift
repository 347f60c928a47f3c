/// A quick hash of bytes that nobody outside the process can foresee.
///
/// It decides only which texts are compared, never what is found.
package struct TextHash: Sendable {
  /// A number that differs in each process, so that nobody can write a file whose texts collide.
  private let seed = UInt64(truncatingIfNeeded: 0x9E37_79B9.hashValue) | 1

  package init() {}

  /// Returns the hash of some bytes.
  package func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    var state = seed ^ UInt64(count)
    var tail: UInt64 = 0
    if count >= 8 {
      var offset = 0
      while offset + 8 < count {
        state = Self.mix(state ^ bytes.word(at: offset), seed)
        offset += 8
      }
      // The last eight bytes may have been seen in part; with the count that tells texts apart.
      tail = bytes.word(at: count - 8)
    } else if count >= 4 {
      tail = UInt64(bytes.half(at: 0)) << 32 | UInt64(bytes.half(at: count - 4))
    } else {
      for byte in bytes { tail = tail << 8 | UInt64(byte) }
    }
    return Self.mix(state ^ tail, 0xE703_7ED1_A0B4_28DB)
  }

  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
