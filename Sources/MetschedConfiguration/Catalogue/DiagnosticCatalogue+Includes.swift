internal import MetschedDiagnostics

/// A file is not included as it is meant.
extension DiagnosticCatalogue {
  static let includes = [
    Entry(
      id: .unreadableInclude, severity: .error, meaning: "A file that is included cannot be read.",
      failing: including("include: user.yaml", users),
      mended: including("include: users.yaml", users)),
    Entry(
      id: .emptyInclude, severity: .warning, meaning: "No file fits a pattern.",
      failing: including("include: \"people/*.yaml\"", [("people/alice.yml", users[0].text)]),
      mended: including("include: \"people/*.yml\"", [("people/alice.yml", users[0].text)])),
    Entry(
      id: .includeCycle, severity: .error, meaning: "A file includes itself.",
      failing: including("include: a.yaml", [("a.yaml", "include: a.yaml\n")]),
      mended: including("include: a.yaml", [("a.yaml", "timezone: Europe/Paris\n")])),
    Entry(
      id: .duplicateInclude, severity: .error, meaning: "A file is included twice in one place.",
      failing: including("include: [users.yaml, users.yaml]", users),
      mended: including("include: [users.yaml]", users)),
    Entry(
      id: .includeLimit, severity: .error,
      meaning: "More files are included, or deeper in each other, than metsched reads.",
      failing: including("include: 1.yaml", chain(of: 30)),
      mended: including("include: 1.yaml", chain(of: 3))),
  ]

  private static let users = [(name: "users.yaml", text: "users: {alice: {TheMetWidget: }}\n")]

  private static func including(
    _ line: String, _ files: [(name: String, text: String)]
  ) -> Example {
    Example(line + "\n" + widget("").text, files: files)
  }

  /// Files that include one another, the last with nothing but a note.
  private static func chain(of count: Int) -> [(name: String, text: String)] {
    (1...count).map { number in
      let text = number == count ? "x-note: the last\n" : "include: \(number + 1).yaml\n"
      return ("\(number).yaml", text)
    }
  }
}
