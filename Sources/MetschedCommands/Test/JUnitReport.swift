import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics

/// Reports as JUnit XML, which CI systems read: a suite a file, a case a placement.
///
/// It holds no times of the machine, so that equal files give equal bytes.
struct JUnitReport {
  let files: [FileReport]

  var text: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let suites = files.map { Suite($0) }
    text += "<testsuites tests=\"\(suites.reduce(0) { $0 + $1.cases.count })\""
    text += " failures=\"\(suites.reduce(0) { $0 + $1.failures })\">\n"
    for suite in suites { text += suite.text }
    return text + "</testsuites>\n"
  }

  /// The cases of one file.
  private struct Suite {
    let name: String
    var cases: [(name: String, failure: (message: String, text: String)?)] = []

    var failures: Int { cases.count { $0.failure != nil } }

    init(_ file: FileReport) {
      name = file.path
      let renderer = DiagnosticRenderer(sources: file.loaded.sources)
      for report in file.reports {
        for outcome in report.outcomes {
          let several = report.outcomes.count > 1
          let name = report.test.name.value + (several ? " (\(outcome.testCase.name))" : "")
          let diagnostics = outcome.failures.map(\.diagnostic)
          let text = outcome.failures.map { failure in
            renderer.text(failure.diagnostic) + failure.lines.joined()
          }.joined(separator: "\n")
          cases.append((name, diagnostics.first.map { ($0.message, text) }))
        }
        guard let golden = report.golden else { continue }
        let failure = golden.diagnostic.map { diagnostic in
          (diagnostic.message, renderer.text(diagnostic) + golden.difference)
        }
        cases.append(("\(report.test.name.value) (\(golden.name))", failure))
      }
    }

    var text: String {
      let suite = JUnitReport.escaped(name)
      var text =
        "  <testsuite name=\"\(suite)\" tests=\"\(cases.count)\" failures=\"\(failures)\">\n"
      for (name, failure) in cases {
        text += "    <testcase classname=\"\(suite)\" name=\"\(JUnitReport.escaped(name))\""
        guard let failure else {
          text += "/>\n"
          continue
        }
        text += ">\n      <failure type=\"\(DiagnosticID.failedExpectation.rawValue)\" message=\""
        text += JUnitReport.escaped(failure.message) + "\">"
        text += JUnitReport.escaped(failure.text, keepingLines: true)
        text += "</failure>\n    </testcase>\n"
      }
      return text + "  </testsuite>\n"
    }
  }

  /// Returns a text as XML 1.0 can hold it; what it cannot hold at all is replaced.
  ///
  /// Source: XML 1.0, section 2.2.
  static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n" where keepingLines: result += "\n"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
