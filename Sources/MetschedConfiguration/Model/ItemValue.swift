/// A value of an item, from JSON or from the configuration.
///
/// Comparison is by text, because the file's scalars have no type of their own: `true` in
/// `where` matches JSON's `true`.
package indirect enum ItemValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number, as text in its shortest form.
  case number(String)
  case string(String)
  case array([ItemValue])
  case object([ItemField])

  /// The text of a scalar; nil for null, arrays and objects.
  package var text: String? {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .number(let text), .string(let text): text
    case .null, .array, .object: nil
    }
  }

  /// Returns the field of an object; nil where there is none.
  package subscript(field: String) -> ItemValue? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name == field }?.value
  }
}

/// A named value of an item.
package struct ItemField: Hashable, Sendable {
  package var name: String
  package var value: ItemValue

  package init(name: String, value: ItemValue) {
    self.name = name
    self.value = value
  }
}
