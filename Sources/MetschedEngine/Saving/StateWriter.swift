/// Writes values as the bytes of a state row.
///
/// A row is the format's version (one byte), the values, and a checksum of both (four bytes, least
/// first). Integers take as few bytes as they need: seven bits each, the lowest first, signed ones
/// with the sign in the lowest bit (zigzag). Texts and lists begin with their count; nil is a zero
/// byte, anything else a one and the value. Nothing is aligned, and nothing names its type, so
/// another layout is another version.
package struct StateWriter {
  /// The version that this program writes, and the only one that it reads.
  package static let version: UInt8 = 1
  static let checksumCount = 4
  private var bytes: [UInt8] = [StateWriter.version]

  package init() {}

  package mutating func write(_ value: some StateCodable) {
    value.write(to: &self)
  }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Returns the whole row.
  package func finished() -> [UInt8] {
    let checksum = Self.checksum(of: bytes[...])
    return bytes + (0..<Self.checksumCount).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
  }

  /// The 32-bit FNV-1a hash.
  ///
  /// It is not there against malice: who can write the row can write the hash.
  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}

/// A value that can be part of a state row.
package protocol StateCodable {
  func write(to writer: inout StateWriter)

  /// - Throws: what is wrong with the bytes.
  init(from reader: inout StateReader) throws(StateError)
}

/// Bytes that are no state, or none of this version.
package struct StateError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, in words that follow the name of what was read.
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}
