internal import MetschedDiagnostics

/// `source: {items: …}`.
extension FileDecoder {
  /// Reads a list of items, each a mapping of fields.
  mutating func items(_ field: Field) -> [ItemValue]? {
    guard let elements = elements(field, expected: SourceKey.items.shape) else { return nil }
    var result: [ItemValue] = []
    for element in elements {
      guard isMapping(element, expected: .names(of: .fields, to: .anything)) else { continue }
      result.append(item(element))
    }
    return result.count == elements.count ? result : nil
  }

  /// Reads any value as JSON would have it.
  private mutating func item(_ field: Field) -> ItemValue {
    switch field.value.kind {
    case .null, .broken: .null
    case .scalar: scalarItem(field)
    case .sequence: .array(field.value.elements.map { item(field.element($0)) })
    case .mapping: .object(allEntries(field).map { ItemField(name: $0.name, value: item($0)) })
    }
  }

  /// The entries with those that begin with `x-`: items belong to the person, not to the language.
  private mutating func allEntries(_ field: Field) -> [Field] {
    var result: [Field] = []
    field.value.forEachEntry { entry in
      guard let name = entry.name else { return }
      result.append(Field(name: name, keyRange: entry.keyRange, value: entry.value))
    }
    return result
  }

  /// A plain scalar is a boolean or a number where JSON would have one; all else is text.
  ///
  /// References are put into a widget's items, and what is one alone keeps its type. What an event
  /// writes is the content of a file, and stays as it is.
  private mutating func scalarItem(_ field: Field) -> ItemValue {
    let text = field.value.text
    if scope != nil, text.contains("$") {
      guard let scalar = resolved(text, in: field, expected: .value) else { return .null }
      guard let referent = scalar.reference?.referent else { return .string(scalar.text) }
      switch referent.kind {
      case .boolean: return .boolean(scalar.text == "true")
      case .integer where referent.unit == nil, .decimal: return .number(scalar.text)
      default: return .string(scalar.text)
      }
    }
    guard field.value.isPlain else { return .string(text) }
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: return JSONNumber.isNumber(text) ? .number(JSONNumber.shortest(text)) : .string(text)
    }
  }
}

/// Numbers as JSON writes them.
package enum JSONNumber {
  /// Returns whether a text is a number of JSON: no leading zero, no sign but `-`.
  ///
  /// Source: RFC 8259, section 6.
  package static func isNumber(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = takeDigits(&rest)
    guard whole.count == 1 || whole.count > 1 && whole.first != UInt8(ascii: "0") else {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard !takeDigits(&rest).isEmpty else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard !takeDigits(&rest).isEmpty else { return false }
    }
    return rest.isEmpty
  }

  /// Returns a number without zeros at the end of its fraction: `1.50` is `1.5`, `2.0` is `2`.
  static func shortest(_ text: String) -> String {
    guard text.contains("."), !text.contains("e"), !text.contains("E") else { return text }
    var result = text[...]
    while result.last == "0" { result.removeLast() }
    if result.last == "." { result.removeLast() }
    return result == "-0" ? "0" : String(result)
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }
}
