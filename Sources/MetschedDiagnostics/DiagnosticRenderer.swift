import MetschedText

/// Puts diagnostics into text for people and into JSON lines for tools; the only place that does.
package struct DiagnosticRenderer: Sendable {
  /// The files that the ranges point into.
  package var sources: SourceMap
  /// Whether text carries ANSI colours.
  package var usesColor: Bool
  /// The cells that a source line may take before it is cut.
  package var width: Int

  /// Creates a renderer for the diagnostics of some files.
  package init(sources: SourceMap, usesColor: Bool = false, width: Int = 100) {
    self.sources = sources
    self.usesColor = usesColor
    self.width = max(20, width)
  }

  /// Returns all that was found, sorted by place, as text; nothing where nothing was found.
  package func text(_ diagnostics: Diagnostics) -> String {
    var output = diagnostics.sorted.reduce(into: "") { $0 += text($1) }
    if diagnostics.omittedErrors > 0 {
      let count = Self.count(diagnostics.omittedErrors, "error")
      output += "\(paint("error:", .red)) \(count) more not shown; mend these first\n"
    }
    if diagnostics.omittedWarnings > 0 {
      let count = Self.count(diagnostics.omittedWarnings, "warning")
      output += "\(paint("warning:", .yellow)) \(count) more not shown\n"
    }
    return output
  }

  /// Returns one diagnostic as text: a line, the source with carets, and its notes.
  ///
  ///     widget.yaml:12:5: error: unknown key `inverval` [unknown-key]
  ///        12 |     inverval: 5s
  ///           |     ^~~~~~~~ did you mean `interval`?
  package func text(_ diagnostic: Diagnostic) -> String {
    var output = ""
    let id = paint("[\(diagnostic.id.rawValue)]", .dim)
    let heading = "\(paint(VisibleText.of(diagnostic.message), .bold)) \(id)"
    appendHeading(diagnostic.severity, heading, at: diagnostic.range, &output)
    var fixIt = diagnostic.suggestion
    if let range = diagnostic.range {
      let label = fixIt.flatMap { isOnSameLine($0.range, range) ? $0.message : nil }
      if label != nil { fixIt = nil }
      appendSnippet(range, label: label, &output)
    }
    if let fixIt {
      appendHeading(.note, VisibleText.of(fixIt.message), at: fixIt.range, &output)
      appendSnippet(fixIt.range, label: nil, &output)
    }
    for note in diagnostic.notes {
      appendHeading(.note, VisibleText.of(note.message), at: note.range, &output)
      if let range = note.range { appendSnippet(range, label: nil, &output) }
    }
    return output
  }

  /// Returns what was found in figures, such as `2 errors, 1 warning`, or `no errors`.
  package func summary(_ diagnostics: Diagnostics) -> String {
    var parts: [String] = []
    if diagnostics.errorCount > 0 { parts.append(Self.count(diagnostics.errorCount, "error")) }
    if diagnostics.warningCount > 0 {
      parts.append(Self.count(diagnostics.warningCount, "warning"))
    }
    return parts.isEmpty ? "no errors" : parts.joined(separator: ", ")
  }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  // MARK: Text

  private enum Paint: String {
    case red = "1;31"
    case yellow = "1;33"
    case cyan = "1;36"
    case green = "1;32"
    case bold = "1"
    case dim = "2"
  }

  private func paint(_ text: String, _ paint: Paint) -> String {
    usesColor ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func appendHeading(
    _ severity: Severity, _ message: String, at range: SourceRange?, _ output: inout String
  ) {
    if let range {
      let file = sources[range.file]
      let position = file.position(at: range.offsets.lowerBound)
      let place = "\(VisibleText.of(file.path)):\(position.line):\(position.column):"
      output += paint(place, .bold) + " "
    }
    let color: Paint =
      switch severity {
      case .error: .red
      case .warning: .yellow
      case .note: .cyan
      }
    output += paint("\(severity.rawValue):", color) + " \(message)\n"
  }

  private func appendSnippet(_ range: SourceRange, label: String?, _ output: inout String) {
    let snippet = Snippet(of: range.offsets, in: sources[range.file], width: width)
    let number = String(snippet.line)
    let margin = String(repeating: " ", count: max(0, 5 - number.count)) + number
    let blank = String(repeating: " ", count: margin.count)
    output += paint("\(margin) |", .dim)
    output += snippet.text.isEmpty ? "\n" : " \(snippet.text)\n"
    let indent = String(repeating: " ", count: snippet.indent)
    output += paint("\(blank) |", .dim) + " \(indent)\(paint(snippet.carets, .green))"
    if let label { output += " " + paint(VisibleText.of(label), .green) }
    output += "\n"
  }

  private func isOnSameLine(_ first: SourceRange, _ second: SourceRange) -> Bool {
    guard first.file == second.file else { return false }
    let file = sources[first.file]
    return file.position(at: Int(first.start)).line == file.position(at: Int(second.start)).line
  }
}
