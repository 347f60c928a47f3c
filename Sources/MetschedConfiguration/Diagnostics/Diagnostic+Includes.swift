internal import MetschedDiagnostics
internal import MetschedYAML

/// `include:`.
extension Diagnostic {
  static func unreadableInclude(_ problem: String, _ field: Field) -> Diagnostic {
    .error(.unreadableInclude, problem, at: field.range)
  }

  static func emptyPattern(_ field: Field) -> Diagnostic {
    .warning(
      .emptyInclude, "no file fits `\(shortened(field.value.text))`", at: field.range)
  }

  static func deepPattern(_ field: Field) -> Diagnostic {
    .error(
      .unknownValue,
      "`**` is not read; write a pattern for each folder, such as `\"users/*.yaml\"`",
      at: field.range)
  }

  static func includeCycle(
    _ field: Field, _ path: String, _ chain: [(path: FilePath, range: SourceRange?)]
  ) -> Diagnostic {
    let steps = chain.dropFirst().compactMap { step in
      step.range.map { Note("`\(step.path.text)` is included here", at: $0) }
    }
    return .error(
      .includeCycle,
      chain.count > 1
        ? "`\(path)` includes itself by way of this file" : "`\(path)` includes itself",
      at: field.range, notes: steps)
  }

  static func includedTwice(_ field: Field, first: SourceRange) -> Diagnostic {
    .error(
      .duplicateInclude, "`\(shortened(field.value.text))` is included already; remove one of them",
      at: field.range, notes: [Note("the first", at: first)])
  }

  static func includeLimit(_ problem: String, _ field: Field) -> Diagnostic {
    .error(.includeLimit, "\(problem); no more are read", at: field.range)
  }

  static func includedNoMapping(_ field: Field, includedAt range: SourceRange) -> Diagnostic {
    let found = field.value.kind == .sequence ? "a list" : "`\(shortened(field.value.text))`"
    return .error(
      .wrongType, "the file holds \(found), but keys and values are expected of what is included",
      at: field.range, notes: [Note("included here", at: range)])
  }

  static func keyInTwoFiles(
    _ name: String, at range: SourceRange, first: SourceRange
  ) -> Diagnostic {
    .error(
      .duplicateKey, "`\(name)` stands in another file already; keep one of them", at: range,
      notes: [Note("`\(name)` stands here first", at: first)])
  }

  static func sectionInSection(
    _ name: String, at range: SourceRange, includedAt: SourceRange
  ) -> Diagnostic {
    .error(
      .duplicateKey,
      "the file is included below `\(name)` already; remove this key and keep what is below it, or "
        + "include the file at the top", at: range, notes: [Note("included here", at: includedAt)])
  }
}
