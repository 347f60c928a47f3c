import MetschedConfiguration
import MetschedText

extension ItemValue {
  /// The value as JSON in one line, its fields in their order.
  var json: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): JSONText.string(text)
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .object(let fields):
      "{" + fields.map { JSONText.string($0.name) + ":" + $0.value.json }.joined(separator: ",")
        + "}"
    }
  }
}
