package import MetschedDiagnostics
package import MetschedTime

/// Something that is not as a test expects it.
package struct TestFailure: Sendable {
  /// Where the expectation stands.
  package var range: SourceRange
  /// When it was looked at.
  package var at: Instant
  /// The placement's whole name.
  package var placement: String
  /// What was expected, and what there is, each a part of a sentence.
  package var expected: String
  package var actual: String
  /// When an entry shows that was expected; nil for everything else.
  package var hint: String?
  /// The last reload and the policy that it chose; nil without one.
  package var reason: Diagnostic.Note?
  /// The lines of the run around the instant, each with its end.
  package var lines: [String] = []
  /// The zone of the test's times.
  package var zone: ZoneTable

  /// What there is instead of what.
  package var sentence: String {
    "`\(placement)` at \(at.rfc3339(in: zone)): \(actual), but \(expected)"
  }

  /// The failure with its place and all that tells why.
  package var diagnostic: Diagnostic {
    .error(.failedExpectation, sentence, at: range, notes: notes)
  }

  /// What tells why.
  package var notes: [Diagnostic.Note] {
    [hint.map { Diagnostic.Note($0) }, reason].compactMap(\.self)
  }
}

/// What came of one case of a test.
package struct TestOutcome: Sendable {
  package var testCase: TestCase
  /// What was not as expected, in the order of steps; none where the case has passed.
  package var failures: [TestFailure] = []
  /// The lines that `run` prints for the placement, from the start to the last step.
  package var timeline: [String] = []
  /// When the last step was.
  package var end: Instant
}
