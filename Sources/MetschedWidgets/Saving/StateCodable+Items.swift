package import MetschedConfiguration
package import MetschedEngine
import MetschedTime
package import WidgetFamilies

extension ItemValue: StateCodable {
  package func write(to writer: inout StateWriter) {
    switch self {
    case .null: writer.write(0 as UInt8)
    case .boolean(let value):
      writer.write(1 as UInt8)
      writer.write(value)
    case .number(let text):
      writer.write(2 as UInt8)
      writer.write(text)
    case .string(let text):
      writer.write(3 as UInt8)
      writer.write(text)
    case .array(let values):
      writer.write(4 as UInt8)
      writer.write(values)
    case .object(let fields):
      writer.write(5 as UInt8)
      writer.write(fields)
    }
  }

  package init(from reader: inout StateReader) throws(StateError) {
    switch try reader.read(UInt8.self) {
    case 0: self = .null
    case 1: self = .boolean(try reader.read())
    case 2: self = .number(try reader.read())
    case 3: self = .string(try reader.read())
    case 4: self = .array(try reader.read())
    case 5: self = .object(try reader.read())
    case let kind: throw reader.wrong("an item of the unknown kind \(kind)")
    }
  }
}

extension ItemField: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(name)
    writer.write(value)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    self.init(name: try reader.read(), value: try reader.read())
  }
}

extension ParameterValue: StateCodable {
  package func write(to writer: inout StateWriter) {
    switch self {
    case .duration(let step):
      writer.write(0 as UInt8)
      writer.write(step)
    case .integer(let value):
      writer.write(1 as UInt8)
      writer.write(value)
    case .decimal(let value):
      writer.write(2 as UInt8)
      writer.write(value)
    case .string(let text):
      writer.write(3 as UInt8)
      writer.write(text)
    case .boolean(let value):
      writer.write(4 as UInt8)
      writer.write(value)
    case .choice(let name):
      writer.write(5 as UInt8)
      writer.write(name)
    case .time(let time):
      writer.write(6 as UInt8)
      writer.write(time.milliseconds)
    case .families(let families):
      writer.write(7 as UInt8)
      writer.write(families)
    }
  }

  package init(from reader: inout StateReader) throws(StateError) {
    switch try reader.read(UInt8.self) {
    case 0: self = .duration(try reader.read())
    case 1: self = .integer(try reader.read())
    case 2: self = .decimal(try reader.read())
    case 3: self = .string(try reader.read())
    case 4: self = .boolean(try reader.read())
    case 5: self = .choice(try reader.read())
    case 6:
      guard let time = TimeOfDay(milliseconds: try reader.read()) else {
        throw reader.wrong("a time that no day has")
      }
      self = .time(time)
    case 7: self = .families(try reader.read())
    case let kind: throw reader.wrong("a value of the unknown kind \(kind)")
    }
  }
}

extension WidgetFamily: StateCodable {
  package func write(to writer: inout StateWriter) { writer.write(name) }

  package init(from reader: inout StateReader) throws(StateError) {
    let name: String = try reader.read()
    guard let family = WidgetFamily(name: name) else {
      throw reader.wrong("the unknown family `\(name)`")
    }
    self = family
  }
}

extension EntrySchedule.GroupOrder: StateCodable {
  package func write(to writer: inout StateWriter) {
    switch self {
    case .inTurn(let first, let count):
      writer.write(false)
      writer.write(first)
      writer.write(count)
    case .listed(let groups):
      writer.write(true)
      writer.write(groups)
    }
  }

  package init(from reader: inout StateReader) throws(StateError) {
    if try reader.read(Bool.self) {
      self = .listed(try reader.read())
      return
    }
    let first: Int = try reader.read()
    let count: Int = try reader.read()
    guard count > 0, (0..<count).contains(first) else {
      throw reader.wrong("group \(first) of \(count)")
    }
    self = .inTurn(first: first, count: count)
  }

  /// Whether an entry's group is one of so many; entries come after each other from 0.
  func fits(entries: Int, groups: Int) -> Bool {
    switch self {
    case .inTurn(_, let count): entries == 0 || count <= groups
    case .listed(let list):
      list.count >= entries && list.allSatisfy { $0.map { (0..<groups).contains(Int($0)) } ?? true }
    }
  }
}
