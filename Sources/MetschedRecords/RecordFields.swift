package import MetschedEngine
package import MetschedTime

/// Takes the fields of a record, one after the other, under the names that `docs/records.md` gives.
protocol RecordFieldWriter {
  mutating func field(_ name: String, _ value: String?)
  mutating func field(_ name: String, _ value: Int?)
  mutating func field(_ name: String, _ value: Bool)
  mutating func field(_ name: String, _ value: Instant?, in zone: ZoneTable)
  mutating func field(_ name: String, _ values: [String])
}

extension JSONLine: RecordFieldWriter {}

/// The fields of a record as values, those that a line of JSON has.
package struct RecordFields: Sendable {
  package enum Value: Hashable, Sendable {
    case none
    case text(String)
    case number(Int)
    case boolean(Bool)
    case date(Instant)
    case list([String])
  }

  private var fields: [(name: String, value: Value)] = []

  package init(_ record: Record, _ details: inout some RecordDetails) {
    RecordJSON().write(record, to: &self, &details)
  }

  /// The value of a field; nil where such records do not have it.
  package subscript(name: String) -> Value? {
    for field in fields where field.name == name { return field.value }
    return nil
  }
}

extension RecordFields: RecordFieldWriter {
  mutating func field(_ name: String, _ value: String?) {
    fields.append((name, value.map { .text($0) } ?? .none))
  }

  mutating func field(_ name: String, _ value: Int?) {
    fields.append((name, value.map { .number($0) } ?? .none))
  }

  mutating func field(_ name: String, _ value: Bool) {
    fields.append((name, .boolean(value)))
  }

  mutating func field(_ name: String, _ value: Instant?, in zone: ZoneTable) {
    fields.append((name, value.map { .date($0) } ?? .none))
  }

  mutating func field(_ name: String, _ values: [String]) {
    fields.append((name, .list(values)))
  }
}
