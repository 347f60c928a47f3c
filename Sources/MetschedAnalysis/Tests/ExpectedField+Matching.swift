internal import MetschedConfiguration
internal import MetschedRecords
internal import MetschedTime

extension ExpectedField {
  /// Returns whether a record has the field with that value, local times being those of a zone.
  func matches(_ fields: RecordFields, in zone: ZoneTable) -> Bool {
    guard let found = fields[key.rawValue] else { return false }
    switch (value, found) {
    case (.none, .none): return true
    case (.text(let text), .text(let found)): return text == found
    case (.part(let text), .text(let found)): return found.contains(text)
    case (.number(let number), .number(let found)): return number == found
    case (.boolean(let value), .boolean(let found)): return value == found
    case (.at(let literal), .date(let found)): return literal.resolved(in: zone) == found
    case (.timeOfDay(let time), .date(let found)): return zone.local(at: found).timeOfDay == time
    case (.cause(let cause), .list(let found)): return found.contains(cause)
    case (.causes(let causes), .list(let found)): return causes == found
    default: return false
    }
  }
}

extension [ExpectedField] {
  /// Returns the fields that a record does not have as expected.
  func missing(in fields: RecordFields, _ zone: ZoneTable) -> [ExpectedField] {
    filter { !$0.matches(fields, in: zone) }
  }
}
