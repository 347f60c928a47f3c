import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedText
import MetschedTime

/// Reports for other programs: an object a line for each case, then one for each golden file.
extension FileReport {
  var jsonLines: String {
    var text = ""
    for report in reports {
      for outcome in report.outcomes { text += json(outcome, of: report).text + "\n" }
      if let golden = report.golden { text += json(golden, of: report).text + "\n" }
    }
    return text
  }

  private func json(_ outcome: TestOutcome, of report: TestReport) -> JSONValue {
    let zone = outcome.testCase.zone
    return .object([
      ("file", .string(path)), ("test", .string(report.test.name.value)),
      ("placement", .string(outcome.testCase.name)),
      ("passed", .boolean(outcome.failures.isEmpty)),
      ("start", .string(outcome.testCase.start.rfc3339(in: zone))),
      ("end", .string(outcome.end.rfc3339(in: zone))),
      ("failures", .array(outcome.failures.map(json))),
    ])
  }

  private func json(_ failure: TestFailure) -> JSONValue {
    let file = loaded.sources[failure.range.file]
    let position = file.position(at: Int(failure.range.start))
    return .object([
      ("file", .string(file.path)), ("line", .integer(position.line)),
      ("column", .integer(position.column)), ("at", .string(failure.at.rfc3339(in: failure.zone))),
      ("expected", .string(failure.expected)), ("actual", .string(failure.actual)),
      ("notes", .array(failure.notes.map { .string($0.message) })),
      ("records", .array(failure.lines.map { .string(String($0.dropLast())) })),
    ])
  }

  private func json(_ golden: GoldenTimeline, of report: TestReport) -> JSONValue {
    .object([
      ("file", .string(path)), ("test", .string(report.test.name.value)),
      ("timeline", .string(golden.path)), ("passed", .boolean(!golden.hasFailed)),
      ("state", .string(golden.state.rawValue)), ("difference", .string(golden.difference)),
    ])
  }
}
