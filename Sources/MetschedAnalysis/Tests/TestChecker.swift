internal import MetschedConfiguration
internal import MetschedDiagnostics
internal import MetschedEngine
internal import MetschedRecords
internal import MetschedTime

/// Compares what is expected with what was observed.
struct TestChecker {
  let testCase: TestCase
  let now: Instant
  let observer: TestObserver
  /// What `validate` warns of for the placement.
  let warnings: [DiagnosticID]

  /// How many lines of the run a failure shows.
  private static let shownLines = 5

  private var zone: ZoneTable { testCase.zone }
  private var words: TestWords { TestWords(now: now, zone: zone) }

  /// What is expected, and what there is instead.
  private typealias Difference = (expected: String, actual: String)

  /// Returns the failure of an expectation; nil where it holds.
  func failure(of expectation: Expectation) -> TestFailure? {
    var range = expectation.range
    guard let difference = difference(expectation.what, &range) else { return nil }
    return failure(expected: difference.expected, actual: difference.actual, at: range)
  }

  /// Returns a failure with what tells why.
  func failure(expected: String, actual: String, at range: SourceRange) -> TestFailure {
    let reason = observer.reload.map { reload in
      Diagnostic.Note(words.policy(of: reload), at: reload.origin.range)
    }
    return TestFailure(
      range: range, at: now, placement: testCase.name, expected: expected, actual: actual,
      reason: reason, lines: observer.lines.suffix(Self.shownLines), zone: zone)
  }

  private func difference(_ what: Expectation.What, _ range: inout SourceRange) -> Difference? {
    switch what {
    case .title(let title):
      let shown = observer.shown?.moment
      if let shown, shown.content == .entry, !shown.isEmpty, shown.title == title { return nil }
      return ("“\(title)” is expected", words.shown(shown))
    case .shows(let word):
      let shown = observer.shown?.moment
      return word == self.word(shown)
        ? nil : ("\(words.shows(word)) is expected", words.shown(shown))
    case .shown(let fields): return shown(fields, &range)
    case .next(let next): return difference(next)
    case .policy(let policy): return difference(policy: policy)
    case .reload(let fields): return reload(fields, &range)
    case .reloads(let counts): return difference(counts, &range)
    case .record(let fields): return record(fields, &range)
    case .noRecord(let fields): return noRecord(fields)
    case .warning(let id): return difference(warning: id)
    }
  }

  // MARK: What shows

  private func word(_ shown: PlacementMoment.Shown?) -> String {
    switch shown?.content {
    case nil: "nothing"
    case .placeholder: "placeholder"
    case .sample: "sample"
    case .entry: shown?.isEmpty == true ? "empty" : "entry"
    }
  }

  private func shown(_ fields: [ExpectedField], _ range: inout SourceRange) -> Difference? {
    let there = words.shown(observer.shown?.moment)
    guard let shown = observer.shown, shown.moment.content == .entry else {
      return ("an entry with \(words.fields(fields)) is expected", there)
    }
    guard let first = fields.missing(in: shown.fields, zone).first else { return nil }
    range = first.range
    return (
      "\(words.fields([first])) is expected",
      "\(there), with \(words.field(first.key, of: shown.fields))"
    )
  }

  // MARK: Reloads

  private func difference(_ next: ExpectedNext) -> Difference? {
    let expected: Instant? =
      switch next {
      case .none: nil
      case .at(let literal): literal.resolved(in: zone)
      case .timeOfDay(let time): zone.next(time, after: now - 1)
      case .elapsed(let step): zone.adding(1, step, to: now)
      }
    let actual = observer.reload?.reload.next
    guard actual != expected else { return nil }
    return (
      expected.map { "\(words.time($0)) is expected" } ?? "none is expected",
      actual.map { "the next reload is asked for at \(words.time($0))" }
        ?? "no reload is asked for"
    )
  }

  private func difference(policy: String) -> Difference? {
    let actual = observer.reload.map { $0.reload.policy.name }
    guard actual != policy else { return nil }
    return (
      "`\(policy)` is expected", actual.map { "the policy is `\($0)`" } ?? "there was no reload"
    )
  }

  private func reload(_ fields: [ExpectedField]?, _ range: inout SourceRange) -> Difference? {
    guard let fields else {
      return observer.latest.map { latest in
        let cause = words.field(.cause, of: latest)
        return ("no reload is expected", "there was \(words.record(latest)) with \(cause)")
      }
    }
    guard let latest = observer.latest else {
      return (
        "one with \(words.fields(fields)) is expected",
        "there was no reload since the last look"
      )
    }
    guard let first = fields.missing(in: latest, zone).first else { return nil }
    range = first.range
    return (
      "\(words.fields([first])) is expected",
      "the last reload has \(words.field(first.key, of: latest))"
    )
  }

  private func difference(
    _ counts: [ExpectedCount], _ range: inout SourceRange
  ) -> Difference? {
    for count in counts {
      let actual = observer.counts[count.key]
      let holds =
        switch count.key {
        case .atLeast: actual >= count.count
        case .atMost: actual <= count.count
        default: actual == count.count
        }
      guard !holds else { continue }
      range = count.range
      let sort =
        switch count.key {
        case nil, .atLeast, .atMost: ""
        case .counted: "counted "
        case .failed: "failed "
        case .some(let cause): "`\(cause.rawValue)` "
        }
      let bound =
        switch count.key {
        case .atLeast: "at least "
        case .atMost: "at most "
        default: ""
        }
      let noun = "\(sort)reload\(actual == 1 ? "" : "s")"
      let verb = actual == 1 ? "was" : "were"
      return (
        "\(bound)\(count.count) \(count.count == 1 ? "is" : "are") expected",
        "there \(verb) \(actual) \(noun) since the start"
      )
    }
    return nil
  }

  // MARK: Records

  private func record(_ fields: [ExpectedField], _ range: inout SourceRange) -> Difference? {
    let expected = "one with \(words.fields(fields)) is expected"
    var nearest: (missing: [ExpectedField], fields: RecordFields)?
    for record in observer.records {
      let missing = fields.missing(in: record.fields, zone)
      if missing.isEmpty { return nil }
      if missing.count <= nearest?.missing.count ?? Int.max {
        nearest = (missing, record.fields)
      }
    }
    guard let nearest else { return (expected, "there is no record since the last look") }
    guard nearest.missing.count < fields.count else {
      return (expected, "no record since the last look has any of it")
    }
    range = nearest.missing[0].range
    let values = nearest.missing.map { words.field($0.key, of: nearest.fields) }
    return (
      expected,
      "the nearest record, \(words.record(nearest.fields)), has "
        + values.joined(separator: " and ")
    )
  }

  private func noRecord(_ fields: [ExpectedField]) -> Difference? {
    let found = observer.records.first { fields.missing(in: $0.fields, zone).isEmpty }
    return found.map { record in
      (
        "no record with \(words.fields(fields)) is expected",
        "there was \(words.record(record.fields))"
      )
    }
  }

  // MARK: Warnings

  private func difference(warning: DiagnosticID?) -> Difference? {
    let there =
      warnings.isEmpty
      ? "`validate` warns of nothing"
      : "`validate` warns of " + warnings.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    guard let warning else {
      return warnings.isEmpty ? nil : ("no warning is expected", there)
    }
    return warnings.contains(warning) ? nil : ("`\(warning.rawValue)` is expected", there)
  }
}
