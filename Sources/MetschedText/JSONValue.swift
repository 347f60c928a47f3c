/// A JSON value whose objects keep their keys in the order given.
package indirect enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  /// A number as it is written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A key of an object with its value.
  package struct Member: Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(String(value)) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}

extension JSONValue {
  /// The value on one line, a space after each colon and comma.
  package var line: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): JSONText.string(text)
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { JSONText.string($0.key) + ": " + $0.value.line }.joined(separator: ", ")
        + "}"
    }
  }

  /// The value on as many lines as make it readable: what fits in `width` columns stays on one.
  ///
  /// - Parameters:
  ///   - width: the columns of a line.
  ///   - indent: the columns before the lines after the first.
  ///   - lead: the further columns that are taken before the first line.
  /// - Returns: the text, without a line break at its end.
  /// - Complexity: O(length × depth).
  package func lines(width: Int = 100, indent: Int = 0, lead: Int = 0) -> String {
    let whole = line
    guard indent + lead + whole.count > width else { return whole }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .array(let elements):
      let lines = elements.map { inner + $0.lines(width: width, indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
    case .object(let members):
      let lines = members.map { member in
        inner + JSONText.string(member.key) + ": "
          + member.value.lines(width: width, indent: indent + 2, lead: member.key.count + 4)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
    default: return whole
    }
  }
}
