import MetschedDiagnostics
import MetschedEngine
import MetschedRecords
import MetschedTime

/// What a command line wants of a database, checked against what is in it.
struct LogFilter {
  private let arguments: ParsedArguments
  private let reader: StoreReader
  private let path: String

  struct UsageError: Error {
    var message: String
    var hint: String?
  }

  init(_ arguments: ParsedArguments, _ reader: StoreReader, _ path: String) {
    self.arguments = arguments
    self.reader = reader
    self.path = path
  }

  /// Returns the filter.
  ///
  /// - Throws: what is not there, or what the disk says.
  func filter() throws -> RecordFilter {
    var filter = RecordFilter()
    filter.users = arguments.all("user")
    filter.kinds = arguments.all("kind")
    try check(filter.users, "user", among: reader.users())
    try check(filter.kinds, "kind", among: reader.kinds())
    filter.whats = arguments.all("what")
    let causes = arguments.all("cause")
    filter.causes = Cause.allCases.filter { causes.contains($0.name) }
    filter.reasons = arguments.all("reason")
    let policies = arguments.all("policy")
    filter.policies = ChosenPolicy.allCases.filter { policies.contains("\($0)") }
    let runs = try reader.runs()
    filter.runs = try arguments.all("run").map { try run($0, among: runs) }
    let last = runs.last { filter.runs.isEmpty || filter.runs.contains($0.number) }
    filter.since = try arguments["since"].map { try instant($0, "since", last) }
    filter.until = try arguments["until"].map { try instant($0, "until", last) }
    if let text = arguments["limit"] {
      guard let limit = Int(text), limit > 0 else {
        throw UsageError(message: "`--limit` is a number from 1 on, not `\(text)`")
      }
      filter.limit = limit
    } else if arguments.has("follow"), filter.since == nil {
      filter.limit = 10
    }
    return filter
  }

  private func check(_ names: [String], _ noun: String, among known: [String]) throws {
    for name in names where !known.contains(name) {
      let near = Nearest.match(name, among: known).map { "; did you mean `\($0)`?" } ?? ""
      throw UsageError(message: "no record of `\(path)` is of \(noun) `\(name)`\(near)")
    }
  }

  private func run(_ text: String, among runs: [KeptRun]) throws -> Int64 {
    guard let number = Int64(text), runs.contains(where: { $0.number == number }) else {
      let count = runs.count
      throw UsageError(
        message: "`\(path)` has no run `\(text)`",
        hint: count == 0
          ? "it has none at all" : "it has \(count == 1 ? "run 1" : "runs 1 to \(count)")")
    }
    return number
  }

  private func instant(_ text: String, _ option: String, _ run: KeptRun?) throws -> Instant {
    let zone = run?.run.zone ?? .utc
    if let literal = InstantLiteral(text) { return literal.resolved(in: zone) }
    guard let length = try? Step(parsing: text) else {
      throw UsageError(
        message: "`--\(option)` is a time or a duration, not `\(text)`",
        hint:
          "such as 2026-01-05T09:00, 2026-01-05T09:00:00Z or 2h, which is before the last record"
      )
    }
    let end = run?.through ?? run?.run.start ?? Instant(milliseconds: 0)
    return zone.adding(-1, length, to: end)
  }
}
