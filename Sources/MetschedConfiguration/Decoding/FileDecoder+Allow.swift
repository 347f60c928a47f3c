internal import MetschedDiagnostics

/// `allow:` of a widget.
extension FileDecoder {
  /// Reads the warnings that do not count, each of which needs its reason.
  mutating func allowed(_ field: Field) -> [AllowedWarning] {
    guard isMapping(field, expected: WidgetKey.allow.shape) else { return [] }
    return entries(field).compactMap { entry in
      guard let id = DiagnosticID.judged.first(where: { $0.rawValue == entry.name }) else {
        let names = DiagnosticID.judged.map(\.rawValue)
        report(.unknownWarning(entry, nearest(entry.name, among: names)))
        return nil
      }
      guard !entry.value.isNull else {
        report(.reasonIsMissing(entry))
        return nil
      }
      guard let reason = text(entry, example: "a display without a budget") else { return nil }
      guard reason.contains(where: { !$0.isWhitespace }) else {
        report(.reasonIsMissing(entry))
        return nil
      }
      return AllowedWarning(id: id, reason: reason, range: entry.keyRange)
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownWarning(_ field: Field, _ meant: Nearest.Match?) -> Diagnostic {
    .error(
      .unknownValue,
      "`\(field.name)` is no warning that a widget can allow; `metsched validate` names them in "
        + "brackets", at: field.keyRange, suggestion: rename(meant, at: field.keyRange))
  }

  fileprivate static func reasonIsMissing(_ field: Field) -> Diagnostic {
    .error(
      .emptyValue, "`\(field.name)` is allowed without a reason; say why it does not count",
      at: field.keyRange)
  }
}
