internal import MetschedText

/// What keys of one mapping say of each other, in JSON Schema.
struct RuleSchema {
  private let table: KeyTable

  init(_ table: KeyTable) {
    self.table = table
  }

  func value(_ rule: KeyRule) -> JSONValue {
    switch rule {
    case .atLeastOne(let names):
      return ["anyOf": .array(names.map { presence(of: $0) })]
    case .exactlyOne(let names):
      return ["oneOf": .array(names.map { presence(of: $0) })]
    case .needs(let name, let other):
      return ["if": presence(of: name), "then": ["required": [.string(other)]]]
    case .excludes(let name, let others):
      let reason = ValueShape.alternatives(others.map { "`\($0)`" })
      return [
        "if": ["anyOf": .array(others.map { presence(of: $0) })],
        "then": properties(of: [(name, absent(reason))]),
      ]
    case .without(let name, let keys):
      return ["if": presence(of: name), "else": properties(of: keys.map { ($0.key, value($0)) })]
    case .when(let name, let value, let keys, let needs, let excludes):
      let further = keys.map { ($0.key, self.value($0)) }
      let condition: JSONValue = [
        "required": [.string(name)],
        "properties": .object([.init(name, ["const": .string(value)])]),
      ]
      var consequence = members(
        of: further + excludes.map { ($0, absent("`\(name): \(value)`")) })
      if !needs.isEmpty {
        consequence.append(.init("required", .array(needs.map { .string($0) })))
      }
      return ["if": condition, "then": .object(consequence)]
    }
  }

  /// Whether a key is there: with a value, where `null` is as good as none.
  private func presence(of name: String) -> JSONValue {
    let required: JSONValue.Member = .init("required", [.string(name)])
    guard key(name)?.takesNull == true, !isPresentWithNull(name) else { return .object([required]) }
    return .object([
      required, .init("properties", .object([.init(name, ["not": ["type": "null"]])])),
    ])
  }

  /// Whether the key alone says something, as `virtual:` does.
  private func isPresentWithNull(_ name: String) -> Bool {
    guard case .mapping? = key(name)?.shape else { return false }
    return true
  }

  private func key(_ name: String) -> KeyTable.Key? {
    table.keys.first { $0.name == name }
  }

  private func absent(_ reason: String) -> JSONValue {
    ["type": "null", "errorMessage": .string("this means nothing beside \(reason)")]
  }

  private func value(_ entry: (key: String, shape: ValueShape)) -> JSONValue {
    let key = key(entry.key)
    let shape = key?.takesNull == true ? ValueShape.nullable(entry.shape) : entry.shape
    return ShapeSchema(shape, takesReferences: key?.takesReferences == true).value
  }

  private func properties(of keys: [(String, JSONValue)]) -> JSONValue {
    .object(members(of: keys))
  }

  private func members(of keys: [(String, JSONValue)]) -> [JSONValue.Member] {
    guard !keys.isEmpty else { return [] }
    return [.init("properties", .object(keys.map { .init($0.0, $0.1) }))]
  }
}
