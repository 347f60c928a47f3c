package import MetschedEngine
package import MetschedTime

/// What a run came to: entries shown, reloads by cause, what the host deferred and why.
package struct Summary: Sendable {
  package private(set) var placements: Int
  package internal(set) var entriesShown = 0
  package internal(set) var placeholdersShown = 0
  package internal(set) var samplesShown = 0
  package internal(set) var reloads = 0
  package internal(set) var countedReloads = 0
  /// Reloads by their first cause, in `Cause`'s order.
  package internal(set) var reloadsByCause = [Int](repeating: 0, count: Cause.allCases.count)
  /// Requests that were answered by a reload that was already pending.
  package internal(set) var coalesced = 0
  package internal(set) var failures = 0
  package internal(set) var deferrals = [Int](repeating: 0, count: GrantReason.allCases.count)
  package internal(set) var droppedEntries = 0
  package internal(set) var lateAnswers = 0
  /// The number of the last record that was counted; 0 before the first.
  package internal(set) var lastSequence: Int64 = 0
  /// Who waited for the host.
  package internal(set) var waits = SummaryWaits()
  /// What it came to for each placement; nil where nobody asks.
  var each: [Int32: PlacementSummary]?
  /// How late a live run was; nil for a virtual one, which is never late.
  package var lateness: Lateness?

  /// How late deadlines were played.
  package struct Lateness: Sendable {
    package var deadlines: Int
    /// Nil where there was no deadline.
    package var mean: Duration?
    package var longest: Duration

    package init(deadlines: Int, mean: Duration?, longest: Duration) {
      self.deadlines = deadlines
      self.mean = mean
      self.longest = longest
    }
  }

  /// Creates the summary of a run that has not begun.
  ///
  /// - Parameters:
  ///   - placements: how many there are.
  ///   - keepsEach: whether the JSON is to say what it came to for each of them.
  package init(placements: Int, keepsEach: Bool = false) {
    self.placements = placements
    if keepsEach { each = [:] }
  }

  /// Counts a record.
  package mutating func count(_ record: Record) {
    lastSequence = record.sequence
    waits.count(record)
    if each != nil, case .placement(let placement) = record.scope {
      each?[placement.index, default: PlacementSummary()].count(record)
    }
    switch record.what {
    case .reload(let reload): count(reload, of: record)
    case .fail(let reload, _):
      failures += 1
      count(reload, of: record)
    case .show(let show):
      switch show.content {
      case .entry: entriesShown += 1
      case .placeholder: placeholdersShown += 1
      case .sample: samplesShown += 1
      }
    case .deferred(let deferral): deferrals[Int(deferral.reason.rawValue)] += 1
    case .drop(let drop):
      if drop.reason == .late { lateAnswers += drop.count } else { droppedEntries += drop.count }
    case .state: break
    }
  }

  /// Counts what is still waiting when the run ends.
  package mutating func finish(at end: Instant) {
    waits.finish(at: end)
  }

  private mutating func count(_ reload: Reload, of record: Record) {
    reloads += 1
    if reload.isCounted { countedReloads += 1 }
    if let first = record.causes.causes.first { reloadsByCause[Int(first.rawValue)] += 1 }
    coalesced += record.causes.count - 1
  }

  // MARK: Text

  /// The summary as one line for people, without its end.
  package var text: String {
    var parts = [
      count(placements, "placement"),
      "\(count(entriesShown, "entry", "entries")) shown",
      count(reloads, "reload") + list(reloadsByCause, names: Cause.allCases.map(\.name)),
      deferred,
    ]
    if coalesced > 0 { parts.append("\(number(coalesced)) coalesced") }
    if failures > 0 { parts.append("\(number(failures)) failed") }
    if droppedEntries > 0 { parts.append("\(count(droppedEntries, "entry", "entries")) dropped") }
    if lateAnswers > 0 { parts.append(count(lateAnswers, "late answer")) }
    if let lateness, let mean = lateness.mean {
      parts.append(
        "\(mean.milliseconds) ms late, at most \(lateness.longest.milliseconds) ms")
    }
    return parts.joined(separator: " · ")
  }

  private var deferred: String {
    let total = deferrals.reduce(0, +)
    guard total > 0 else { return "none deferred" }
    return "\(number(total)) deferred"
      + list(deferrals, names: GrantReason.allCases.map(\.name))
  }

  private func list(_ counts: [Int], names: [String]) -> String {
    let parts = zip(counts, names).filter { $0.0 > 0 }.map { "\(number($0.0)) \($0.1)" }
    return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
  }

  private func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  /// Digits in groups of three, so that large counts can be read.
  private func number(_ value: Int) -> String {
    var text = ""
    for (index, digit) in String(value).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  // MARK: JSON

  /// Writes the summary as one line of JSON, with its end.
  ///
  /// In pieces, since it has an object for each placement where those are kept.
  ///
  /// - Parameters:
  ///   - file: the configuration's path.
  ///   - range: what the run covered.
  ///   - zone: the zone in which that is written.
  ///   - label: names a placement.
  ///   - write: takes a piece.
  package func json(
    file: String, range: Range<Instant>, in zone: ZoneTable,
    label: (PlacementNumber) -> PlacementLabel, to write: (String) throws -> Void
  ) rethrows {
    var line = JSONLine()
    line.field("version", RecordJSON.schemaVersion)
    line.field("file", file)
    line.field("start", range.lowerBound, in: zone)
    line.field("end", range.upperBound, in: zone)
    line.field("placements", placements)
    line.field("entries", entriesShown)
    line.field("placeholders", placeholdersShown)
    line.field("samples", samplesShown)
    line.field("reloads", reloads)
    line.field("counted", countedReloads)
    var causes = JSONLine()
    for cause in Cause.allCases { causes.field(cause.name, reloadsByCause[Int(cause.rawValue)]) }
    line.field("causes", causes)
    var deferred = JSONLine()
    for reason in GrantReason.allCases where reason.isDeferral {
      deferred.field(reason.name, deferrals[Int(reason.rawValue)])
    }
    line.field("deferred", deferred)
    line.field("coalesced", coalesced)
    line.field("failures", failures)
    line.field("dropped", droppedEntries)
    line.field("late", lateAnswers)
    var late = JSONLine()
    late.field("deadlines", lateness?.deadlines)
    late.field("mean", number: lateness?.mean?.milliseconds)
    late.field("longest", number: lateness?.longest.milliseconds)
    line.field("lateness", late)
    try write(line.text + ",\"each\":")
    var separator = "["
    for (index, placement) in (each ?? [:]).sorted(by: { $0.key < $1.key }) {
      let object = placement.json(
        label(PlacementNumber(Int(index))), waits.accounts[index])
      try write(separator + object.text + "}")
      separator = ","
    }
    try write(separator == "[" ? "[]}\n" : "]}\n")
  }
}

extension Duration {
  /// The milliseconds, rounded to a hundredth: `0.42`.
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    let hundredths = seconds * 100_000 + (attoseconds + 5_000_000_000_000) / 10_000_000_000_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
