internal import WidgetFamilies

/// What a key of the file expects: the words of a diagnostic, and the value of the JSON Schema.
package indirect enum ValueShape: Sendable {
  /// Text of at least so many characters.
  case text(example: String, least: Int = 1)
  /// Text of a form, such as a zone.
  case form(TextForm)
  case integer(ClosedRange<Int>)
  case number
  case boolean
  /// `true` alone.
  case yes
  case duration(example: String)
  case family
  /// One of some words.
  case word([String])
  /// A scalar of a type that another key names.
  case value
  /// Anything at all, as JSON has it.
  case anything
  case list(of: ValueShape, least: Int = 0)
  /// A list of at least one, or one without the list.
  case oneOrMore(ValueShape)
  case mapping(KeyTable)
  /// A mapping whose keys are names that the file chooses.
  case names(of: NameRule, to: ValueShape)
  case either([ValueShape])
  /// The shape or `null`, where `null` says nothing.
  case nullable(ValueShape)

  package static let instant = ValueShape.form(.instant)
  package static let window = ValueShape.form(.window)
  package static let zone = ValueShape.form(.zone)

  /// A name, or a list of names.
  package static let names = ValueShape.either([
    .text(example: "interval"), .list(of: .text(example: "interval")),
  ])

  /// The shape in words, to stand after "expected".
  package var words: String {
    switch self {
    case .text(let example, _): "text such as `\(example)`"
    case .form(let form): form.words
    case .integer(let range) where range.lowerBound == range.upperBound:
      "`\(range.lowerBound)`"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number: "a number"
    case .boolean: "`true` or `false`"
    case .yes: "`true`"
    case .duration(let example): "a duration such as `\(example)`"
    case .family: "a family such as `systemMedium`"
    case .word(let words): Self.alternatives(words.map { "`\($0)`" })
    case .value: "a single value"
    case .anything: "any value"
    case .list(let element, _), .oneOrMore(let element): "a list of \(element.plural)"
    case .mapping(let table): "keys and values (\(table.listed))"
    case .names(let rule, _): "\(rule.plural) with their values"
    case .either(let shapes): Self.alternatives(shapes.map(\.words))
    case .nullable(let shape): shape.words
    }
  }

  /// Whether the words are in the plural.
  var isPlural: Bool {
    switch self {
    case .mapping, .names: true
    case .nullable(let shape): shape.isPlural
    default: false
    }
  }

  private var plural: String {
    switch self {
    case .family: "families such as `[systemMedium]`"
    case .mapping: "mappings"
    case .nullable(let shape): shape.plural
    default: "values"
    }
  }

  /// Joins words as `a`, `a or b`, `a, b or c`.
  package static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
