/// What a key of the file expects: the words of a diagnostic, and later of the JSON Schema.
package indirect enum ValueShape: Sendable {
  case text(example: String)
  case integer(ClosedRange<Int>)
  case number
  case boolean
  case duration(example: String)
  case instant
  case window
  case zone
  case family
  /// One of some words.
  case word([String])
  /// A scalar of a type that another key names.
  case value
  case list(of: ValueShape)
  case mapping(KeyTable)
  /// A mapping whose keys are names that the file chooses.
  case names(of: String, to: ValueShape)
  case either([ValueShape])

  /// The shape in words, to stand after "expected".
  package var words: String {
    switch self {
    case .text(let example): "text such as `\(example)`"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number: "a number"
    case .boolean: "`true` or `false`"
    case .duration(let example): "a duration such as `\(example)`"
    case .instant: "a date and time such as `2026-01-05T09:00:00-05:00`"
    case .window: "a window such as `\"Mon-Fri 09:30-16:00\"`"
    case .zone: "a time zone such as `America/New_York`"
    case .family: "a family such as `systemMedium`"
    case .word(let words): Self.alternatives(words.map { "`\($0)`" })
    case .value: "a single value"
    case .list(let element): "a list of \(element.plural)"
    case .mapping(let table): "keys and values (\(table.listed))"
    case .names(let what, _): "\(what) with their values"
    case .either(let shapes): Self.alternatives(shapes.map(\.words))
    }
  }

  private var plural: String {
    switch self {
    case .family: "families such as `[systemMedium]`"
    case .mapping: "mappings"
    default: "values"
    }
  }

  /// Joins words as `a`, `a or b`, `a, b or c`.
  package static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The keys that one mapping of the file may have.
package struct KeyTable: Sendable {
  /// One key: its name, what it expects, and what it is for.
  package struct Key: Sendable {
    package var name: String
    package var shape: ValueShape
    package var summary: String
  }

  /// What the mapping is, such as `a widget`.
  package var owner: String
  package var keys: [Key]

  /// Creates the table of a set of keys.
  package init<Name: MappingKey>(_ type: Name.Type) {
    owner = type.owner
    keys = type.allCases.map { Key(name: $0.rawValue, shape: $0.shape, summary: $0.summary) }
  }

  /// The tables of all mappings of the language.
  package static let all: [KeyTable] = [
    FileKey.table, ClockKey.table, VirtualClockKey.table, SystemClockKey.table, HostKey.table,
    IntentKey.table, ParameterKey.table, OptionKey.table, WidgetKey.table, SourceKey.table,
    MetKey.table, JSONKey.table,
    ConditionKey.table, ReloadKey.table, ReloadOnKey.table, OnErrorKey.table, EntryKey.table,
    EntryTextKey.table, UserKey.table, PlacementKey.table, PlacementIdentityKey.table,
    EventKey.table,
  ]

  /// The names in order.
  package var names: [String] { keys.map(\.name) }

  /// The first few names, for a sentence.
  var listed: String {
    let shown = names.prefix(4).map { "`\($0)`" }.joined(separator: ", ")
    return keys.count > 4 ? shown + ", …" : shown
  }
}

/// The keys of one mapping, as an enumeration that says what each expects.
package protocol MappingKey: CaseIterable, Hashable, RawRepresentable, Sendable
where RawValue == String {
  /// What the mapping is, such as `a widget`.
  static var owner: String { get }
  /// What the key expects.
  var shape: ValueShape { get }
  /// What the key is for, in one line.
  var summary: String { get }
}

extension MappingKey {
  /// The declarative table of the keys.
  package static var table: KeyTable { KeyTable(self) }
}
