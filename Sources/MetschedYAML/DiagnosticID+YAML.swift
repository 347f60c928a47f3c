package import MetschedDiagnostics

/// The diagnostics of this target.
extension DiagnosticID {
  /// The text is not YAML.
  package static let yamlSyntax: DiagnosticID = "yaml-syntax"
  /// The bytes are not UTF-8.
  package static let yamlEncoding: DiagnosticID = "yaml-encoding"
  /// A character that YAML does not allow.
  package static let yamlCharacter: DiagnosticID = "yaml-character"
  /// One of `YAMLLimits` was passed.
  package static let yamlLimit: DiagnosticID = "yaml-limit"
  /// A key that stands twice in one mapping.
  package static let duplicateKey: DiagnosticID = "duplicate-key"
  /// An alias without an anchor before it.
  package static let undefinedAlias: DiagnosticID = "undefined-alias"
  /// An alias inside the value that it stands for.
  package static let aliasCycle: DiagnosticID = "alias-cycle"
  /// A merge key whose value is neither a mapping nor a list of mappings.
  package static let mergeValue: DiagnosticID = "merge-value"
  /// A second document in one file.
  package static let secondDocument: DiagnosticID = "second-document"
}
