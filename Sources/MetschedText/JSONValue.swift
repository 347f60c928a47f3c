/// A value of JSON, its fields in the order of writing.
package indirect enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// Digits as they are to be written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// Returns a string, or null for nil.
  package static func string(_ text: String?) -> JSONValue {
    text.map(JSONValue.string) ?? .null
  }

  /// Returns an integer, or null for nil.
  package static func integer(_ value: Int?) -> JSONValue {
    value.map(JSONValue.integer) ?? .null
  }

  /// The value in one line, without its end.
  package var text: String {
    var output = ""
    append(to: &output)
    return output
  }

  private func append(to output: inout String) {
    switch self {
    case .null: output += "null"
    case .boolean(let value): output += value ? "true" : "false"
    case .integer(let value): output += String(value)
    case .number(let digits): output += digits
    case .string(let text): JSONText.append(text, to: &output)
    case .array(let elements):
      output += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { output += "," }
        element.append(to: &output)
      }
      output += "]"
    case .object(let fields):
      output += "{"
      for (index, (name, value)) in fields.enumerated() {
        if index > 0 { output += "," }
        JSONText.append(name, to: &output)
        output += ":"
        value.append(to: &output)
      }
      output += "}"
    }
  }
}
