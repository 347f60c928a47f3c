package import MetschedText

/// The keys that one mapping of the file may have.
package struct KeyTable: Sendable {
  /// One key: its name, what it expects, and what it is for.
  package struct Key: Sendable {
    package var name: String
    package var shape: ValueShape
    package var summary: String
    /// What counts where the key is missing, if that is one value.
    package var standard: JSONValue?
    package var isRequired: Bool
    /// Whether `null` is as good as leaving the key out.
    package var takesNull: Bool
    package var takesReferences: Bool

    init(_ key: some MappingKey) {
      name = key.rawValue
      shape = key.shape
      summary = key.summary
      standard = key.standard
      isRequired = key.isRequired
      takesNull = key.takesNull
      takesReferences = key.takesReferences
    }
  }

  /// What the mapping is, such as `a widget`.
  package var owner: String
  package var keys: [Key]
  /// What further keys are and expect, where there may be some.
  package var others: (rule: NameRule, shape: ValueShape)?
  /// What keys say of each other.
  package var rules: [KeyRule]

  /// Creates the table of a set of keys.
  package init<Name: MappingKey>(_ type: Name.Type) {
    owner = type.owner
    keys = type.allCases.map { Key($0) }
    others = type.others
    rules = type.rules
  }

  /// The tables of all mappings of the language, the file's own first.
  package static let all: [KeyTable] = [
    FileKey.table, ClockKey.table, VirtualClockKey.table, SystemClockKey.table, MissedKey.table,
    HostKey.table,
    IntentKey.table, ParameterKey.table, WhenKey.table, OptionKey.table, WidgetKey.table,
    SourceKey.table, MetKey.table, JSONKey.table,
    ConditionKey.table, ReloadKey.table, ReloadOnKey.table, OnErrorKey.table, EntryKey.table,
    EntryTextKey.table, UserKey.table, UserHostKey.table, PlacementKey.table,
    PlacementIdentityKey.table,
    EventKey.table, TestKey.table, TestMatrixKey.table, TestStepKey.table, TestEventKey.table,
    ExpectKey.table, ShownKey.table, ReloadsKey.table, RecordKey.table, ReloadRecordKey.table,
  ]

  /// The names in order.
  package var names: [String] { keys.map(\.name) }

  /// The owner without its article and quotes, as one word: `virtual-clock`.
  package var identifier: String {
    let articles: Set<Substring> = ["a", "an", "the"]
    return owner.filter { $0 != "`" }.split(separator: " ").filter { !articles.contains($0) }
      .joined(separator: "-")
  }

  /// The first few names, for a sentence.
  var listed: String {
    let shown = names.prefix(4).map { "`\($0)`" }.joined(separator: ", ")
    return keys.count > 4 ? shown + ", …" : shown
  }
}

/// What the keys of one mapping say of each other.
package enum KeyRule: Sendable {
  /// At least one of some keys has to be there.
  case atLeastOne(of: [String])
  /// Exactly one of some keys has to be there.
  case exactlyOne(of: [String])
  /// A key means nothing without another.
  case needs(String, String)
  /// A key cannot stand beside any of some others.
  case excludes(String, [String])
  /// Where a key is missing, others expect less than where it is there.
  case without(String, [(key: String, shape: ValueShape)])
  /// Where a key has a value, others expect something of their own, have to be there, or mean nothing.
  case when(
    String, is: String, keys: [(key: String, shape: ValueShape)] = [], needs: [String] = [],
    excludes: [String] = [])
}

/// The keys of one mapping, as an enumeration that says what each expects.
package protocol MappingKey: CaseIterable, Hashable, RawRepresentable, Sendable
where RawValue == String {
  /// What the mapping is, such as `a widget`.
  static var owner: String { get }
  /// What further keys are and expect; nil where there are none.
  static var others: (rule: NameRule, shape: ValueShape)? { get }
  /// What the keys say of each other.
  static var rules: [KeyRule] { get }
  /// What the key expects.
  var shape: ValueShape { get }
  /// What the key is for, in one line.
  var summary: String { get }
  /// What counts where the key is missing, if that is one value.
  var standard: JSONValue? { get }
  /// Whether the mapping is of no use without the key.
  var isRequired: Bool { get }
  /// Whether `null` is as good as leaving the key out.
  var takesNull: Bool { get }
  /// Whether the value may refer to parameters as `${name}`.
  var takesReferences: Bool { get }
}

extension MappingKey {
  /// The declarative table of the keys.
  package static var table: KeyTable { KeyTable(self) }

  package static var others: (rule: NameRule, shape: ValueShape)? { nil }
  package static var rules: [KeyRule] { [] }
  package var standard: JSONValue? { nil }
  package var isRequired: Bool { false }
  package var takesNull: Bool { !isRequired }
  package var takesReferences: Bool { false }
}
