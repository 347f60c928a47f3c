package import MetschedText

/// The JSON Schema of the configuration file, made from the tables that its decoder reads.
///
/// It describes what an editor sees, which reads scalars by the core schema of YAML 1.2: where text
/// is expected, `5` and `true` are text to metsched, but a number and a boolean to the editor; both
/// are accepted. It says nothing of what two places have to agree on.
///
/// Source: JSON Schema, draft 2020-12. `patternErrorMessage`, `errorMessage` and `doNotSuggest` are
/// for editors, and others pass them over.
package enum FileSchema {
  /// Returns the schema of a kind of file, always with the same bytes: one definition for each
  /// mapping of the language that the file can hold.
  package static func document(of part: SchemaPart = .file) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("title", .string(part.title)),
      .init("description", .string(part.description)),
    ]
    members += part.members
    members.append(.init("$defs", .object(definitions(for: .object(members)))))
    return .object(members)
  }

  /// The definitions that a value refers to, and those that these refer to, in the tables' order.
  private static func definitions(for root: JSONValue) -> [JSONValue.Member] {
    let tables = KeyTable.all.map { table in
      (
        name: table.identifier,
        value: JSONValue.object([.init("title", .string(title(of: table)))] + object(table))
      )
    }
    let values = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.value) })
    var used: Set<String> = []
    var open = [root]
    while let value = open.popLast() {
      for name in references(in: value) where used.insert(name).inserted {
        if let definition = values[name] { open.append(definition) }
      }
    }
    return tables.filter { used.contains($0.name) }.map { JSONValue.Member($0.name, $0.value) }
  }

  static let definition = "#/$defs/"

  private static func references(in value: JSONValue) -> [String] {
    switch value {
    case .null, .boolean, .integer, .number, .string: return []
    case .array(let elements): return elements.flatMap { references(in: $0) }
    case .object(let fields):
      return fields.flatMap { key, value in
        guard key == "$ref", case .string(let text) = value else { return references(in: value) }
        return [String(text.dropFirst(definition.count))]
      }
    }
  }

  private static func title(of table: KeyTable) -> String {
    let words = table.identifier.split(separator: "-").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  // MARK: Mappings

  static func object(_ table: KeyTable) -> [JSONValue.Member] {
    var members = object(
      properties: table.keys.map { .init($0.name, property($0)) }, others: table.others)
    let required = table.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    let rules = table.rules.map { RuleSchema(table).value($0) }
    if !rules.isEmpty { members.append(.init("allOf", .array(rules))) }
    return members
  }

  /// A mapping of keys that are known, and perhaps of others; those with `x-` are anybody's.
  private static func object(
    properties: [JSONValue.Member], others: (rule: NameRule, shape: ValueShape)?,
    takesReferences: Bool = false
  ) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [.init("type", "object")]
    if !properties.isEmpty { members.append(.init("properties", .object(properties))) }
    members.append(.init("patternProperties", ["^x-": true]))
    guard let others else { return members + [.init("additionalProperties", false)] }
    members.append(
      .init(
        "additionalProperties", ShapeSchema(others.shape, takesReferences: takesReferences).value))
    if let pattern = others.rule.pattern {
      let known = properties.map { $0.key + "|" }.joined()
      members.append(.init("propertyNames", ["pattern": .string("^(?:x-.*|\(known)\(pattern))$")]))
    }
    return members
  }

  /// A mapping whose keys are names.
  static func names(
    _ rule: NameRule, _ shape: ValueShape, takesReferences: Bool, further: [JSONValue.Member] = []
  ) -> [JSONValue.Member] {
    let include = JSONValue.Member(FileKey.include.rawValue, property(FileKey.include.key))
    return object(
      properties: (rule.takesIncludes ? [include] : []) + further, others: (rule, shape),
      takesReferences: takesReferences)
  }

  /// A mapping that may be left empty.
  static func nullable(_ mapping: [JSONValue.Member]) -> [JSONValue.Member] {
    mapping.map { $0.key == "type" ? .init($0.key, ["object", "null"]) : $0 }
  }

  /// The value of a key with what an editor says of it.
  private static func property(_ key: KeyTable.Key) -> JSONValue {
    var members = [JSONValue.Member("description", .string(description(of: key)))]
    if let standard = key.standard { members.append(.init("default", standard)) }
    let shape = key.takesNull ? ValueShape.nullable(key.shape) : key.shape
    members += ShapeSchema(shape, takesReferences: key.takesReferences).members
    return .object(members)
  }

  private static func description(of key: KeyTable.Key) -> String {
    guard let standard = key.standard else { return key.summary }
    return key.summary + " Unless given: `\(standard.flow)`."
  }
}

extension MappingKey {
  /// The key's row in its table.
  fileprivate var key: KeyTable.Key { KeyTable.Key(self) }
}

extension JSONValue {
  /// The value as a file would write it, on one line.
  fileprivate var flow: String {
    switch self {
    case .null, .boolean, .integer, .number, .object: line
    case .string(let text): text
    case .array(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
    }
  }
}
