internal import MetschedText
internal import WidgetFamilies

/// What one shape is in JSON Schema.
struct ShapeSchema {
  /// The keywords, in order.
  let members: [JSONValue.Member]

  var value: JSONValue { members.isEmpty ? true : .object(members) }

  /// What a text with a reference looks like, wherever in it the reference stands.
  private static let reference = "\\$\\{"

  init(_ shape: ValueShape, takesReferences: Bool = false) {
    members = Self.members(of: shape, takesReferences)
  }

  private static func members(
    of shape: ValueShape, _ takesReferences: Bool
  ) -> [JSONValue.Member] {
    switch shape {
    case .text(let example, let least):
      scalar(least > 0 ? [.init("minLength", JSONValue(integerLiteral: least))] : [])
        + [.init("examples", [.string(example)])]
    case .value: scalar([])
    case .form(let form): text(form, takesReferences)
    case .duration(let example):
      text(TextForm.duration, example: example, takesReferences)
    case .integer(let range): integer(range, takesReferences)
    case .number:
      [.init("type", ["number", "string"])]
        + pattern("-?[0-9]*\\.?[0-9]+", shape.words, takesReferences)
    case .boolean:
      [.init("type", ["boolean", "string"])] + pattern("true|false", shape.words, takesReferences)
    case .yes: choice([true, "true"], takesReferences)
    case .family: choice(WidgetFamily.allCases.map { .string($0.name) }, takesReferences)
    case .word(let words): choice(words.map { .string($0) }, takesReferences)
    case .anything: []
    case .list(let element, let least): list(of: element, least: least, takesReferences)
    case .oneOrMore(let element):
      either([element, .list(of: element, least: 1)], takesReferences)
    case .mapping(let table): [.init("$ref", .string(FileSchema.definition + table.identifier))]
    case .names(let rule, let shape):
      FileSchema.names(rule, shape, takesReferences: takesReferences)
    case .either(let shapes): either(shapes, takesReferences)
    case .nullable(let shape): nullable(members(of: shape, takesReferences))
    }
  }

  // MARK: Scalars

  private static func scalar(_ further: [JSONValue.Member]) -> [JSONValue.Member] {
    [.init("type", ["string", "number", "boolean"])] + further
  }

  private static func text(
    _ form: TextForm, example: String? = nil, _ takesReferences: Bool
  ) -> [JSONValue.Member] {
    let examples = example.map { [$0] } ?? form.examples
    return [.init("type", "string")] + pattern(form.pattern, form.words, takesReferences)
      + [.init("examples", .array(examples.map { .string($0) }))]
  }

  private static func integer(
    _ range: ClosedRange<Int>, _ takesReferences: Bool
  ) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("type", ["integer", "string"]), .init("minimum", .number("\(range.lowerBound)")),
    ]
    // NB: what is not exact as a double would be another number to most readers.
    if range.upperBound < 1 << 53 {
      members.append(.init("maximum", .number("\(range.upperBound)")))
    }
    let words = ValueShape.integer(range).words
    return members + pattern("-?(?:0|[1-9][0-9]*)", words, takesReferences)
  }

  private static func pattern(
    _ pattern: String, _ words: String, _ takesReferences: Bool
  ) -> [JSONValue.Member] {
    let whole = "^(?:\(pattern))$"
    return [
      .init("pattern", .string(takesReferences ? "\(whole)|\(reference)" : whole)),
      .init("patternErrorMessage", .string("\(words) is expected")),
    ]
  }

  private static func choice(
    _ values: [JSONValue], _ takesReferences: Bool
  ) -> [JSONValue.Member] {
    let choice = JSONValue.Member("enum", .array(values))
    guard takesReferences else { return [choice] }
    return [
      .init("anyOf", [.object([choice]), ["type": "string", "pattern": .string(reference)]])
    ]
  }

  // MARK: Lists and alternatives

  private static func list(
    of element: ValueShape, least: Int, _ takesReferences: Bool
  ) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [.init("type", "array")]
    if least > 0 { members.append(.init("minItems", JSONValue(integerLiteral: least))) }
    if case .family = element { members.append(.init("uniqueItems", true)) }
    let items = ShapeSchema(element, takesReferences: takesReferences).value
    return members + [.init("items", items)]
  }

  private static func either(
    _ shapes: [ValueShape], _ takesReferences: Bool
  ) -> [JSONValue.Member] {
    let parts = shapes.map { ShapeSchema($0, takesReferences: takesReferences).value }
    return [.init("anyOf", .array(parts))]
  }

  /// Adds `null` in the simplest way that the keywords allow.
  private static func nullable(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    guard let first = members.first else { return members }
    var members = members
    switch (first.key, first.value) {
    case ("type", .array(let types)):
      members[0].value = .array(types + ["null"])
    case ("type", let type):
      members[0].value = .array([type, "null"])
    case ("enum", .array(let values)):
      members[0].value = .array(values + [.null])
    case ("anyOf", .array(let parts)):
      members[0].value = .array(parts + [["type": "null"]])
    case ("not", _):
      members[0] = .init("type", "null")
    default:
      return [.init("anyOf", [.object(members), ["type": "null"]])]
    }
    return members
  }
}
