import MetschedTime

/// Reads the values of a state row, in the order in which they were written.
///
/// Bytes that do not fit end the reading with an error, never with a trap: the checksum finds what
/// the disk has done, and the bounds what another program has.
package struct StateReader {
  private let bytes: [UInt8]
  private let end: Int
  private var position = 1
  private var depth = 0
  /// How deep values may stand in each other; JSON that is read goes less deep.
  private static let deepest = 600

  /// Begins to read a row.
  ///
  /// - Throws: what keeps it from being read.
  package init(_ bytes: [UInt8]) throws(StateError) {
    self.bytes = bytes
    end = bytes.count - StateWriter.checksumCount
    guard end >= 1 else { throw StateError("ends after \(bytes.count) bytes") }
    guard bytes[0] == StateWriter.version else {
      throw StateError(
        "has version \(bytes[0]), and this metsched reads version \(StateWriter.version)")
    }
    let checksum = bytes[end...].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard checksum == StateWriter.checksum(of: bytes[..<end]) else {
      throw StateError("is damaged: its checksum is another one")
    }
  }

  package mutating func read<Value: StateCodable>(
    _ type: Value.Type = Value.self
  ) throws(StateError) -> Value {
    depth += 1
    guard depth <= Self.deepest else { throw StateError("goes too deep at byte \(position)") }
    let value = try Value(from: &self)
    depth -= 1
    return value
  }

  /// Ends the reading.
  ///
  /// - Throws: that something follows which nobody has read.
  package func finish() throws(StateError) {
    guard position == end else {
      throw StateError("has \(end - position) bytes more than were expected")
    }
  }

  /// What is wrong at the place that was read last.
  package func wrong(_ what: String) -> StateError {
    StateError("has \(what) before byte \(position)")
  }

  /// Reads how many values follow that nobody has put into a list, each of which takes a byte at
  /// least.
  package mutating func length() throws(StateError) -> Int {
    let length: Int = try read()
    guard (0...end - position).contains(length) else { throw wrong("a count of \(length)") }
    return length
  }

  /// Reads milliseconds that instants can be moved by without a look.
  package mutating func milliseconds() throws(StateError) -> Int64 {
    try read(Instant.self).milliseconds
  }

  mutating func byte() throws(StateError) -> UInt8 {
    guard position < end else { throw StateError("ends in the middle of a value") }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func integer() throws(StateError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      let bits = UInt64(byte & 0x7F)
      guard shift < 63 || shift == 63 && bits <= 1 else { throw wrong("a number without an end") }
      value |= bits << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  /// Reads how many elements follow, each of which takes a byte at least.
  mutating func count() throws(StateError) -> Int {
    let count = try integer()
    guard count <= UInt64(end - position) else { throw wrong("a count of \(count)") }
    return Int(count)
  }

  mutating func text() throws(StateError) -> String {
    let count = try count()
    defer { position += count }
    guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
      throw wrong("a text that is not UTF-8")
    }
    return text
  }
}
