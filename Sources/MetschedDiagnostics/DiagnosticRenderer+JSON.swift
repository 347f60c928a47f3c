import MetschedText

extension DiagnosticRenderer {
  /// Returns all that was found, sorted by place, as JSON: one object a line.
  package func jsonLines(_ diagnostics: Diagnostics) -> String {
    diagnostics.sorted.reduce(into: "") { $0 += jsonLine($1) + "\n" }
  }

  /// Returns one diagnostic as a JSON object on one line, without the line break.
  ///
  /// Keys in this order: `severity`, `id`, `message`, the place (`file`, `line`, `column`,
  /// `endLine`, `endColumn`; left out where there is none), `notes`, `suggestion` (left out where
  /// there is none). Lines and columns count from 1, columns in characters; the end is exclusive.
  /// A suggestion has its place, the `replacement` for what stands there, and `automatic`: whether
  /// nothing else can be meant.
  package func jsonLine(_ diagnostic: Diagnostic) -> String {
    var output = "{\"severity\":\"\(diagnostic.severity.rawValue)\",\"id\":"
    JSONText.append(diagnostic.id.rawValue, to: &output)
    output += ",\"message\":"
    JSONText.append(diagnostic.message, to: &output)
    if let range = diagnostic.range { appendPlace(range, to: &output) }
    output += ",\"notes\":["
    for (index, note) in diagnostic.notes.enumerated() {
      output += index == 0 ? "{\"message\":" : ",{\"message\":"
      JSONText.append(note.message, to: &output)
      if let range = note.range { appendPlace(range, to: &output) }
      output += "}"
    }
    output += "]"
    if let fixIt = diagnostic.suggestion {
      output += ",\"suggestion\":{\"message\":"
      JSONText.append(fixIt.message, to: &output)
      appendPlace(fixIt.range, to: &output)
      output += ",\"replacement\":"
      JSONText.append(fixIt.replacement, to: &output)
      output += ",\"automatic\":\(fixIt.isAutomatic)}"
    }
    return output + "}"
  }

  private func appendPlace(_ range: SourceRange, to output: inout String) {
    let file = sources[range.file]
    let start = file.position(at: range.offsets.lowerBound)
    let end = file.position(at: range.offsets.upperBound)
    output += ",\"file\":"
    JSONText.append(file.path, to: &output)
    output += ",\"line\":\(start.line),\"column\":\(start.column)"
    output += ",\"endLine\":\(end.line),\"endColumn\":\(end.column)"
  }
}
