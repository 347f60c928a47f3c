internal import MetschedDiagnostics
internal import MetschedTime

/// `entry:`.
extension FileDecoder {
  /// Reads which fields an entry shows, and whether items bring their own dates.
  mutating func entry(_ field: Field) -> EntryMapping {
    guard let fields = fields(field, as: EntryKey.self) else { return EntryMapping() }
    var mapping = EntryMapping()
    mapping.title = fields[.title].flatMap { entryText($0) }
    mapping.subtitle = fields[.subtitle].flatMap { entryText($0) }
    mapping.image = fields[.image].flatMap { entryText($0) }
    mapping.id = fields[.id].flatMap { entryText($0) }
    mapping.date = fields[.date].flatMap { dateField($0) }
    mapping.until = fields[.until].flatMap { dateField($0) }
    if let until = fields[.until], fields[.date] == nil {
      report(
        .missingKey(
          "date", of: "an `entry` with `until`", example: "date: \"${.start}\"",
          at: until.keyRange))
    }
    return mapping
  }

  /// Reads a template such as `"${.title}, ${.year}"`, or `{date: FORMAT}`.
  private mutating func entryText(_ field: Field) -> Setting<EntryMapping.Text>? {
    if field.value.kind == .mapping {
      guard let fields = fields(field, as: EntryTextKey.self) else { return nil }
      guard let date = fields[.date] else {
        report(wrongType: field, expected: EntryKey.title.shape)
        return nil
      }
      return pattern(date).map { setting(.date($0), field) }
    }
    guard field.value.kind == .scalar else {
      report(wrongType: field, expected: EntryKey.title.shape)
      return nil
    }
    var parts: [TemplatePart] = []
    for part in Reference.split(field.value.text) {
      switch part {
      case .literal(let text): Self.append(text, to: &parts)
      case .field(let name, _): parts.append(.field(name))
      case .parameter(let name, let offset):
        guard let found = reference(name, offset, in: field) else { return nil }
        Self.append(found.text, to: &parts)
      case .malformed(let offset):
        report(.malformedReference(field, at: place(of: "${", offset, in: field)))
        return nil
      }
    }
    return setting(.template(parts), field)
  }

  private mutating func pattern(_ field: Field) -> DatePattern? {
    guard let text = text(field, example: "EEEE d MMMM") else { return nil }
    do {
      return try DatePattern(text)
    } catch {
      report(.notPattern(error, at: place(of: error.text, error.offset, in: field)))
      return nil
    }
  }

  private static func append(_ text: String, to parts: inout [TemplatePart]) {
    if case .literal(let before)? = parts.last {
      parts[parts.count - 1] = .literal(before + text)
    } else if !text.isEmpty {
      parts.append(.literal(text))
    }
  }

  /// Reads `"${.start}"`, which has to be the whole value.
  private mutating func dateField(_ field: Field) -> Setting<String>? {
    guard field.value.kind == .scalar else {
      report(wrongType: field, expected: EntryKey.date.shape)
      return nil
    }
    let parts = Reference.split(field.value.text)
    guard parts.count == 1, case .field(let name, _) = parts[0] else {
      report(.notDateField(field.value.text, field))
      return nil
    }
    return setting(name, field)
  }
}
