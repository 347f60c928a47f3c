package import MetschedDiagnostics

/// A change of a file's bytes at one place; everything else stays as it is.
package struct YAMLEdit: Hashable, Sendable {
  /// The bytes that go; empty where text is only put in.
  package var range: Range<Int>
  package var replacement: String

  package init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// Returns the bytes after the change.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<range.lowerBound]) + Array(replacement.utf8) + Array(bytes[range.upperBound...])
  }
}

/// A step of a path into a document.
package enum YAMLStep: Hashable, Sendable {
  case key(String)
  case element(Int)
}

/// Why an edit is not made: it would change more than it says, or nothing is there.
package struct YAMLEditRefusal: Error {
  package var diagnostic: Diagnostic

  init(_ id: DiagnosticID, _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [])
  {
    diagnostic = .error(id, message, at: range, notes: notes)
  }
}
