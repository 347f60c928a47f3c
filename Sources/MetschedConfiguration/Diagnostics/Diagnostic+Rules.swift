internal import MetschedDiagnostics
internal import WidgetTimelines

/// Rules that two places have to keep together: bounds, conflicts, references.
extension Diagnostic {
  // MARK: Bounds of parameters

  static func belowMinimum(
    _ text: String, _ field: Field, _ parameter: Parameter, _ bound: Setting<ParameterValue>
  ) -> Diagnostic {
    outOfBounds(text, field, parameter, "at least", "min", bound)
  }

  static func aboveMaximum(
    _ text: String, _ field: Field, _ parameter: Parameter, _ bound: Setting<ParameterValue>
  ) -> Diagnostic {
    outOfBounds(text, field, parameter, "at most", "max", bound)
  }

  private static func outOfBounds(
    _ text: String, _ field: Field, _ parameter: Parameter, _ words: String, _ key: String,
    _ bound: Setting<ParameterValue>
  ) -> Diagnostic {
    let limit = bound.value.text(unit: parameter.unit?.value)
    let isBare = text.last?.isNumber == true
    let unit = isBare && parameter.kind == .integer ? parameter.unit?.value ?? "" : ""
    return .error(
      .outOfBounds, "`\(field.name)` is \(text)\(unit), but \(words) \(limit) is allowed",
      at: field.range,
      notes: [
        Note(
          "`\(key): \(limit)` of the parameter `\(parameter.name)`", at: bound.origin.range)
      ])
  }

  static func tooLong(
    _ count: Int, _ field: Field, _ parameter: Parameter, _ bound: Setting<Int>
  ) -> Diagnostic {
    .error(
      .outOfBounds,
      "`\(field.name)` has \(count) characters, but at most \(bound.value) are allowed",
      at: field.range,
      notes: [
        Note(
          "`max-length: \(bound.value)` of the parameter `\(parameter.name)`",
          at: bound.origin.range)
      ])
  }

  static func notAnOption(
    _ name: String, _ field: Field, at range: SourceRange, _ parameter: Parameter,
    _ options: Setting<[String]>
  ) -> Diagnostic {
    let known = ValueShape.alternatives(options.value.map { "`\($0)`" })
    return .error(
      .outOfBounds, "`\(field.name)` names `\(name)`, but only \(known) is allowed", at: range,
      notes: [
        Note("`options` of the parameter `\(parameter.name)`", at: options.origin.range)
      ])
  }

  static func boundsCrossed(_ field: Field, minimum: Setting<ParameterValue>) -> Diagnostic {
    .error(
      .outOfRange, "`max` is less than `min`, so no value is allowed", at: field.range,
      notes: [Note("`min`", at: minimum.origin.range)])
  }

  static func keyDoesNotApply(_ field: Field, to kind: Parameter.Kind) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` means nothing for a parameter of the type `\(kind.rawValue)`; remove it",
      at: field.keyRange)
  }

  static func sliderNeedsDecimal(_ field: Field) -> Diagnostic {
    .error(
      .conflictingKeys, "a slider is for `type: decimal`; write `field` or `stepper`",
      at: field.range)
  }

  // MARK: Clock and host

  static func clockWithoutKind(at range: SourceRange) -> Diagnostic {
    .error(
      .missingKey, "`clock` needs `virtual` or `system`; write `clock: virtual`", at: range)
  }

  static func twoClocks(_ field: Field, first: Field) -> Diagnostic {
    .error(
      .conflictingKeys, "`clock` is `\(first.name)` already; remove one of the two",
      at: field.keyRange, notes: [Note("the other clock", at: first.keyRange)])
  }

  static func hostWithoutProfile(_ field: Field) -> Diagnostic {
    .error(
      .missingKey,
      "`host` needs a `profile` to begin with; add `profile: widgetkit` or `profile: ideal`",
      at: field.keyRange)
  }

  static func idealBudget(_ field: Field, profile: SourceRange?) -> Diagnostic {
    .error(
      .conflictingKeys,
      "the host `ideal` has no budget; remove `budget`, or write `profile: widgetkit`",
      at: field.keyRange, notes: [Note("the profile", at: profile)])
  }

  static func notScheme(_ text: String, _ field: Field) -> Diagnostic {
    let scheme = text.prefix { $0 != ":" && $0 != "/" }
    let isPart = scheme.count < text.count && !scheme.isEmpty
    return .error(
      .invalidName,
      "`\(field.name)` is `\(shortened(text))`, but the scheme alone is expected, such as `themet` "
        + "for `themet://1`", at: field.range,
      suggestion: rename(isPart ? String(scheme) : nil, at: field.range))
  }

  // MARK: Sources and entries

  static func bareSource(_ text: String, _ field: Field) -> Diagnostic {
    let mended = "{file: \(text)}"
    return .error(
      .unknownValue,
      "`source` is `\(shortened(text))`, but `sample`, `{file: …}`, `{met: …}`, `{json: …}` or `{items: […]}` is expected",
      at: field.range,
      suggestion: text.hasSuffix(".json")
        ? FixIt("write `\(mended)`", at: field.range, replacement: mended) : nil)
  }

  static func emptySource(_ field: Field) -> Diagnostic {
    .error(
      .emptyValue, "`source` names no source; write `{file: objects.json}`", at: field.keyRange)
  }

  static func twoSources(_ field: Field, first: Field) -> Diagnostic {
    .error(
      .conflictingKeys, "a widget has one source; remove `\(field.name)` or `\(first.name)`",
      at: field.keyRange, notes: [Note("the other source", at: first.keyRange)])
  }

  static func datedItems(_ field: Field, date: SourceRange) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` means nothing where items bring their own dates; remove it",
      at: field.keyRange, notes: [Note("each item dates its own entry", at: date)])
  }

  static func groupedDates(_ field: Field, date: SourceRange) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` cannot be where items bring their own dates: an entry shows one item",
      at: field.keyRange, notes: [Note("each item dates its own entry", at: date)])
  }

  static func notDateField(_ text: String, _ field: Field) -> Diagnostic {
    let name = text.drop { $0 == "." }
    let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return .error(
      .invalidReference,
      "`\(field.name)` is `\(shortened(text))`, but one field of the item is expected, such as "
        + "`\"${.start}\"`", at: field.range,
      suggestion: isName
        ? FixIt(
          "write `\"${.\(name)}\"`", at: field.range, replacement: "\"${.\(name)}\"") : nil)
  }

  // MARK: References

  static func fieldReference(
    _ name: String, _ field: Field, at range: SourceRange
  ) -> Diagnostic {
    .error(
      .invalidReference,
      "`${.\(name)}` is a field of an item, which only the texts of `entry` can show; write "
        + "`$${…}` for the characters themselves", at: range)
  }

  static func malformedReference(_ field: Field, at range: SourceRange) -> Diagnostic {
    .error(
      .invalidReference,
      "`${` begins a reference such as `${interval}` or `${.title}`, but it has no name or no "
        + "end; write `$${` for the characters themselves", at: range)
  }

  static func referenceOutside(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      .invalidReference,
      "`${\(name)}` is not read here, only in the values of a widget; write `$${…}` for the "
        + "characters themselves", at: range)
  }

  static func referenceInKnob(_ field: Field, _ parameter: Parameter) -> Diagnostic {
    .error(
      .invalidReference,
      "`\(field.name)` is a parameter itself, so it cannot refer to one; write a value, or remove "
        + "it to use the parameter's default", at: field.range,
      notes: [Note("the parameter", at: parameter.range)])
  }

  static func familiesReference(_ parameter: Parameter, at range: SourceRange) -> Diagnostic {
    .error(
      .referenceType, "`${\(parameter.name)}` is a list of families and cannot be put into a value",
      at: range, notes: [Note("the parameter", at: parameter.range)])
  }

  static func unknownReference(
    _ name: String, _ intent: (name: String, range: SourceRange)?, _ known: [String],
    _ meant: String?, at range: SourceRange
  ) -> Diagnostic {
    guard let intent else {
      return .error(
        .unknownReference,
        "`${\(name)}` is a parameter, but the widget is static; write the value, or give the "
          + "widget an `intent`", at: range)
    }
    return .error(
      .unknownReference, "`${\(name)}` is no parameter of the intent `\(intent.name)`",
      at: range, notes: [Note("the intent", at: intent.range)],
      suggestion: rename(meant.map { "${\($0)}" }, at: range))
  }

  static func referenceType(
    _ parameter: Parameter, _ field: Field, expected: String
  ) -> Diagnostic {
    .error(
      .referenceType,
      "`\(field.name)` expects \(expected), but `${\(parameter.name)}` is of the type "
        + "`\(parameter.kind.rawValue)`", at: field.range,
      notes: [Note("the parameter", at: parameter.range)])
  }
}
