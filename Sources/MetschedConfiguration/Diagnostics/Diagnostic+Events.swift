internal import MetschedDiagnostics

/// `events:`.
extension Diagnostic {
  static func eventWithoutVerb(at range: SourceRange) -> Diagnostic {
    let verbs = ValueShape.alternatives(EventKey.verbs.map { "`\($0.rawValue)`" })
    return .error(
      .missingKey, "the event does not say what happens; add one of \(verbs)", at: range)
  }

  static func twoVerbs(_ field: Field, first: Field) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` stands beside `\(first.name)`; make each an event of its own",
      at: field.keyRange, notes: [Note("the first", at: first.keyRange)])
  }

  static func notAState(_ field: Field, _ verb: Field) -> Diagnostic {
    .error(
      .conflictingKeys, "`\(verb.name)` lasts no time, so `for` means nothing; remove it",
      at: field.keyRange, notes: [Note("what happens", at: verb.keyRange)])
  }

  static func everybodysEvent(_ field: Field, _ verb: Field) -> Diagnostic {
    .error(
      .conflictingKeys, "`\(verb.name)` is about the machine, so `user` means nothing; remove it",
      at: field.keyRange, notes: [Note("what happens", at: verb.keyRange)])
  }

  static func eventIsFalse(_ field: Field) -> Diagnostic {
    .error(
      .unknownValue, "`\(field.name)` takes `true`; remove an event that does not happen",
      at: field.range)
  }

  static func emptyEvent(_ field: Field, example: String) -> Diagnostic {
    .error(
      .emptyValue, "`\(field.name)` is empty; write something such as `\(example)`",
      at: field.range)
  }

  static func clockWithoutSign(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidDuration,
      "`clock` is `\(shortened(text))`, but a sign and a duration such as `\"+1h\"` or `\"-5m\"` "
        + "is expected", at: field.range)
  }

  static func notPlacement(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidName,
      "`\(field.name)` is `\(shortened(text))`, but a kind and an id such as `TheMetWidget/main` "
        + "is expected", at: field.range)
  }

  static func userKeyInEvent(_ field: Field) -> Diagnostic {
    let verb = field.name == UserKey.timezone.rawValue
    return .error(
      .conflictingKeys,
      "an event cannot set the user's `\(field.name)` here"
        + (verb ? "; write the event `timezone: …`" : "; remove it"), at: field.keyRange)
  }

  static func unknownUser(
    _ name: String, _ field: Field, known: [String], _ meant: String?
  ) -> Diagnostic {
    let shown = known.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    let list = meant == nil ? "; the file has \(shown)" + (known.count > 8 ? ", …" : "") : ""
    return .error(
      .unknownUser, "unknown user `\(shortened(name))`" + list, at: field.range,
      suggestion: rename(meant, at: field.range))
  }

  static func unknownPlacement(
    _ id: String?, _ kind: String, user: String?, known: [String], _ meant: String?,
    _ named: PlacementDecoder.NamedPlacement
  ) -> Diagnostic {
    let owner = user.map { "`\($0)`" } ?? "nobody"
    let verb = user == nil ? "has" : "has no"
    guard let id, !known.isEmpty else {
      return .error(
        .unknownPlacement,
        "\(owner) \(verb) `\(kind)`; add it under `users` or with an event `add`",
        at: named.range)
    }
    var ids: [String] = []
    for other in known where !ids.contains(other) { ids.append(other) }
    let shown = ids.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    let isWhole = named.range == named.field.range && named.field.name == EventKey.remove.rawValue
    let mended = meant.map { isWhole ? "\(kind)/\($0)" : $0 }
    return .error(
      .unknownPlacement,
      "\(owner) \(verb) `\(kind)` with the id `\(id)`"
        + (meant == nil ? "; there is \(shown)" : ""),
      at: named.range, suggestion: rename(mended, at: named.range))
  }
}
