internal import MetschedDiagnostics

/// What is wrong with `met:` and `json:`.
extension Diagnostic {
  static func notURL(_ text: String, _ field: Field, example: String) -> Diagnostic {
    .error(
      .invalidURL,
      "`\(field.name)` is `\(shortened(text))`, but a URL that begins with `https://` or "
        + "`http://` is expected, such as `\(example)`", at: field.range)
  }

  static func notJSONPath(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .unknownValue,
      "`\(field.name)` is `\(shortened(text))`, but names with dots between are expected, such as "
        + "`data.items`; a name with a dot stands in double quotes", at: field.range)
  }

  static func notHeader(_ field: Field) -> Diagnostic {
    .error(
      .invalidName,
      "`\(shortened(field.name))` cannot be a header of a request; write one line such as "
        + "`Accept: application/json`", at: field.keyRange)
  }

  static func searchBesideObjects(_ field: Field, _ objects: Field) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` means nothing where `objects` names the objects; remove one of the two",
      at: field.keyRange, notes: [Note("the objects", at: objects.keyRange)])
  }

  static func urlBesideFile(_ field: Field, _ file: Field) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` means nothing for a file of the container; remove it, or `file`",
      at: field.keyRange, notes: [Note("the file", at: file.keyRange)])
  }

  static func maxAgeWithoutServer(at range: SourceRange?, source: SourceRange?) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`max-age` is what a server says of its answer, but the items come from none; write "
        + "`{after: end}`, or a duration", at: range, notes: [Note("the source", at: source)])
  }

  static func yearAlone(_ field: Field) -> Diagnostic {
    let other = field.name == MetKey.dateBegin.rawValue ? MetKey.dateEnd : .dateBegin
    return .error(
      .missingKey,
      "the API takes `\(field.name)` together with `\(other.rawValue)` alone; add "
        + "`\(other.rawValue)`", at: field.keyRange)
  }

  static func yearsCrossed(_ field: Field, first: Field) -> Diagnostic {
    .error(
      .outOfRange, "`\(field.name)` is before `\(first.name)`, so no object is in between",
      at: field.range, notes: [Note("`\(first.name)`", at: first.range)])
  }
}
