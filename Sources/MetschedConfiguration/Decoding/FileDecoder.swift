internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// Reads typed values from nodes, and keeps what it finds wrong with them.
///
/// Every reading function returns nil once it has reported why; whoever calls it goes on with the
/// rest of the file, so that all errors come in one go.
struct FileDecoder {
  var diagnostics = Diagnostics()
  /// The zone of local instants.
  var zone = ZoneTable.utc
  /// Where the rules of zones come from.
  var zones = ZoneDatabase.machine
  /// Whether the file names a container.
  var hasContainer = false
  /// The layer of what is being read.
  var layer = Layer.widget
  /// What `${name}` means; nil where references are not read.
  var scope: ReferenceScope?
  /// The intents, and with a dot the parameters, that are wrong themselves; what names them is
  /// not reported again.
  var brokenNames: Set<String> = []
  /// The widgets' indices by former kinds, with the place of the name.
  var formerKinds: [String: (index: Int, name: FormerName)] = [:]
  /// Whether users of the usual shape are read by the short cut, see `PlacementDecoder.readUsual`.
  var takesShortCuts = true
  /// Whether what was read since this was last cleared holds a reference.
  var hasReferences = false

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// Returns the nearest of some names, or nil once so much is wrong that nobody will see it.
  func nearest(_ name: String, among names: some Sequence<String>) -> Nearest.Match? {
    guard diagnostics.errorCount < Diagnostics.defaultLimit else { return nil }
    return Nearest.find(name, among: names)
  }

  func setting<Value>(_ value: Value, _ field: Field) -> Setting<Value> {
    Setting(value, Origin(layer, field.range))
  }

  // MARK: Mappings and lists

  /// Reads a mapping whose keys a table names.
  mutating func fields<Key: MappingKey>(_ field: Field, as type: Key.Type) -> Fields<Key>? {
    guard isMapping(field, expected: .mapping(type.table)) else { return nil }
    var result = Fields<Key>(range: field.range)
    for entry in entries(field) {
      if let key = Key(rawValue: entry.name) {
        result.add(entry, for: key)
      } else {
        let suggestion = nearest(entry.name, among: type.table.names)
        report(.unknownKey(entry, of: type.owner, known: type.table.names, suggestion))
        if let suggestion { result.add(misspelt: suggestion.candidate) }
      }
    }
    return result
  }

  /// Reports a key that is needed, unless a misspelt one was reported in its place.
  mutating func report<Key: MappingKey>(
    missing key: Key, in fields: Fields<Key>, of owner: String, example: String,
    at range: SourceRange
  ) {
    guard !fields.isMisspelt(key) else { return }
    report(.missingKey(key.rawValue, of: owner, example: example, at: range))
  }

  /// Returns the entries of a mapping whose keys are text, those with `x-` left out.
  mutating func entries(_ field: Field) -> [Field] {
    var result: [Field] = []
    var odd: [SourceRange] = []
    field.value.forEachEntry { entry in
      guard let name = entry.name else {
        odd.append(entry.keyRange)
        return
      }
      guard !name.hasPrefix("x-") else { return }
      result.append(
        Field(
          name: name, keyRange: entry.keyRange, value: entry.value, isAssigned: entry.isAssigned))
    }
    for range in odd { report(.keyIsNoText(at: range)) }
    return result
  }

  /// Returns whether the value is a mapping, or reports that it is not.
  ///
  /// The shape is made only where it is told: most are made of the table of a mapping's keys.
  mutating func isMapping(
    _ field: Field, expected shape: @autoclosure () -> ValueShape
  ) -> Bool {
    if field.value.kind == .mapping { return true }
    report(wrongType: field, expected: shape())
    return false
  }

  /// Returns the elements of a list, or reports that it is none.
  mutating func elements(_ field: Field, expected shape: ValueShape) -> [Field]? {
    guard field.value.kind == .sequence else {
      report(wrongType: field, expected: shape)
      return nil
    }
    for missing in field.value.missingElements {
      report(.unknownElement(missing.name, of: field, at: missing.range))
    }
    return field.value.elements.map(field.element)
  }

  mutating func report(wrongType field: Field, expected shape: ValueShape) {
    guard field.value.kind != .broken else { return }
    report(.wrongType(field, expected: shape.words, isPlural: shape.isPlural))
  }

  // MARK: Scalars

  /// Reads a scalar; the shape is what a message says was expected.
  mutating func scalar(_ field: Field, expected shape: ValueShape) -> Scalar? {
    guard field.value.kind == .scalar else {
      report(wrongType: field, expected: shape)
      return nil
    }
    let text = field.value.text
    guard text.utf8.contains(UInt8(ascii: "$")) else { return Scalar(text: text) }
    return resolved(text, in: field, expected: shape)
  }

  /// The most bytes of a text.
  static let longestText = 40_000

  /// Reads text; it may be as long as 10,000 characters.
  mutating func text(_ field: Field, example: String = "text") -> String? {
    guard let scalar = scalar(field, expected: .text(example: example)) else { return nil }
    guard !scalar.text.isEmpty else {
      report(.emptyText(field, example: example))
      return nil
    }
    guard scalar.text.utf8.count <= Self.longestText else {
      report(.textTooLong(field))
      return nil
    }
    return scalar.text
  }

  /// Reads one of the words of an enumeration.
  mutating func word<Value: CaseIterable & RawRepresentable<String>>(
    _ field: Field, as type: Value.Type
  ) -> Value? {
    // Not a key path: in a generic function it would be looked up while running.
    word(field, of: Array(type.allCases)) { $0.rawValue }
  }

  /// Reads one of some values by its word.
  mutating func word<Value>(_ field: Field, of values: [Value], _ name: (Value) -> String) -> Value?
  {
    let words = values.map(name)
    guard let scalar = scalar(field, expected: .word(words)),
      accepts([.choice], scalar, field, expected: .word(words)),
      offersOnly(words, scalar, field)
    else { return nil }
    if let index = words.firstIndex(of: scalar.text) { return values[index] }
    report(.unknownWord(scalar.text, field.at(scalar), words, nearest(scalar.text, among: words)))
    return nil
  }

  /// Reads `true` or `false`.
  mutating func boolean(_ field: Field) -> Bool? {
    guard let scalar = scalar(field, expected: .boolean),
      accepts([.boolean], scalar, field, expected: .boolean)
    else { return nil }
    switch scalar.text {
    case "true": return true
    case "false": return false
    default:
      report(.notBoolean(scalar.text, field.at(scalar)))
      return nil
    }
  }

  /// Reads a whole number within bounds, in decimal digits.
  mutating func integer(_ field: Field, in range: ClosedRange<Int>) -> Int64? {
    let shape = ValueShape.integer(range)
    guard let scalar = scalar(field, expected: shape),
      accepts([.integer], scalar, field, expected: shape)
    else { return nil }
    if let reference = scalar.reference, reference.referent.isDuration {
      report(.referenceType(reference, field, expected: shape.words))
      return nil
    }
    guard let value = Self.integer(scalar.text) else {
      report(.notInteger(scalar.text, field.at(scalar), expected: shape.words))
      return nil
    }
    guard range.contains(Int(value)) else {
      report(
        .outOfRange(field.at(scalar), scalar.text, "\(range.lowerBound)", "\(range.upperBound)"))
      return nil
    }
    return value
  }

  /// Returns the integer that decimal digits without a leading zero are.
  static func integer(_ text: String) -> Int64? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    guard digits.count == 1 || digits.first != "0" else { return nil }
    return Int64(text)
  }

  /// Returns whether what the whole value refers to, if it does, is of a type that is expected.
  mutating func accepts(
    _ kinds: [Parameter.Kind], _ scalar: Scalar, _ field: Field, expected shape: ValueShape
  ) -> Bool {
    guard let reference = scalar.reference, !kinds.contains(reference.referent.kind) else {
      return true
    }
    report(.referenceType(reference, field, expected: shape.words))
    return false
  }

  /// Returns whether every option of the choice that the whole value refers to is one of the words.
  private mutating func offersOnly(_ words: [String], _ scalar: Scalar, _ field: Field) -> Bool {
    guard let reference = scalar.reference, let options = reference.referent.options,
      let odd = options.value.first(where: { !words.contains($0.name) })
    else { return true }
    report(.optionDoesNotFit(odd, reference, field, words))
    return false
  }
}
