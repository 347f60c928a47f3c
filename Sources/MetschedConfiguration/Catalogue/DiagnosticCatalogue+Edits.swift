internal import MetschedDiagnostics

/// What comes to light when `metsched set` edits a file.
extension DiagnosticCatalogue {
  static let edits = [
    Entry(
      id: .sharedValue, severity: .error,
      meaning: "An edit would change what an alias or a merge key says elsewhere too.",
      failing: users("alice: &alice {MetSearchWidget: {query: peony}}", "bob: *alice"),
      mended: users(
        "alice: {MetSearchWidget: {query: peony}}", "bob: {MetSearchWidget: {query: peony}}"),
      needsEdit: true),
    Entry(
      id: .notEditable, severity: .error,
      meaning: "An edit would take something along that is not its own, such as a comment.",
      failing: users("alice:", "  MetSearchWidget:", "    ? query", "    : peony"),
      mended: users("alice:", "  MetSearchWidget:", "    query: peony"), needsEdit: true),
  ]

  private static func users(_ lines: String...) -> Example {
    let text = lines.map { "  \($0)\n" }.joined()
    return Example(
      """
      intents:
        MetSearch: {parameters: {query: {type: string, default: rhino}}}
      widgets:
        MetSearchWidget: {intent: MetSearch, source: sample}
      users:

      """ + text)
  }
}
