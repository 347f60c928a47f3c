internal import MetschedDiagnostics
internal import WidgetFamilies

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
    _ options: Setting<[Parameter.Option]>
  ) -> Diagnostic {
    let known = ValueShape.alternatives(options.value.map { "`\($0.name)`" })
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

  static func controlDoesNotFit(
    _ field: Field, _ control: Parameter.Control, _ kind: Parameter.Kind
  ) -> Diagnostic {
    let fitting = ValueShape.alternatives(kind.controls.map { "`\($0.rawValue)`" })
    return .error(
      .conflictingKeys,
      "a `\(control.rawValue)` cannot edit a parameter of the type `\(kind.rawValue)`; write "
        + fitting, at: field.range)
  }

  static func sliderWithoutBounds(_ field: Field, missing: String) -> Diagnostic {
    .error(
      .missingKey, "a slider runs from `min` to `max`; add `\(missing)`", at: field.range)
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

  static func tooManyHosts(at range: SourceRange) -> Diagnostic {
    .error(
      .outOfRange,
      "the users have more than 30,000 hosts that differ; let some share their figures",
      at: range)
  }

  static func notScheme(_ text: String, _ field: Field) -> Diagnostic {
    let scheme = text.prefix { $0 != ":" && $0 != "/" }
    let isPart = scheme.count < text.count && !scheme.isEmpty
    return .error(
      .invalidName,
      "`\(field.name)` is `\(shortened(text))`, but the scheme alone is expected, such as `themet` "
        + "for `themet://1`", at: field.range,
      suggestion: write(isPart ? String(scheme) : nil, at: field.range))
  }

  // MARK: Sources and entries

  static func bareSource(_ text: String, _ field: Field) -> Diagnostic {
    let mended = "{file: \(text)}"
    let isSample = Nearest.find(text, among: [SourceKey.sample.rawValue])
    return .error(
      .unknownValue,
      "`source` is `\(shortened(text))`, but `sample`, `{file: …}`, `{met: …}`, `{json: …}` or `{items: […]}` is expected",
      at: field.range,
      suggestion: text.hasSuffix(".json")
        ? write(mended, at: field.range) : rename(isSample, at: field.range))
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
      suggestion: write(isName ? "\"${.\(name)}\"" : nil, at: field.range))
  }
}
