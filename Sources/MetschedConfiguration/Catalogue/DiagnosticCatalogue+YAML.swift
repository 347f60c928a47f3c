internal import MetschedDiagnostics

/// The text is not the YAML that metsched reads.
extension DiagnosticCatalogue {
  static let yaml = [
    Entry(
      id: .yamlSyntax, severity: .error, meaning: "The text is not YAML.",
      failing: widget("entry: {title: ${.title}}"),
      mended: widget("entry: {title: \"${.title}\"}")),
    Entry(
      id: .yamlEncoding, severity: .error, meaning: "The bytes are not UTF-8.",
      failing: Example(widget("name: Musée").text, isLatin1: true),
      mended: widget("name: Musée")),
    Entry(
      id: .yamlCharacter, severity: .error, meaning: "YAML does not allow a character.",
      failing: widget("name: The\u{1B}Met"),
      mended: widget("name: \"The\\x1BMet\"")),
    Entry(
      id: .yamlLimit, severity: .error,
      meaning: "The file is larger, deeper or longer than metsched reads.",
      failing: widget("x-deep: \(nested(200))"),
      mended: widget("x-deep: \(nested(5))")),
    Entry(
      id: .duplicateKey, severity: .error, meaning: "A key stands twice in one mapping.",
      failing: widget("limit: 3\nlimit: 6"),
      mended: widget("limit: 6")),
    Entry(
      id: .undefinedAlias, severity: .error, meaning: "An alias has no anchor before it.",
      failing: widget("families: *sizes"),
      mended: Example(
        "x-sizes: &sizes [systemSmall]\n" + widget("families: *sizes").text)),
    Entry(
      id: .aliasCycle, severity: .error,
      meaning: "An alias stands inside the value that it stands for.",
      failing: widget("x-note: &note {more: *note}"),
      mended: widget("x-note: &note {more: none}")),
    Entry(
      id: .mergeValue, severity: .error,
      meaning: "The value of a merge key is neither a mapping nor a list of mappings.",
      failing: widget("<<: 6"),
      mended: widget("<<: {limit: 6}")),
    Entry(
      id: .secondDocument, severity: .error, meaning: "A second document begins in the file.",
      failing: Example(widget("").text + "---\nusers: {alice: {TheMetWidget: }}\n"),
      mended: Example(widget("").text + "users: {alice: {TheMetWidget: }}\n")),
  ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}
