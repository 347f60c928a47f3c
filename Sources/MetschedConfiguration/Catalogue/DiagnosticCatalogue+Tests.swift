internal import MetschedDiagnostics

/// What comes to light when `metsched test` runs the tests of a file.
extension DiagnosticCatalogue {
  static let tests = [
    Entry(
      id: .failedExpectation, severity: .error,
      meaning: "A test expects something else than there is.",
      failing: test("{shows: petrichor}"), mended: test("{shows: sonder}"), needsTest: true)
  ]

  /// A file with one widget, and what a test expects of it at the start.
  private static func test(_ expectation: String) -> Example {
    """
    widgets:
      WordWidget:
        source: {items: [{title: sonder}, {title: petrichor}]}
        reload: {after: end}
    tests:
      - name: the first word
        steps: [{expect: \(expectation)}]

    """
  }
}
