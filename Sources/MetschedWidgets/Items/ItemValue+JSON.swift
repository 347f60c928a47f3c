package import MetschedConfiguration
package import MetschedText

extension ItemValue {
  /// The value as JSON, its fields in their order.
  package var json: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let digits): .number(digits)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let fields): .object(fields.map { ($0.name, $0.value.json) })
    }
  }
}
