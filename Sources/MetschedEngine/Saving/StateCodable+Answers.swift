import MetschedTime

extension EntryDates: StateCodable {
  package func write(to writer: inout StateWriter) {
    switch self {
    case .regular(let base, let step, let count):
      writer.write(false)
      writer.write(base)
      writer.write(step)
      writer.write(count)
    case .dates(let dates):
      writer.write(true)
      writer.write(dates)
    }
  }

  package init(from reader: inout StateReader) throws(StateError) {
    if try reader.read(Bool.self) {
      let dates: [Instant] = try reader.read()
      guard EntryDates.ascendingOrder(of: dates) == nil else {
        throw reader.wrong("dates out of order")
      }
      self = .dates(dates)
      return
    }
    let base: Instant = try reader.read()
    let step: Int64 = try reader.read()
    let count: Int = try reader.read()
    // What a schedule can have: below, its dates could not be added up.
    guard (0...1 << 40).contains(step), (0...1 << 20).contains(count) else {
      throw reader.wrong("\(count) entries")
    }
    self = .regular(base: base, step: step, count: count)
  }
}

extension AnsweredPolicy: StateCodable {
  package func write(to writer: inout StateWriter) {
    switch self {
    case .atEnd: writer.write(0 as UInt8)
    case .never: writer.write(1 as UInt8)
    case .after(let date, let basis, let why):
      writer.write(basis == .end ? 2 : 3 as UInt8)
      writer.write(date)
      writer.write(why)
    }
  }

  package init(from reader: inout StateReader) throws(StateError) {
    switch try reader.read(UInt8.self) {
    case 0: self = .atEnd
    case 1: self = .never
    case 2: self = .after(try reader.read(), basis: .end, why: try reader.read())
    case 3: self = .after(try reader.read(), basis: .given, why: try reader.read())
    case let kind: throw reader.wrong("a policy of the unknown kind \(kind)")
    }
  }
}
