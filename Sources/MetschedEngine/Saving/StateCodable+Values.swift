package import MetschedTime

extension UInt64: StateCodable {
  package func write(to writer: inout StateWriter) { writer.append(self) }

  package init(from reader: inout StateReader) throws(StateError) { self = try reader.integer() }
}

extension Int64: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.append(UInt64(bitPattern: (self << 1) ^ (self >> 63)))
  }

  package init(from reader: inout StateReader) throws(StateError) {
    let value = try reader.integer()
    self = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}

extension StateCodable where Self: FixedWidthInteger {
  fileprivate init(narrowing value: Int64, _ reader: StateReader) throws(StateError) {
    guard let own = Self(exactly: value) else { throw reader.wrong("the number \(value)") }
    self = own
  }
}

extension Int: StateCodable {
  package func write(to writer: inout StateWriter) { Int64(self).write(to: &writer) }

  package init(from reader: inout StateReader) throws(StateError) {
    try self.init(narrowing: Int64(from: &reader), reader)
  }
}

extension Int32: StateCodable {
  package func write(to writer: inout StateWriter) { Int64(self).write(to: &writer) }

  package init(from reader: inout StateReader) throws(StateError) {
    try self.init(narrowing: Int64(from: &reader), reader)
  }
}

extension UInt32: StateCodable {
  package func write(to writer: inout StateWriter) { Int64(self).write(to: &writer) }

  package init(from reader: inout StateReader) throws(StateError) {
    try self.init(narrowing: Int64(from: &reader), reader)
  }
}

extension UInt8: StateCodable {
  package func write(to writer: inout StateWriter) { writer.append(self) }

  package init(from reader: inout StateReader) throws(StateError) { self = try reader.byte() }
}

extension Bool: StateCodable {
  package func write(to writer: inout StateWriter) { writer.append(self ? 1 : 0 as UInt8) }

  package init(from reader: inout StateReader) throws(StateError) {
    switch try reader.byte() {
    case 0: self = false
    case 1: self = true
    case let byte: throw reader.wrong("\(byte) in the place of a zero or a one")
    }
  }
}

extension Double: StateCodable {
  package func write(to writer: inout StateWriter) { writer.append(bitPattern) }

  package init(from reader: inout StateReader) throws(StateError) {
    self.init(bitPattern: try reader.integer())
  }
}

extension String: StateCodable {
  package func write(to writer: inout StateWriter) { writer.append(self) }

  package init(from reader: inout StateReader) throws(StateError) { self = try reader.text() }
}

extension Optional: StateCodable where Wrapped: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(self != nil)
    if let value = self { writer.write(value) }
  }

  package init(from reader: inout StateReader) throws(StateError) {
    self = try reader.read(Bool.self) ? reader.read(Wrapped.self) : nil
  }
}

extension Array: StateCodable where Element: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.append(UInt64(count))
    for element in self { writer.write(element) }
  }

  package init(from reader: inout StateReader) throws(StateError) {
    self = []
    for _ in 0..<(try reader.count()) { append(try reader.read()) }
  }
}

/// An enumeration whose numbers are part of the format.
extension StateCodable where Self: RawRepresentable, RawValue == UInt8 {
  package func write(to writer: inout StateWriter) { writer.append(rawValue) }

  package init(from reader: inout StateReader) throws(StateError) {
    let number = try reader.byte()
    guard let value = Self(rawValue: number) else { throw reader.wrong("the unknown \(number)") }
    self = value
  }
}

extension Instant: StateCodable {
  package func write(to writer: inout StateWriter) { writer.write(milliseconds) }

  package init(from reader: inout StateReader) throws(StateError) {
    let milliseconds = try Int64(from: &reader)
    // Two instants may be added up without a look; no date comes near this.
    guard milliseconds.magnitude < 1 << 60 else { throw reader.wrong("an instant out of range") }
    self.init(milliseconds: milliseconds)
  }
}

extension Step: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(days)
    writer.write(milliseconds)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    let days = try Int64(from: &reader)
    let milliseconds = try Int64(from: &reader)
    guard days >= 0, milliseconds >= 0 else { throw reader.wrong("a duration below zero") }
    self.init(days: days, milliseconds: milliseconds)
  }
}
