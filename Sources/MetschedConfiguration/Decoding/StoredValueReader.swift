package import MetschedDiagnostics
internal import MetschedText
internal import MetschedYAML

/// Reads values that users have stored as a parameter would read them today.
///
/// The file's own decoder does it, so what is said here is what a load of the file says.
package struct StoredValueReader {
  /// What becomes of a stored value.
  package enum Outcome: Sendable {
    /// It is taken as it is, or under the name that it has today.
    case taken(ParameterValue)
    /// It says nothing, as `invalid: default` asks; why, in the words of a load.
    case ignored(Diagnostic)
    /// It is an error.
    case refused(Diagnostic)
  }

  package init() {}

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - text: the value as it stands in a file, with its quotes.
  ///   - parameter: what reads it today.
  /// - Returns: what becomes of it; nil for a text that is no value of YAML by itself, such as an
  ///   alias.
  package func outcome(of text: String, for parameter: Parameter) -> Outcome? {
    var decoder = FileDecoder()
    var sources = SourceMap()
    let file = sources.add(path: "", bytes: Array(text.utf8))
    guard let root = YAMLParser.parse(file, in: sources, diagnostics: &decoder.diagnostics)?.root,
      !decoder.diagnostics.hasErrors, root.kind != .alias
    else { return nil }
    let field = Field(name: parameter.name, keyRange: root.place, value: PatchedNode(root))
    let value = decoder.stored(for: parameter) { $0.value(field, of: parameter) }
    if let value { return .taken(value) }
    return decoder.diagnostics.all.first.map { found in
      found.severity == .error ? .refused(found) : .ignored(found)
    }
  }

  /// Reads a value that is known, as a file would write it.
  package func outcome(
    of value: ParameterValue, unit: String?, for parameter: Parameter
  ) -> Outcome? {
    outcome(of: JSONText.string(value.text(unit: unit)), for: parameter)
  }
}
