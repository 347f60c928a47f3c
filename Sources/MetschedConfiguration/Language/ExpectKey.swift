internal import MetschedDiagnostics

/// The keys of `expect:`, each of which has to be so.
package enum ExpectKey: String, MappingKey {
  case shows, next, policy, reload, reloads, record, noRecord = "no-record", warning

  package static let owner = "`expect`"
  package static let rules: [KeyRule] = [.atLeastOne(of: allCases.map(\.rawValue))]

  package var shape: ValueShape {
    switch self {
    case .shows: .either([.text(example: "Vase"), .mapping(ShownKey.table)])
    case .next: .either([.instant, .form(.timeOfDay), .duration(example: "30m"), .none])
    case .policy: RecordKey.policy.shape
    case .reload: .either([.mapping(ReloadRecordKey.table), .none])
    case .reloads: .either([.integer(ReloadsKey.counts), .mapping(ReloadsKey.table)])
    case .record, .noRecord: .oneOrMore(.mapping(RecordKey.table))
    case .warning: .oneOrMore(.word(Self.warnings))
    }
  }

  package var summary: String {
    switch self {
    case .shows:
      "What shows: a title, `empty`, `placeholder`, `sample`, `nothing` (it is not placed), or keys."
    case .next: "The date for which the policy asks; a duration counts from now; or `none`."
    case .policy: "The policy of the last reload."
    case .reload: "The last reload since the `expect` before, by fields of its record; or `none`."
    case .reloads: "How many reloads there were since the start, as the summary of a run counts."
    case .record: "A record that came since the `expect` before, by its fields; or several."
    case .noRecord: "A record that did not come since the `expect` before; or several."
    case .warning: "Warnings that `validate` has for the placement; or `none`."
    }
  }

  /// What `warning` takes.
  static let warnings = DiagnosticID.judged.map(\.rawValue) + [ExpectedValue.noneWord]
}

extension ValueShape {
  /// The word for what is not there.
  static let none = ValueShape.word([ExpectedValue.noneWord])
}

/// The keys of `shows:`.
package enum ShownKey: String, MappingKey {
  case title, link, date

  package static let owner = "`shows`"
  package static let rules: [KeyRule] = [.atLeastOne(of: allCases.map(\.rawValue))]

  package var shape: ValueShape {
    switch self {
    case .title: RecordKey.title.shape
    case .link: RecordKey.link.shape
    case .date: .either([.instant, .form(.timeOfDay)])
    }
  }

  package var summary: String {
    switch self {
    case .title: "The entry's title."
    case .link: "The deep link of the entry."
    case .date: "The entry's own date, from which on it shows: an instant or a time of day."
    }
  }

  /// What shows where no entry with a title does.
  package static let words = ["empty", "placeholder", "sample", "nothing"]
}

/// The keys of `reloads:`, counts since the start.
package enum ReloadsKey: String, MappingKey {
  case atLeast = "at-least", atMost = "at-most", counted, failed
  case added, edited, policy, retry, reload, push, container, interaction, timezone, clock

  package static let owner = "`reloads`"
  package static let rules: [KeyRule] = [.atLeastOne(of: allCases.map(\.rawValue))]

  /// What a count may be.
  static let counts = 0...1_000_000

  package var shape: ValueShape { .integer(Self.counts) }

  package var summary: String {
    switch self {
    case .atLeast: "The fewest reloads."
    case .atMost: "The most reloads."
    case .counted: "Those that the budget counts."
    case .failed: "Those that failed."
    case .added, .edited, .policy, .retry, .reload, .push, .container, .interaction, .timezone,
      .clock:
      "Those for which `\(rawValue)` asked first."
    }
  }
}
