internal import MetschedDiagnostics
internal import WidgetFamilies

/// Keys and names.
extension Diagnostic {
  static func unknownKey(
    _ field: Field, of owner: String, known: [String], _ meant: Nearest.Match?
  ) -> Diagnostic {
    let list = ValueShape.alternatives(known.map { "`\($0)`" })
    return .error(
      .unknownKey,
      meant == nil
        ? "unknown key `\(field.name)`; \(owner) has \(list)" : "unknown key `\(field.name)`",
      at: field.keyRange, suggestion: rename(meant, at: field.keyRange))
  }

  static func keyIsNoText(at range: SourceRange) -> Diagnostic {
    .error(.wrongType, "a key has to be text; put it in quotes", at: range)
  }

  static func unknownElement(
    _ name: String, of field: Field, at range: SourceRange
  ) -> Diagnostic {
    .error(
      .invalidAssignment,
      "`\(field.name)` has no element `\(name)`; elements of a list count from 0", at: range,
      notes: [Note("the list", at: field.range)])
  }

  static func missingKey(
    _ name: String, of owner: String, example: String, at range: SourceRange
  ) -> Diagnostic {
    .error(.missingKey, "\(owner) needs `\(name)`; add `\(example)`", at: range)
  }

  static func unknownVersion(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .unknownVersion, "this metsched reads version 1, not `\(text)`; write `version: 1`",
      at: field.range)
  }

  static func emptyFile(at range: SourceRange) -> Diagnostic {
    .error(.emptyFile, "the file is empty; it needs at least `widgets:` with one kind", at: range)
  }

  static func noWidgets(at range: SourceRange) -> Diagnostic {
    .error(
      .missingKey, "there are no widgets; add `widgets:` with at least one kind", at: range)
  }

  static func overrideKey(_ field: Field, _ meant: Nearest.Match?) -> Diagnostic {
    .error(
      .overrideKey, "an override file holds `users:` alone, not `\(field.name)`",
      at: field.keyRange, suggestion: rename(meant, at: field.keyRange))
  }

  // MARK: Names

  static func invalidKind(_ field: Field) -> Diagnostic {
    let capital = field.name.prefix(1).uppercased() + field.name.dropFirst()
    return .error(
      .invalidName,
      "`\(field.name)` cannot be a kind; a kind is one word that begins with a capital letter, "
        + "such as `\(capital.allSatisfy { $0.isLetter } ? capital : "TheMetWidget")`",
      at: field.keyRange)
  }

  static func invalidName(
    _ field: Field, what: String, example: String, at range: SourceRange? = nil
  ) -> Diagnostic {
    let name = range == nil ? field.name : field.value.text
    return .error(
      .invalidName,
      "`\(name)` cannot be the name of \(what); write a name such as `\(example)`, without `/` "
        + "and control characters", at: range ?? field.keyRange)
  }

  static func reservedName(_ field: Field) -> Diagnostic {
    .error(
      .invalidName,
      "a parameter cannot be called `\(field.name)`, which means the placement itself; choose "
        + "another name", at: field.keyRange)
  }

  static func wrongKnob(_ field: Field, _ expected: String, at range: SourceRange) -> Diagnostic {
    .error(
      .wrongType,
      "the parameter `\(field.name)` turns the widget's `\(field.name)`, so it has to be "
        + "\(expected)", at: range)
  }

  static func unknownIntent(
    _ name: String, _ field: Field, known: [String], _ meant: Nearest.Match?
  ) -> Diagnostic {
    .error(
      .unknownIntent, "unknown intent `\(name)`" + list(known, meant, of: "the file defines"),
      at: field.range, suggestion: rename(meant, at: field.range))
  }

  static func unknownKind(_ field: Field, known: [String], _ meant: Nearest.Match?) -> Diagnostic {
    .error(
      .unknownKind, "unknown kind `\(field.name)`" + list(known, meant, of: "the file defines"),
      at: field.keyRange, suggestion: rename(meant, at: field.keyRange))
  }

  static func unknownParameter(
    _ field: Field, _ intent: Intent, _ kind: String, _ meant: Nearest.Match?
  ) -> Diagnostic {
    let names = intent.parameters.map { "`\($0.name)`" }.joined(separator: ", ")
    return .error(
      .unknownParameter,
      "`\(field.name)` is no parameter of `\(intent.name)`, so users of `\(kind)` cannot set it"
        + (meant == nil ? "; a parameter that was called so says `was: [\(field.name)]`" : ""),
      at: field.keyRange,
      notes: [
        Note("the intent has " + (names.isEmpty ? "no parameters" : names), at: intent.range)
      ],
      suggestion: rename(meant, at: field.keyRange))
  }

  static func staticValue(
    _ field: Field, _ widget: Widget, setAt place: SourceRange?
  ) -> Diagnostic {
    let fix = "; remove it, or give the widget an `intent` with this parameter"
    return .error(
      .staticValue,
      "`\(field.name)` cannot be set: `\(widget.kind)` is static, so no user can change its values"
        + fix,
      at: field.keyRange,
      notes: [
        Note(
          place == nil
            ? "`\(widget.kind)` has no `intent`" : "the widget sets `\(field.name)` for everybody",
          at: place ?? widget.range)
      ])
  }

  static func newUser(_ field: Field, _ meant: Nearest.Match) -> Diagnostic {
    .warning(
      .newUser, "`\(field.name)` is a new user, whom the file itself does not have",
      at: field.keyRange,
      suggestion: rename(Nearest.Match(meant.candidate, isClear: false), at: field.keyRange))
  }

  // MARK: Placements

  static func unplacedKind(_ widget: Widget) -> Diagnostic {
    .warning(
      .unplacedKind,
      "nobody has `\(widget.kind)`; add it to a user, or it is never shown", at: widget.range)
  }

  static func duplicatePlacement(
    _ id: String, _ family: WidgetFamily, _ kind: String, at range: SourceRange?,
    first: SourceRange?
  ) -> Diagnostic {
    .error(
      .duplicatePlacement,
      "this is a second `\(kind)` with the id `\(id)` in `\(family.name)`; give it an `id` of "
        + "its own", at: range, notes: [Note("the first", at: first)])
  }

  static func idBesidePlacements(at range: SourceRange, list: SourceRange) -> Diagnostic {
    .error(
      .conflictingKeys, "`id` stands beside `placements`; give each of those its own instead",
      at: range, notes: [Note("the placements", at: list)])
  }

  // MARK: The command line

  static func assignmentWithoutEquals(at range: SourceRange) -> Diagnostic {
    .error(
      .invalidAssignment,
      "an assignment is a path, `=` and a value, such as `widgets.TheMetWidget.interval=3s`",
      at: range)
  }

  static func assignmentWithoutPath(at range: SourceRange) -> Diagnostic {
    .error(
      .invalidAssignment,
      "a path has names with one dot between, such as `widgets.TheMetWidget.interval`; put a "
        + "name with a dot in double quotes", at: range)
  }

  // MARK: Parts

  /// Returns the edit that puts the name that is probably meant in the place of another.
  static func rename(_ meant: Nearest.Match?, at range: SourceRange) -> FixIt? {
    meant.map { meant in
      FixIt(
        "did you mean `\(meant.candidate)`?", at: range, replacement: meant.candidate,
        isAutomatic: meant.isClear)
    }
  }

  /// Returns the edit that puts a text in the place of one that can mean nothing else.
  static func write(_ mended: String?, at range: SourceRange) -> FixIt? {
    mended.map { FixIt("write `\($0)`", at: range, replacement: $0, isAutomatic: true) }
  }

  private static func list(_ known: [String], _ meant: Nearest.Match?, of owner: String) -> String {
    guard meant == nil else { return "" }
    guard !known.isEmpty else { return "; \(owner) none" }
    let shown = known.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    return "; \(owner) \(shown)" + (known.count > 8 ? ", …" : "")
  }
}
