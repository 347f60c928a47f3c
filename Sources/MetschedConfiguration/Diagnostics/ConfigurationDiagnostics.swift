internal import MetschedDiagnostics

extension Diagnostic {
  /// Says that a part of the language is not read by this version.
  static func notYet(_ what: String, at range: SourceRange) -> Diagnostic {
    .error(.notYet, "\(what) comes with a later version of metsched; remove it", at: range)
  }
}
