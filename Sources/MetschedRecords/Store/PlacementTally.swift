import MetschedEngine
package import MetschedTime

/// What the records of one placement come to.
package struct PlacementTally: Sendable {
  /// The run that it belongs to.
  package var run: Int64
  package var label: RecordLabel
  /// Granted reloads, failures among them.
  package private(set) var reloads = 0
  /// Reloads by the first of their causes, at the raw value of `Cause`.
  package private(set) var causes = [Int](repeating: 0, count: Cause.allCases.count)
  package private(set) var counted = 0
  package private(set) var failures = 0
  /// The budget that its last reload left; nil on a host without one.
  package private(set) var left: Int?
  /// The milliseconds for which its content was older than it should have been.
  ///
  /// From when a reload was due to when one brought a timeline; the turn that a host gives a last
  /// entry is not late.
  package private(set) var stale: Int64 = 0
  /// The longest such time, and when it began.
  package private(set) var longest: (from: Instant, milliseconds: Int64)?
  /// Since when a timeline is due that no reload has brought yet.
  package private(set) var staleSince: Instant?

  init(run: Int64, label: RecordLabel) {
    self.run = run
    self.label = label
  }

  mutating func count(
    _ cause: Cause?, isCounted: Bool, left: Int?, eligible: Instant, granted: Instant,
    hasFailed: Bool, isTurn: Bool
  ) {
    reloads += 1
    if let cause { causes[Int(cause.rawValue)] += 1 }
    if isCounted { counted += 1 }
    self.left = left
    if !isTurn || hasFailed { staleSince = min(staleSince ?? eligible, eligible) }
    if hasFailed {
      failures += 1
      return
    }
    guard let from = staleSince else { return }
    staleSince = nil
    let length = max(0, granted - from)
    stale += length
    if length > longest?.milliseconds ?? 0 { longest = (from, length) }
  }
}

extension StoreReader {
  /// Counts the reloads that a filter wants, by placement.
  ///
  /// - Parameter filter: which records; `whats` and `limit` do not count.
  /// - Returns: the placements that have any, by run, then in the order of their first record.
  /// - Throws: what the disk says.
  package func tallies(_ filter: RecordFilter) throws(StoreError) -> [PlacementTally] {
    guard version > 0 else { return [] }
    var filter = filter
    filter.whats = []
    filter.limit = nil
    if filter.policies.isEmpty { filter.policies = ChosenPolicy.allCases }
    let query = try RecordQuery(filter, on: connection)
    let rows = try query.statement(
      "id, label, causes, counted, \"left\", eligible, granted, what = 'fail', reason = 'end'",
      on: connection)
    var names = try NamesOfRecords(connection)
    var tallies: [PlacementTally] = []
    var numbers: [Key: Int] = [:]
    // A placement whose zone changes has several labels.
    var ofLabel: [Key: Int] = [:]
    var firstCauses: [Int64: Cause?] = [:]
    while try rows.step() {
      let run = StoreSchema.run(rows.integer(0))
      let label = Key(run: run, label: rows.integer(1))
      let index: Int
      if let known = ofLabel[label] {
        index = known
      } else {
        let found = try names.label(label.label)
        let name = "\(found.user ?? "")/\(found.kind ?? "")/\(found.id ?? "")/\(found.family ?? "")"
        let key = Key(run: run, name: name)
        index = numbers[key] ?? tallies.count
        if index == tallies.count { tallies.append(PlacementTally(run: run, label: found)) }
        numbers[key] = index
        ofLabel[label] = index
      }
      let list = rows.integer(2)
      let cause: Cause?
      if let known = firstCauses[list] {
        cause = known
      } else {
        cause = try names.causes(list).causes.first
        firstCauses[list] = .some(cause)
      }
      tallies[index].count(
        cause, isCounted: rows.integer(3) != 0, left: rows.optional(4).map { Int($0) },
        eligible: Instant(milliseconds: rows.integer(5)),
        granted: Instant(milliseconds: rows.integer(6)), hasFailed: rows.integer(7) != 0,
        isTurn: rows.integer(8) != 0)
    }
    return tallies
  }

  private struct Key: Hashable {
    var run: Int64
    var label: Int64 = 0
    var name = ""
  }
}

extension PlacementTally {
  /// The tally as one line of JSON with its end.
  package var json: String {
    var line = JSONLine()
    line.field("run", Int(run))
    line.field("user", label.user)
    line.field("kind", label.kind)
    line.field("id", label.id)
    line.field("family", label.family)
    line.field("reloads", reloads)
    var causes = JSONLine()
    for cause in Cause.allCases { causes.field(cause.name, self.causes[Int(cause.rawValue)]) }
    line.field("causes", causes)
    line.field("counted", counted)
    line.field("left", left)
    line.field("failures", failures)
    line.field("stale", Int(stale))
    var longest = JSONLine()
    longest.field("milliseconds", self.longest.map { Int($0.milliseconds) } ?? 0)
    longest.field("from", self.longest?.from, in: label.zone)
    line.field("longest", longest)
    line.field("since", staleSince, in: label.zone)
    return line.line
  }
}
