package import MetschedDiagnostics
package import MetschedTime

/// One thing that has to be so at a step of a test.
package struct Expectation: Sendable {
  package var what: What
  /// Where the value stands.
  package var range: SourceRange

  package enum What: Sendable {
    /// The title of an entry, exactly.
    case title(String)
    /// One of `ShownKey.words`.
    case shows(String)
    /// Fields of the record that says what shows.
    case shown([ExpectedField])
    case next(ExpectedNext)
    case policy(String)
    /// Fields of the latest reload since the expectations before; nil where there is none.
    case reload([ExpectedField]?)
    case reloads([ExpectedCount])
    /// Fields of a record since the expectations before.
    case record([ExpectedField])
    case noRecord([ExpectedField])
    /// What `validate` warns of; nil for nothing.
    case warning(DiagnosticID?)
  }
}

/// The date for which a policy asks.
package enum ExpectedNext: Hashable, Sendable {
  case at(InstantLiteral)
  /// The next such time of day.
  case timeOfDay(TimeOfDay)
  /// So long after the step.
  case elapsed(Step)
  case none
}

/// A field of a record with what it has to hold.
package struct ExpectedField: Sendable {
  package var key: RecordKey
  package var value: ExpectedValue
  package var range: SourceRange
}

/// What a field of a record has to hold.
package enum ExpectedValue: Hashable, Sendable {
  case none
  case text(String)
  /// A text of which it has to hold a part.
  case part(String)
  case number(Int)
  case boolean(Bool)
  case at(InstantLiteral)
  case timeOfDay(TimeOfDay)
  /// One of the causes.
  case cause(String)
  /// All causes in order.
  case causes([String])

  /// The word for a field that holds nothing.
  package static let noneWord = "none"
}

/// How many reloads of a sort there are.
package struct ExpectedCount: Sendable {
  /// What is counted; nil for all reloads.
  package var key: ReloadsKey?
  package var count: Int
  package var range: SourceRange
}
