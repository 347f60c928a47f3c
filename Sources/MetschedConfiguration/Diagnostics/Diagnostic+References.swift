internal import MetschedDiagnostics

/// `${name}` and `${.field}`.
extension Diagnostic {
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

  static func referenceInKnob(
    _ field: Field, _ parameter: Parameter, at range: SourceRange
  ) -> Diagnostic {
    .error(
      .invalidReference,
      "`\(field.name)` is a parameter itself, so it cannot refer to one; write a value, or remove "
        + "it to use the parameter's default", at: range,
      notes: [Note("the parameter", at: parameter.range)])
  }

  static func familiesReference(
    _ name: String, at range: SourceRange, definition: SourceRange?
  ) -> Diagnostic {
    .error(
      .referenceType, "`${\(name)}` is a list of families and cannot be put into a value",
      at: range, notes: definition.map { [Note("the families", at: $0)] } ?? [])
  }

  static func unknownReference(
    _ name: String, _ intent: (name: String, range: SourceRange)?, _ meant: Nearest.Match?,
    at range: SourceRange
  ) -> Diagnostic {
    let fix = rename(
      meant.map { Nearest.Match("${\($0.candidate)}", isClear: $0.isClear) }, at: range)
    guard let intent else {
      return .error(
        .unknownReference,
        "`${\(name)}` is a parameter, but the widget is static; write the value, or give the "
          + "widget an `intent`", at: range, suggestion: fix)
    }
    return .error(
      .unknownReference, "`${\(name)}` is no parameter of the intent `\(intent.name)`",
      at: range, notes: [Note("the intent", at: intent.range)], suggestion: fix)
  }

  static func referenceToNothing(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      .unknownReference, "the widget has no `\(name)` to which `${\(name)}` could refer; add it",
      at: range)
  }

  static func referenceCycle(
    _ name: String, _ keys: [Field], at range: SourceRange
  ) -> Diagnostic {
    guard keys.count > 1 else {
      return .error(
        .referenceCycle, "`\(name)` refers to itself; write a value", at: range)
    }
    let path = (keys.map(\.name) + [name]).map { "`\($0)`" }.joined(separator: " → ")
    return .error(
      .referenceCycle, "`${\(name)}` leads back to itself: \(path); write a value for one of them",
      at: range,
      notes: keys.dropLast().map { Note("`\($0.name)` refers further here", at: $0.range) })
  }

  static func referenceType(
    _ reference: Scalar.Inserted, _ field: Field, expected: String
  ) -> Diagnostic {
    .error(
      .referenceType,
      "`\(field.name)` expects \(expected), but `${\(reference.referent.name)}` is of the type "
        + reference.referent.type, at: reference.range, notes: definition(reference.referent))
  }

  static func optionDoesNotFit(
    _ option: Parameter.Option, _ reference: Scalar.Inserted, _ field: Field, _ words: [String]
  ) -> Diagnostic {
    let known = ValueShape.alternatives(words.map { "`\($0)`" })
    return .error(
      .referenceType,
      "`\(field.name)` takes \(known), but `${\(reference.referent.name)}` can be `\(option.name)`",
      at: reference.range, notes: [Note("the option", at: option.range)])
  }

  private static func definition(_ referent: Referent) -> [Note] {
    guard let range = referent.range else { return [] }
    return [Note(referent.isParameter ? "the parameter" : "the widget's own value", at: range)]
  }
}
