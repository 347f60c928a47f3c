/// JSON for people to read.
extension JSONValue {
  /// A key of an object with its value.
  package struct Member: Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Returns an object of members, in their order.
  package static func object(_ members: [Member]) -> JSONValue {
    .object(members.map { ($0.key, $0.value) })
  }

  /// The value on one line, a space after each colon and comma.
  package var line: String {
    switch self {
    case .null, .boolean, .integer, .number, .string: text
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let fields):
      "{" + fields.map { JSONText.string($0.0) + ": " + $0.1.line }.joined(separator: ", ") + "}"
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
    case .object(let fields):
      let lines = fields.map { key, value in
        inner + JSONText.string(key) + ": "
          + value.lines(width: width, indent: indent + 2, lead: key.count + 4)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
    default: return whole
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements)
  }
}
