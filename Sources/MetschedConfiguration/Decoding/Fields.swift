internal import MetschedDiagnostics

/// A key of the file with its value, ready to be read as what the key expects.
struct Field {
  /// The key as messages name it.
  var name: String
  /// Where the key stands.
  var keyRange: SourceRange
  var value: PatchedNode
  /// Whether `--set` named the key.
  var isAssigned = false

  /// Where the value stands; where there is none, its key.
  var range: SourceRange { value.range.isEmpty ? keyRange : value.range }

  /// Returns an element of the value under the same name.
  func element(_ value: PatchedNode) -> Field {
    Field(name: name, keyRange: value.range, value: value)
  }
}

/// The keys that one mapping has, by what they mean.
struct Fields<Key: MappingKey> {
  /// Where the mapping stands.
  var range: SourceRange
  private(set) var present: [Key: Field] = [:]
  /// The keys that were meant by misspelt ones, which have been reported.
  private var misspelt: Set<String> = []

  init(range: SourceRange) {
    self.range = range
  }

  /// The key's field; nil where it is missing or null, which goes back to the layer below.
  subscript(key: Key) -> Field? {
    guard let field = present[key], !field.value.isNull else { return nil }
    return field
  }

  /// Keeps the key that a misspelt one meant.
  mutating func add(misspelt name: String) {
    misspelt.insert(name)
  }

  /// Whether a key was misspelt.
  var hasMisspelt: Bool { !misspelt.isEmpty }

  /// Returns whether a key that is not there was meant by a misspelt one.
  func isMisspelt(_ key: Key) -> Bool { misspelt.contains(key.rawValue) }

  /// Keeps a field; of two with one key, which is reported elsewhere, the first.
  mutating func add(_ field: Field, for key: Key) {
    if present[key] == nil { present[key] = field }
  }
}
