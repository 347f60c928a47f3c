internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

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

  static func notEventTime(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidDate,
      "`\(field.name)` is `\(shortened(text))`, but a date and time such as `2026-01-05T09:30`, or a "
        + "time of day such as `\"09:30\"` is expected", at: field.range)
  }

  static func repeatedTooSoon(
    _ every: Field, _ step: Step, _ length: Field, _ duration: Step
  ) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(every.name)` is `\(step)`, which is before the `\(length.name)` of `\(duration)` is over",
      at: every.range, notes: [Note("how long it lasts", at: length.range)])
  }

  static func repeatedForEver(_ every: Field, _ verb: Field) -> Diagnostic {
    .error(
      .missingKey,
      "`\(verb.name)` lasts to the end of the run, so it cannot begin again; add `for: 5m`",
      at: every.keyRange, notes: [Note("what happens", at: verb.keyRange)])
  }

  static func notClockChange(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidDuration,
      "`clock` is `\(shortened(text))`, but a sign and a duration such as `+1h` or `-5m`, or the "
        + "date and time to which it is set, is expected", at: field.range)
  }

  static func ambiguousPlacement(at range: SourceRange, names: [String]) -> Diagnostic {
    let shown = ValueShape.alternatives(names.prefix(4).map { "`\($0)`" })
    return .error(
      .ambiguousPlacement, "this may be \(shown)\(names.count > 4 ? ", …" : ""); say which",
      at: range)
  }

  static func addedTwice(
    _ placement: Placement, _ kind: String, _ user: String, first: SourceRange?
  ) -> Diagnostic {
    .error(
      .duplicatePlacement,
      "`\(user)` has a `\(kind)` with the id `\(placement.id)` in `\(placement.family.name)` "
        + "already; give the new one an `id` of its own", at: placement.range,
      notes: [Note("the first", at: first)])
  }

  static func outsideContainer(_ field: Field) -> Diagnostic {
    .error(
      .invalidName,
      "`\(field.name)` lies outside the container; write a path such as `objects.json`",
      at: field.keyRange)
  }

  static func unreadFile(_ field: Field, _ meant: Nearest.Match?) -> Diagnostic {
    .warning(
      .unreadFile, "no widget reads `\(field.name)`, so nothing comes of writing it",
      at: field.keyRange,
      suggestion: rename(
        meant.map { Nearest.Match($0.candidate, isClear: false) }, at: field.keyRange))
  }

  static func notPlacement(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidName,
      "`\(field.name)` is `\(shortened(text))`, but a kind, or a kind with the id (and the "
        + "family) of a placement is expected, such as `TheMetWidget/hall`", at: field.range)
  }

  static func userKeyInEvent(_ field: Field) -> Diagnostic {
    let verb = field.name == UserKey.timezone.rawValue
    return .error(
      .conflictingKeys,
      "an event cannot set the user's `\(field.name)` here"
        + (verb ? "; write the event `timezone: …`" : "; remove it"), at: field.keyRange)
  }

  static func unknownUser(
    _ name: String, _ field: Field, at place: SourceRange? = nil, known: [String],
    _ meant: Nearest.Match?
  ) -> Diagnostic {
    let range = place ?? field.range
    let shown = known.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    let list = meant == nil ? "; the file has \(shown)" + (known.count > 8 ? ", …" : "") : ""
    return .error(
      .unknownUser, "unknown user `\(shortened(name))`" + list, at: range,
      suggestion: rename(meant, at: range))
  }

  static func unknownPlacement(
    _ id: String?, _ kind: String, user: String?, known: [String], _ meant: Nearest.Match?,
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
    let mended = meant.map {
      Nearest.Match(isWhole ? "\(kind)/\($0.candidate)" : $0.candidate, isClear: $0.isClear)
    }
    return .error(
      .unknownPlacement,
      "\(owner) \(verb) `\(kind)` with the id `\(id)`"
        + (meant == nil ? "; there is \(shown)" : ""),
      at: named.range, suggestion: rename(mended, at: named.range))
  }
}
