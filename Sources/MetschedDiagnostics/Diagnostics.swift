/// What a load has found so far, bounded so that a hopeless file cannot fill memory or a screen.
///
/// The first `limit` errors and the first `limit` warnings and notes are kept; the rest are
/// counted.
package struct Diagnostics: Sendable {
  /// The errors, and apart from them the warnings, that are kept at most.
  package static let defaultLimit = 100

  /// What was kept, in the order in which it was found.
  package private(set) var all: [Diagnostic] = []
  /// The number of errors found, kept or not.
  package private(set) var errorCount = 0
  /// The number of warnings found, kept or not.
  package private(set) var warningCount = 0
  /// The number of errors that were counted but not kept.
  package private(set) var omittedErrors = 0
  /// The number of warnings and notes that were counted but not kept.
  package private(set) var omittedWarnings = 0

  private let limit: Int
  private var milderKept = 0

  /// Creates an empty collection that keeps up to `limit` errors and as many warnings.
  package init(limit: Int = Diagnostics.defaultLimit) {
    self.limit = limit
  }

  /// Whether an error was found.
  package var hasErrors: Bool {
    errorCount > 0
  }

  /// Whether nothing was found.
  package var isEmpty: Bool {
    all.isEmpty && omittedErrors == 0 && omittedWarnings == 0
  }

  /// Adds a diagnostic, or counts it once the limit is reached.
  package mutating func append(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error:
      errorCount += 1
      guard errorCount <= limit else {
        omittedErrors += 1
        return
      }
    case .warning, .note:
      if diagnostic.severity == .warning { warningCount += 1 }
      guard milderKept < limit else {
        omittedWarnings += 1
        return
      }
      milderKept += 1
    }
    all.append(diagnostic)
  }

  /// Adds what another collection kept, and its counts.
  package mutating func append(contentsOf other: Diagnostics) {
    for diagnostic in other.all { append(diagnostic) }
    errorCount += other.omittedErrors
    omittedErrors += other.omittedErrors
    warningCount += other.omittedWarnings
    omittedWarnings += other.omittedWarnings
  }

  /// Returns the same with each diagnostic changed; what was only counted keeps its severity.
  package func mapped(_ transform: (Diagnostic) -> Diagnostic) -> Diagnostics {
    var result = Diagnostics(limit: limit)
    for diagnostic in all { result.append(transform(diagnostic)) }
    result.errorCount += omittedErrors
    result.omittedErrors += omittedErrors
    result.warningCount += omittedWarnings
    result.omittedWarnings += omittedWarnings
    return result
  }

  /// What was kept, by file and offset; diagnostics without a place come first.
  ///
  /// Those at one place stay in the order in which they were found.
  package var sorted: [Diagnostic] {
    all.enumerated().sorted { lhs, rhs in
      let left = Self.key(lhs.element)
      let right = Self.key(rhs.element)
      return left == right ? lhs.offset < rhs.offset : left < right
    }
    .map(\.element)
  }

  private static func key(_ diagnostic: Diagnostic) -> UInt64 {
    guard let range = diagnostic.range else { return 0 }
    return (UInt64(range.file.index) + 1) << 32 | UInt64(range.start)
  }
}
