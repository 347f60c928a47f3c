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
  /// The keys in order, each once.
  ///
  /// A list and no dictionary: a mapping has few keys, and the first dictionary of a type makes the
  /// process look through all conformances that it knows, which costs a short run a twentieth.
  private(set) var present: [(key: Key, field: Field)] = []
  /// The keys that were meant by misspelt ones, which have been reported.
  private var misspelt: Set<String> = []

  init(range: SourceRange) {
    self.range = range
  }

  /// The key's field; nil where it is missing or null, which goes back to the layer below.
  subscript(key: Key) -> Field? {
    guard let field = written(key), !field.value.isNull else { return nil }
    return field
  }

  /// Returns the key's field, also where it is null.
  func written(_ key: Key) -> Field? {
    for entry in present where entry.key == key { return entry.field }
    return nil
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
    if written(key) == nil { present.append((key, field)) }
  }
}
