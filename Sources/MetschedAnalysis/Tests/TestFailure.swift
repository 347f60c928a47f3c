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
  /// What tells why: the reload and its policy, or when the expected entry shows.
  package var notes: [Diagnostic.Note] = []
  /// The lines of the run around the instant, each with its end.
  package var lines: [String] = []
  /// The zone of the test's times.
  package var zone: ZoneTable

  /// The failure with its place.
  package var diagnostic: Diagnostic {
    .error(
      .failedExpectation,
      "`\(placement)` at \(at.rfc3339(in: zone)): \(actual), but \(expected)", at: range,
      notes: notes)
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
