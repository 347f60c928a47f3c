/// Annotations for GitHub's checks.
///
/// Source: GitHub, "Workflow commands for GitHub Actions", and the escapes of `@actions/core`.
extension DiagnosticRenderer {
  /// Returns all that was found, sorted by place, as workflow commands: one a line.
  package func workflowCommands(_ diagnostics: Diagnostics) -> String {
    var output = diagnostics.sorted.reduce(into: "") { $0 += workflowCommand($1) + "\n" }
    for (command, count) in [
      ("error", diagnostics.omittedErrors), ("warning", diagnostics.omittedWarnings),
    ] where count > 0 {
      output += "::\(command) title=metsched::\(Self.count(count, command)) more not shown\n"
    }
    return output
  }

  /// Returns one diagnostic as a workflow command, without the line break.
  ///
  ///     ::error file=widget.yaml,line=17,col=5,endLine=17,endColumn=13,title=…::unknown key …
  ///
  /// The end is exclusive. Columns are left out where a range has several lines, since GitHub
  /// takes them within one line alone. The suggestion and the notes follow on lines of their own.
  package func workflowCommand(_ diagnostic: Diagnostic) -> String {
    let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
    var properties: [(name: String, value: String)] = []
    if let range = diagnostic.range {
      let file = sources[range.file]
      let start = file.position(at: range.offsets.lowerBound)
      let end = file.position(at: range.offsets.upperBound)
      properties.append(("file", file.path))
      properties.append(("line", "\(start.line)"))
      if start.line == end.line { properties.append(("col", "\(start.column)")) }
      properties.append(("endLine", "\(end.line)"))
      if start.line == end.line { properties.append(("endColumn", "\(end.column)")) }
    }
    properties.append(("title", "metsched (\(diagnostic.id.rawValue))"))
    let list = properties.map { "\($0.name)=\(Self.escaped($0.value, isProperty: true))" }
    var message = diagnostic.message
    if let fixIt = diagnostic.suggestion { message += "\n" + fixIt.message }
    for note in diagnostic.notes { message += "\nnote: \(place(of: note))\(note.message)" }
    return "::\(command) \(list.joined(separator: ","))::\(Self.escaped(message))"
  }

  private func place(of note: Diagnostic.Note) -> String {
    guard let range = note.range else { return "" }
    let file = sources[range.file]
    let position = file.position(at: range.offsets.lowerBound)
    return "\(file.path):\(position.line):\(position.column): "
  }

  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": output += "%25"
      case "\r": output += "%0D"
      case "\n": output += "%0A"
      case ":" where isProperty: output += "%3A"
      case "," where isProperty: output += "%2C"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
