package import MetschedDiagnostics

/// What each kind of diagnostic means, with a file that gives it and the same file mended.
///
/// `docs/diagnostics.md` is made from it. Tests load every example: the failing one gives the
/// diagnostic and no other, the mended one gives none, and no identifier is left out.
package enum DiagnosticCatalogue {
  /// What is known of one kind of diagnostic.
  package struct Entry: Sendable {
    package var id: DiagnosticID
    package var severity: Severity
    /// What it means, in one line.
    package var meaning: String
    package var failing: Example
    package var mended: Example
    /// Whether it comes to light only when the file is run.
    package var needsRun = false
    /// Whether it comes to light only when the file is validated, which runs its placements.
    package var needsAnalysis = false
    /// Whether only a provider written in Swift brings it about, so that no file shows it.
    package var needsProvider = false
    /// Whether it comes to light only when the file's tests are run.
    package var needsTest = false
    /// Whether it comes to light only when the file is edited.
    package var needsEdit = false
  }

  /// A file, with what the command line puts over it.
  package struct Example: Sendable, ExpressibleByStringInterpolation {
    package var text: String
    /// The text of a file given as `--overrides`.
    package var override: String?
    /// The files beside it, by name, in order.
    package var files: [(name: String, text: String)] = []
    /// The text given as `--set`.
    package var assignment: String?
    /// Whether the text is saved as Latin-1 instead of UTF-8.
    package var isLatin1 = false

    package init(stringLiteral text: String) {
      self.text = text
    }

    init(
      _ text: String, override: String? = nil, files: [(name: String, text: String)] = [],
      set: String? = nil, isLatin1: Bool = false
    ) {
      self.text = text
      self.files = files
      self.override = override
      assignment = set
      self.isLatin1 = isLatin1
    }

    /// The bytes of the file.
    package var bytes: [UInt8] {
      guard isLatin1 else { return Array(text.utf8) }
      return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
  }

  /// All kinds, group by group.
  package static let all =
    yaml + includes + keys + names + values + rules + runs + judgments + edits
    + tests

  /// Returns what is known of a kind.
  package static func entry(_ id: DiagnosticID) -> Entry? {
    all.first { $0.id == id }
  }

  // MARK: Files to fill in

  /// A file with one static widget that has further lines.
  static func widget(_ lines: String) -> Example {
    Example("widgets:\n  TheMetWidget:\n    source: {file: objects.json}\n" + indented(lines, 4))
  }

  /// A file with one widget, its intent's parameters, and further lines.
  static func intent(_ parameters: String, widget: String = "", _ lines: String = "") -> Example {
    let file = """
      intents:
        MetSearch:
          parameters:
      \(indented(parameters, 6))\
      widgets:
        MetSearchWidget:
          intent: MetSearch
          source: {file: objects.json}
      \(indented(widget, 4))
      """
    return Example(file + (lines.isEmpty ? "" : lines + "\n"))
  }

  /// A file with one widget, whom it belongs to, and what happens.
  static func event(_ event: String, users: String = "alice: {TheMetWidget: }") -> Example {
    let file = """
      container: container
      widgets:
        TheMetWidget: {source: {file: objects.json}}
      users:
      \(indented(users, 2))\
      events:
        - \(event)

      """
    return Example(file)
  }

  private static func indented(_ lines: String, _ depth: Int) -> String {
    let blank = String(repeating: " ", count: depth)
    return lines.split(separator: "\n").map { blank + $0 + "\n" }.joined()
  }
}
