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
  /// The further cases of an expectation, and the lines of a diff, that are shown at most.
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
    var told: TestFailure?
    for failures in expectations(of: report) {
      guard let first = failures.first else { continue }
      // One instant of one placement has one reason, however much is wrong with it.
      let isTold = told?.placement == first.placement && told?.at == first.at
      text += "\n" + details(first, alike: failures.dropFirst(), isTold: isTold)
      told = first
    }
    guard let golden = report.golden else { return text }
    if let diagnostic = golden.diagnostic { text += "\n" + renderer.text(diagnostic) }
    if golden.state == .written {
      text += "\nwrote \(golden.path)" + (golden.difference.isEmpty ? "" : ":") + "\n"
    }
    return text + shortened(golden.difference)
  }

  /// The failures of a test by expectation, as they come up.
  private func expectations(of report: TestReport) -> [[TestFailure]] {
    var indices: [SourceRange: Int] = [:]
    var groups: [[TestFailure]] = []
    for failure in report.outcomes.flatMap(\.failures) {
      if let index = indices[failure.range] {
        groups[index].append(failure)
      } else {
        indices[failure.range] = groups.count
        groups.append([failure])
      }
    }
    return groups
  }

  private func details(
    _ failure: TestFailure, alike: ArraySlice<TestFailure>, isTold: Bool
  ) -> String {
    var diagnostic = failure.diagnostic
    if isTold { diagnostic.notes = failure.hint.map { [Diagnostic.Note($0)] } ?? [] }
    diagnostic.notes += alike.prefix(Self.shown.cases).map { Diagnostic.Note($0.sentence) }
    if alike.count > Self.shown.cases {
      diagnostic.notes.append(
        Diagnostic.Note("so it is for \(alike.count - Self.shown.cases) more placements"))
    }
    guard !isTold else { return renderer.text(diagnostic) }
    return renderer.text(diagnostic)
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
