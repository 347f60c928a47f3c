internal import MetschedDiagnostics
internal import MetschedTime

/// `expect:` of a test's step.
extension FileDecoder {
  /// Reads what has to be so, in the order of the file.
  mutating func expectations(_ field: Field) -> [Expectation] {
    guard let fields = fields(field, as: ExpectKey.self) else { return [] }
    if fields.present.isEmpty, !fields.hasMisspelt {
      report(.emptyEvent(field, example: "{shows: Vase}"))
    }
    return fields.present.filter { !$0.field.value.isNull }.flatMap { key, field in
      expectations(key, field)
    }
  }

  private mutating func expectations(_ key: ExpectKey, _ field: Field) -> [Expectation] {
    switch key {
    case .shows: one(shown(field), field)
    case .next: one(next(field).map { .next($0) }, field)
    case .policy: one(word(field, of: RecordKey.policy).map { .policy($0) }, field)
    case .reload: one(reload(field), field)
    case .reloads: one(counts(field).map { .reloads($0) }, field)
    case .record: records(field) { .record($0) }
    case .noRecord: records(field) { .noRecord($0) }
    case .warning: warnings(field)
    }
  }

  private func one(_ what: Expectation.What?, _ field: Field) -> [Expectation] {
    what.map { [Expectation(what: $0, range: field.range)] } ?? []
  }

  // MARK: What shows, and when it reloads

  private mutating func shown(_ field: Field) -> Expectation.What? {
    guard field.value.kind == .mapping else {
      guard field.value.kind == .scalar else {
        report(wrongType: field, expected: ExpectKey.shows.shape)
        return nil
      }
      return text(field, example: "Vase").map { text in
        ShownKey.words.contains(text) ? .shows(text) : .title(text)
      }
    }
    guard let fields = fields(field, as: ShownKey.self) else { return nil }
    if fields.present.isEmpty, !fields.hasMisspelt {
      report(.emptyEvent(field, example: "{title: Vase}"))
    }
    return .shown(
      fields.present.compactMap { key, field in
        RecordKey(rawValue: key.rawValue).flatMap { value($0, field, takesNone: false) }
      })
  }

  private mutating func next(_ field: Field) -> ExpectedNext? {
    guard let scalar = scalar(field, expected: ExpectKey.next.shape) else { return nil }
    let text = scalar.text
    if text == ExpectedValue.noneWord { return ExpectedNext.none }
    if let time = TimeOfDay(text) { return .timeOfDay(time) }
    if let literal = InstantLiteral(text) {
      return isSupported(literal, text, field) ? .at(literal) : nil
    }
    guard (try? Step(parsing: text)) != nil else {
      report(.notExpectedDate(text, field, ExpectKey.next.shape))
      return nil
    }
    return duration(text, field, from: .zero).map { .elapsed($0) }
  }

  private mutating func reload(_ field: Field) -> Expectation.What? {
    if field.value.kind == .scalar {
      guard field.value.text == ExpectedValue.noneWord else {
        report(wrongType: field, expected: ExpectKey.reload.shape)
        return nil
      }
      return .reload(nil)
    }
    guard let fields = fields(field, as: ReloadRecordKey.self) else { return nil }
    checkNotEmpty(fields, field)
    return .reload(fields.present.compactMap { value($0.key.key, $0.field) })
  }

  private mutating func counts(_ field: Field) -> [ExpectedCount]? {
    if field.value.kind == .scalar {
      return integer(field, in: ReloadsKey.counts).map { count in
        [ExpectedCount(key: nil, count: Int(count), range: field.range)]
      }
    }
    guard isMapping(field, expected: ExpectKey.reloads.shape),
      let fields = fields(field, as: ReloadsKey.self)
    else { return nil }
    if fields.present.isEmpty, !fields.hasMisspelt {
      report(.emptyEvent(field, example: "{at-most: 40}"))
    }
    return fields.present.filter { !$0.field.value.isNull }.compactMap { key, field in
      integer(field, in: ReloadsKey.counts).map { count in
        ExpectedCount(key: key, count: Int(count), range: field.range)
      }
    }
  }

  // MARK: Records

  private mutating func records(
    _ field: Field, _ what: ([ExpectedField]) -> Expectation.What
  ) -> [Expectation] {
    let isList = field.value.kind == .sequence
    let elements =
      isList ? elements(field, expected: ExpectKey.record.shape) ?? [] : [field]
    if elements.isEmpty { report(.emptyList(field, example: "[{what: reload}]")) }
    return elements.compactMap { element in
      guard let fields = fields(element, as: RecordKey.self) else { return nil }
      checkNotEmpty(fields, element)
      let values = fields.present.compactMap { value($0.key, $0.field) }
      return Expectation(what: what(values), range: element.range)
    }
  }

  private mutating func checkNotEmpty<Key>(_ fields: Fields<Key>, _ field: Field) {
    guard fields.present.isEmpty, !fields.hasMisspelt else { return }
    report(.emptyEvent(field, example: "{cause: edited}"))
  }

  private mutating func value(
    _ key: RecordKey, _ field: Field, takesNone: Bool = true
  ) -> ExpectedField? {
    guard !field.value.isNull, let value = expected(key, field, takesNone: takesNone) else {
      return nil
    }
    return ExpectedField(key: key, value: value, range: field.range)
  }

  private mutating func expected(
    _ key: RecordKey, _ field: Field, takesNone: Bool
  ) -> ExpectedValue? {
    let isNone =
      takesNone && key.takesNone && field.value.kind == .scalar
      && field.value.text == ExpectedValue.noneWord
    if isNone { return ExpectedValue.none }
    switch key {
    case .what, .reason, .policy, .shows, .state: return word(field, of: key).map { .text($0) }
    case .cause: return causes(field)
    case .counted: return boolean(field).map { .boolean($0) }
    case .left, .entries, .count:
      return integer(field, in: ReloadsKey.counts).map { .number(Int($0)) }
    case .at, .eligible, .granted, .first, .last, .next, .date: return date(field, key)
    case .error: return text(field, example: "does not exist").map { .part($0) }
    case .why, .title, .link, .value: return text(field, example: "Vase").map { .text($0) }
    }
  }

  /// Reads one of the words that a field of a record may hold.
  private mutating func word(_ field: Field, of key: RecordKey) -> String? {
    guard case .word(let words) = key.shape else { return nil }
    return word(field, of: words) { $0 }
  }

  private mutating func causes(_ field: Field) -> ExpectedValue? {
    guard field.value.kind == .sequence else {
      return word(field, of: RecordKey.causes) { $0 }.map { .cause($0) }
    }
    let elements = elements(field, expected: RecordKey.cause.shape) ?? []
    let causes = elements.compactMap { word($0, of: RecordKey.causes) { $0 } }
    return causes.count == elements.count ? .causes(causes) : nil
  }

  private mutating func date(_ field: Field, _ key: RecordKey) -> ExpectedValue? {
    guard let scalar = scalar(field, expected: key.shape) else { return nil }
    if let time = TimeOfDay(scalar.text) { return .timeOfDay(time) }
    guard let literal = InstantLiteral(scalar.text) else {
      report(.notExpectedDate(scalar.text, field, key.shape))
      return nil
    }
    return isSupported(literal, scalar.text, field) ? .at(literal) : nil
  }

  // MARK: Warnings

  private mutating func warnings(_ field: Field) -> [Expectation] {
    let isList = field.value.kind == .sequence
    let elements =
      isList ? elements(field, expected: ExpectKey.warning.shape) ?? [] : [field]
    if elements.isEmpty { report(.emptyList(field, example: "[late-day]")) }
    return elements.compactMap { element in
      guard let name = word(element, of: ExpectKey.warnings, { $0 }) else { return nil }
      return Expectation(
        what: .warning(DiagnosticID(rawValue: name)), range: element.range)
    }
  }
}

extension RecordKey {
  /// Whether a record may hold nothing here.
  fileprivate var takesNone: Bool {
    switch self {
    case .reason, .left, .entries, .first, .last, .next, .why, .date, .value: true
    default: false
    }
  }
}
