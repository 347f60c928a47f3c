internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// Values of the wrong type or out of range.
extension Diagnostic {
  static func wrongType(
    _ field: Field, expected: String, isPlural: Bool = false
  ) -> Diagnostic {
    let found =
      switch field.value.kind {
      case .null: "nothing"
      case .scalar: "`\(shortened(field.value.text))`"
      case .sequence: "a list"
      case .mapping: "keys and values"
      case .broken: "an alias"
      }
    let verb = field.name == FileKey.owner ? "holds" : "is"
    let subject = field.name.hasPrefix("the ") ? field.name : "`\(field.name)`"
    return .error(
      .wrongType,
      "\(subject) \(verb) \(found), but \(expected) \(isPlural ? "are" : "is") expected",
      at: firstLine(field))
  }

  static func emptyText(_ field: Field, example: String) -> Diagnostic {
    .error(
      .emptyValue, "`\(field.name)` is empty; write something such as `\(example)`",
      at: field.range)
  }

  static func emptyList(_ field: Field, example: String) -> Diagnostic {
    .error(
      .emptyValue, "`\(field.name)` is an empty list; name at least one, such as `\(example)`",
      at: field.range)
  }

  static func textTooLong(_ field: Field) -> Diagnostic {
    .error(
      .outOfRange, "`\(field.name)` has more than 40,000 bytes; shorten it", at: field.range)
  }

  static func unknownWord(
    _ text: String, _ field: Field, _ words: [String], _ meant: Nearest.Match?
  ) -> Diagnostic {
    let known = ValueShape.alternatives(words.map { "`\($0)`" })
    return .error(
      .unknownValue, "`\(field.name)` is `\(shortened(text))`, but \(known) is expected",
      at: field.range, suggestion: rename(meant, at: field.range))
  }

  static func notBoolean(_ text: String, _ field: Field) -> Diagnostic {
    let meant: String? =
      switch text.lowercased() {
      case "yes", "on", "y", "1", "true": "true"
      case "no", "off", "n", "0", "false": "false"
      default: nil
      }
    return .error(
      .invalidBoolean,
      "`\(field.name)` is `\(shortened(text))`, but `true` or `false` is expected",
      at: field.range,
      suggestion: write(meant, at: field.range))
  }

  // MARK: Numbers

  static func notInteger(_ text: String, _ field: Field, expected: String) -> Diagnostic {
    .error(
      .invalidNumber,
      "`\(field.name)` is `\(shortened(text))`, but \(expected) is expected, in decimal digits",
      at: field.range)
  }

  static func notNumber(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidNumber,
      "`\(field.name)` is `\(shortened(text))`, but a number such as `0.5` is expected",
      at: field.range)
  }

  static func outOfRange(
    _ field: Field, _ text: String, _ least: String, _ greatest: String
  ) -> Diagnostic {
    .error(
      .outOfRange,
      "`\(field.name)` is \(shortened(text)), but it has to be from \(least) to \(greatest)",
      at: field.range)
  }

  static func notMultiple(_ field: Field, _ unit: StepUnit) -> Diagnostic {
    .error(
      .invalidDuration,
      "`\(field.name)` is `\(field.value.text)`, which is no whole number of `\(unit.rawValue)`",
      at: field.range)
  }

  // MARK: Families

  static func unknownFamily(
    _ text: String, _ field: Field, at range: SourceRange? = nil, _ meant: Nearest.Match?
  ) -> Diagnostic {
    let known = WidgetFamily.allCases.map { "`\($0.name)`" }.joined(separator: ", ")
    return .error(
      .unknownFamily,
      "unknown family `\(shortened(text))`" + (meant == nil ? "; families are \(known)" : ""),
      at: range ?? field.range, suggestion: rename(meant, at: range ?? field.range))
  }

  static func familyTwice(
    _ family: WidgetFamily, _ field: Field, first: SourceRange
  ) -> Diagnostic {
    .error(
      .duplicateValue, "`\(family.name)` stands here a second time; remove it", at: field.range,
      notes: [Note("the first", at: first)])
  }

  static func familyIsList(_ field: Field) -> Diagnostic {
    .error(
      .wrongType, "`family` is a list, but one family is expected; for several write `families`",
      at: field.keyRange, suggestion: write("families", at: field.keyRange))
  }

  static func familyAndFamilies(_ field: Field, first: SourceRange) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` stands here, but the families were picked before; "
        + "remove one of the two", at: field.keyRange, notes: [Note("picked here", at: first)])
  }

  static func unsupportedFamily(
    _ family: WidgetFamily, at range: SourceRange, _ widget: Widget
  ) -> Diagnostic {
    let names = widget.families.value.map { "`\($0.name)`" }.joined(separator: ", ")
    return .error(
      .unsupportedFamily,
      "`\(widget.kind)` does not support `\(family.name)`; choose another family, or add it to the "
        + "widget's `families`", at: range,
      notes: [
        Note("it supports \(names)", at: widget.families.origin.range ?? widget.range)
      ])
  }

  static func unsupportedDefault(
    _ family: WidgetFamily, at range: SourceRange, default place: SourceRange?
  ) -> Diagnostic {
    .error(
      .unsupportedFamily,
      "the widget does not support `\(family.name)`, which its users have unless they pick "
        + "another; add it to `families`", at: range,
      notes: [Note("the default of the parameter `families`", at: place)])
  }

  static func optionTwice(_ option: Parameter.Option, first: SourceRange) -> Diagnostic {
    .error(
      .duplicateValue, "the option `\(option.name)` stands here a second time; remove it",
      at: option.range, notes: [Note("the first", at: first)])
  }

  // MARK: Parts

  /// Returns the beginning of a text that is too long for a sentence.
  static func shortened(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    guard line.count > 40 || line.endIndex != text.endIndex else { return text }
    return line.prefix(40) + "…"
  }

  /// Returns the key of a list or mapping, whose own range may be many lines long.
  static func firstLine(_ field: Field) -> SourceRange {
    field.value.kind == .scalar || field.value.kind == .null ? field.range : field.keyRange
  }
}
