internal import MetschedDiagnostics
internal import MetschedTime

/// `reload:`.
extension FileDecoder {
  /// Reads a policy; its origin is the value after `reload:`, or after `after:`.
  mutating func reload(_ field: Field) -> Setting<ReloadRule>? {
    if field.value.kind == .scalar {
      let text = field.value.text
      // What belongs after `after:` is told so, instead of being an unknown word.
      if ReloadWord(rawValue: text) == nil, Self.isDate(text) {
        report(.reloadWithoutAfter(text, field))
        return nil
      }
      return word(field, as: ReloadWord.self).map { setting($0.rule, field) }
    }
    guard isMapping(field, expected: WidgetKey.reload.shape),
      let fields = fields(field, as: ReloadKey.self)
    else { return nil }
    let window = fields[.within].flatMap { within in
      self.window(within).map { setting($0, within) }
    }
    guard let after = fields[.after] else {
      report(
        missing: .after, in: fields, of: "`reload`", example: "reload: {after: 6h}",
        at: field.range)
      return nil
    }
    let dates = self.dates(after)
    guard !dates.isEmpty else { return nil }
    return setting(.after(dates, within: window), after)
  }

  private static func isDate(_ text: String) -> Bool {
    text == "end" || text == "max-age" || text.hasPrefix("end+") || TimeOfDay(text) != nil
      || InstantLiteral(text) != nil || (try? Step(parsing: text)) != nil
  }

  private mutating func dates(_ field: Field) -> [Setting<ReloadDate>] {
    guard field.value.kind == .sequence else {
      return date(field).map { [setting($0, field)] } ?? []
    }
    guard let elements = elements(field, expected: ReloadKey.after.shape) else { return [] }
    guard !elements.isEmpty else {
      report(.emptyList(field, example: "[\"06:00\", \"18:00\"]"))
      return []
    }
    return elements.compactMap { element in date(element).map { setting($0, element) } }
  }

  /// Reads `6h`, `end`, `end+5m`, `"04:00"` or an instant.
  private mutating func date(_ field: Field) -> ReloadDate? {
    let shape = ReloadKey.after.shape
    guard let scalar = scalar(field, expected: shape) else { return nil }
    let text = scalar.text
    let field = field.at(scalar)
    if let reference = scalar.reference, !reference.referent.isDuration,
      !accepts([.time, .string, .choice], scalar, field, expected: shape)
    {
      return nil
    }
    if text == "end" { return .end(plus: nil) }
    if text == "max-age" { return .maxAge }
    if text.hasPrefix("end") {
      let rest = text.dropFirst(3).drop { $0 == " " }
      guard rest.first == "+" else {
        report(.notReloadDate(text, field))
        return nil
      }
      let step = String(rest.dropFirst().drop { $0 == " " })
      if let reference = scalar.reference(ofLast: step.utf8.count),
        !reference.referent.isDuration, ![.string, .choice].contains(reference.referent.kind)
      {
        report(.referenceType(reference, field, expected: "a duration after `end+`"))
        return nil
      }
      return duration(step, field).map { .end(plus: $0) }
    }
    if let time = TimeOfDay(text) { return .timeOfDay(time) }
    if let literal = InstantLiteral(text) {
      guard isSupported(literal, text, field) else { return nil }
      return .instant(literal.resolved(in: zone))
    }
    guard text.first?.isNumber == true || text.first == "-" else {
      report(.notReloadDate(text, field))
      return nil
    }
    return duration(text, field).map { .elapsed($0) }
  }
}

extension ReloadWord {
  fileprivate var rule: ReloadRule {
    switch self {
    case .atEnd: .atEnd
    case .never: .never
    case .auto: .auto
    }
  }
}
