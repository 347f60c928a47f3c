/// How much a diagnostic weighs.
package enum Severity: String, Sendable {
  /// Nothing runs until it is mended.
  case error
  /// It runs, but probably not as meant.
  case warning
  /// Something worth knowing.
  case note
}

/// One finding about the input: what is wrong, where, and what to do.
///
/// It holds no colour, path or policy; the renderer adds them.
package struct Diagnostic: Hashable, Sendable {
  /// A second place, or a remark, that belongs to a diagnostic.
  package struct Note: Hashable, Sendable {
    /// The sentence, in lower case.
    package var message: String
    /// The place, if it has one.
    package var range: SourceRange?

    /// Creates a note from its sentence and, perhaps, its place.
    package init(_ message: String, at range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  /// An edit that would mend the input.
  package struct FixIt: Hashable, Sendable {
    /// What the edit does, in lower case: ``did you mean `interval`?``.
    package var message: String
    /// The bytes to replace; an empty range inserts.
    package var range: SourceRange
    /// The text to put there.
    package var replacement: String
    /// Whether nothing else can be meant, so that a program may make the edit by itself.
    package var isAutomatic: Bool

    /// Creates an edit that puts a text in the place of a range.
    package init(
      _ message: String, at range: SourceRange, replacement: String, isAutomatic: Bool = false
    ) {
      self.message = message
      self.range = range
      self.replacement = replacement
      self.isAutomatic = isAutomatic
    }
  }

  /// The stable name of this kind of diagnostic.
  package var id: DiagnosticID
  /// How much it weighs.
  package var severity: Severity
  /// The sentence: lower case, quotes what stands there, says what was expected and what to do.
  package var message: String
  /// The primary place; nil where no file is concerned.
  package var range: SourceRange?
  /// The other places and remarks.
  package var notes: [Note]
  /// The edit that would mend it, if one is known.
  package var suggestion: FixIt?

  /// Creates a diagnostic.
  package init(
    _ severity: Severity, _ id: DiagnosticID, _ message: String, at range: SourceRange?,
    notes: [Note] = [], suggestion: FixIt? = nil
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.range = range
    self.notes = notes
    self.suggestion = suggestion
  }

  /// Returns an error.
  package static func error(
    _ id: DiagnosticID, _ message: String, at range: SourceRange?, notes: [Note] = [],
    suggestion: FixIt? = nil
  ) -> Diagnostic {
    Diagnostic(.error, id, message, at: range, notes: notes, suggestion: suggestion)
  }

  /// Returns a warning.
  package static func warning(
    _ id: DiagnosticID, _ message: String, at range: SourceRange?, notes: [Note] = [],
    suggestion: FixIt? = nil
  ) -> Diagnostic {
    Diagnostic(.warning, id, message, at: range, notes: notes, suggestion: suggestion)
  }
}
