internal import MetschedDiagnostics
internal import WidgetFamilies

/// Values that users have stored while the file went on: former names, conditions, values that
/// are no longer allowed.
extension Diagnostic {
  // MARK: Former names

  static func renamed(
    _ old: String, to new: String, at range: SourceRange, _ former: FormerName
  ) -> Diagnostic {
    .warning(
      .formerName, "`\(old)` is called `\(new)` now", at: range,
      notes: [Note("renamed here", at: former.range)],
      suggestion: write(new, at: range))
  }

  static func formerValueIgnored(_ field: Field, _ name: String, present: SourceRange) -> Diagnostic
  {
    .warning(
      .formerName,
      "`\(field.name)` is called `\(name)` now, which stands here too and counts; remove this one",
      at: field.keyRange, notes: [Note("what counts", at: present)])
  }

  static func kindAndFormerKind(_ field: Field, first: Field, _ kind: String) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` and `\(first.name)` are one kind, `\(kind)`; put what stands under the two "
        + "together", at: field.keyRange, notes: [Note("the other", at: first.keyRange)])
  }

  static func formerNameIsPresent(_ former: FormerName) -> Diagnostic {
    .error(
      .duplicateValue, "`was` names `\(former.name)`, which is the name of today; remove it",
      at: former.range)
  }

  static func formerNameTwice(_ former: FormerName, first: SourceRange) -> Diagnostic {
    .error(
      .duplicateValue, "the former name `\(former.name)` stands here a second time; remove it",
      at: former.range, notes: [Note("the first", at: first)])
  }

  static func formerNameTaken(
    _ former: FormerName, by what: String, at range: SourceRange
  ) -> Diagnostic {
    .error(
      .duplicateValue,
      "`\(former.name)` is the name of \(what) today, so it can be no former name of another",
      at: former.range, notes: [Note("it has the name", at: range)])
  }

  static func invalidFormerKind(_ former: FormerName) -> Diagnostic {
    .error(
      .invalidName,
      "`\(former.name)` was no kind; a kind is one word that begins with a capital letter",
      at: former.range)
  }

  static func reservedFormerName(_ former: FormerName) -> Diagnostic {
    .error(
      .invalidName,
      "`\(former.name)` means the placement itself, so no value can be stored under it; remove it",
      at: former.range)
  }

  // MARK: Conditions

  static func conditionOfFamilies(_ field: Field) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`families` cannot depend on the family; remove `when`, or name fewer `options`",
      at: field.keyRange)
  }

  static func absentParameter(
    _ parameter: Parameter, _ families: [WidgetFamily], at range: SourceRange,
    picked: SourceRange?
  ) -> Diagnostic {
    let having = parameter.families?.value ?? []
    let exists = ValueShape.alternatives(having.map { "`\($0.name)`" })
    let found = ValueShape.alternatives(families.map { "`\($0.name)`" })
    return .error(
      .absentParameter,
      "`\(parameter.name)` exists in \(exists) only, and this is for \(found); remove it, or pick "
        + "another family", at: range,
      notes: [
        Note("`when` of the parameter `\(parameter.name)`", at: parameter.families?.origin.range)
      ] + (picked.map { [Note("the families are picked here", at: $0)] } ?? []))
  }

  // MARK: Values that are no longer allowed

  /// Returns an error as the warning that it is where the layer below counts instead.
  func fallen(by rule: Setting<Parameter.InvalidValue>) -> Diagnostic {
    guard severity == .error else { return self }
    var warning = self
    warning.severity = .warning
    warning.message += " (ignored: the layer below counts)"
    warning.notes.append(Note("`invalid: default` stands here", at: rule.origin.range))
    return warning
  }
}
