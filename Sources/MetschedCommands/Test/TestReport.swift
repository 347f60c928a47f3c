import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedText

/// What came of one test of a file.
struct TestReport {
  let test: PlannedTest
  /// Its cases, one for each placement.
  let outcomes: [TestOutcome]
  let golden: GoldenTimeline?

  var failedCases: Int { outcomes.count { !$0.failures.isEmpty } }
  var hasFailed: Bool { failedCases > 0 || golden?.hasFailed == true }
}

/// The tests of one file, as far as they were asked for.
struct FileReport {
  let loaded: LoadedConfiguration
  let path: String
  let reports: [TestReport]

  var cases: Int { reports.reduce(0) { $0 + $1.outcomes.count } }
  var failed: Int { reports.count { $0.hasFailed } }
}

/// Reports as people read them.
struct TestText {
  let renderer: DiagnosticRenderer
  /// The failing cases of a test, and the lines of a diff, that are shown at most.
  private static let shown = (cases: 5, lines: 40)

  /// A line for each test, then what failed.
  func text(_ file: FileReport) -> String {
    guard !file.reports.isEmpty else { return "\(file.path): no tests\n" }
    var text = "\(file.path)\n"
    for report in file.reports { text += line(report) }
    for report in file.reports { text += details(report) }
    return text
  }

  private func line(_ report: TestReport) -> String {
    let word = report.hasFailed ? "failed" : "passed"
    let several = report.outcomes.count > 1
    let placements = several ? "\(report.outcomes.count) placements" : ""
    let count = report.failedCases > 0 && several ? "\(report.failedCases) of " : ""
    let name = VisibleText.of(report.test.name.value)
    return "  \(word)  \(name)" + (several ? " (\(count)\(placements))" : "") + "\n"
  }

  private func details(_ report: TestReport) -> String {
    var text = ""
    let failing = report.outcomes.filter { !$0.failures.isEmpty }
    for outcome in failing.prefix(Self.shown.cases) {
      for failure in outcome.failures { text += "\n" + details(failure) }
    }
    if failing.count > Self.shown.cases {
      text += "\n… and \(failing.count - Self.shown.cases) more placements of "
        + "`\(VisibleText.of(report.test.name.value))`\n"
    }
    guard let golden = report.golden else { return text }
    if let diagnostic = golden.diagnostic { text += "\n" + renderer.text(diagnostic) }
    if golden.state == .written {
      text += "\nwrote \(golden.path)" + (golden.difference.isEmpty ? "" : ":") + "\n"
    }
    return text + shortened(golden.difference)
  }

  private func details(_ failure: TestFailure) -> String {
    renderer.text(failure.diagnostic)
      + failure.lines.map { "      | \(VisibleText.of(String($0.dropLast())))\n" }.joined()
  }

  private func shortened(_ difference: String) -> String {
    let lines = difference.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > Self.shown.lines + 1 else { return difference }
    return lines.prefix(Self.shown.lines).joined(separator: "\n")
      + "\n… \(lines.count - 1 - Self.shown.lines) more lines\n"
  }

  /// What all files came to.
  static func summary(_ files: [FileReport]) -> String {
    let tests = files.reduce(0) { $0 + $1.reports.count }
    let cases = files.reduce(0) { $0 + $1.cases }
    let failed = files.reduce(0) { $0 + $1.failed }
    return "\(count(tests, "test")) of \(count(cases, "placement")), "
      + (failed == 0 ? "all passed" : "\(failed) failed") + "\n"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
