package import MetschedConfiguration
package import MetschedTime
package import MetschedWidgets

/// One placement under several reload policies, each run by itself on the file's own host.
package struct PolicyComparison: Sendable {
  /// What one policy comes to.
  package struct Row: Sendable {
    /// The policy as a file writes it.
    package var policy: String
    /// Whether the file says it.
    package var isOwn: Bool
    package var figures: RunFigures
    /// The reloads for which it asks where the host grants each at its date.
    package var asked: Int
    package var stale: SpanFigures
    package var gaps: SpanFigures
    package var waits: SpanFigures
    /// The entries of a timeline that no run of it shows.
    package var unseen: Int
  }

  package var rows: [Row] = []
  package var range: Range<Instant>
  /// The row that is recommended, and why.
  package var recommended: (row: Int, reason: String)?

  /// The policies that are tried, beside the file's own.
  private static let tried: [(name: String, rule: ReloadRule)] = [
    ("atEnd", .atEnd),
    ("{after: end}", after(.end(plus: nil))),
    ("{after: 1h}", after(.elapsed(Step(milliseconds: 3_600_000)))),
    ("{after: 6h}", after(.elapsed(Step(milliseconds: 6 * 3_600_000)))),
    ("{after: \"00:00\"}", after(.timeOfDay(.midnight))),
    ("never", .never),
    ("auto", .auto),
  ]

  private static func after(_ date: ReloadDate) -> ReloadRule {
    .after([Setting(date, .builtIn)], within: nil)
  }

  /// Runs a placement under each policy.
  ///
  /// - Parameters:
  ///   - placement: the placement, with a plan of the configuration.
  ///   - configuration: the checked file.
  ///   - range: the time that is played.
  ///   - remote: brings the items of sources over the network.
  package init(
    _ placement: Placement, in configuration: Configuration, over range: Range<Instant>,
    remote: (any RemoteItems)? = nil
  ) async {
    self.range = range
    let plan = configuration.plans[Int(placement.plan)]
    let run = SolitaryRun(placement, in: configuration, over: range, remote: remote)
    let own = plan.reload.value.text
    var policies = Self.tried
    if !policies.contains(where: { $0.name == own }) {
      policies.insert((own, plan.reload.value), at: 0)
    }
    for policy in policies {
      var other = plan
      other.definition = plan.definition.with(
        reload: plan.reload.map { _ in policy.rule })
      let tried = run.with(other)
      let figures = await tried.play(limit: 200_000, comparesContent: true)
      let free = await tried.on(configuration.host(of: placement).withoutLimits).play(
        limit: 200_000)
      rows.append(
        Row(
          policy: policy.name, isOwn: policy.name == own, figures: figures, asked: free.granted,
          stale: SpanFigures(figures.stale.map(\.range)), gaps: SpanFigures(figures.gaps),
          waits: SpanFigures(figures.waitsForBudget), unseen: Self.unseen(figures)))
    }
    recommended = Self.recommendation(rows, range)
  }

  private static func unseen(_ figures: RunFigures) -> Int {
    let ended = figures.timelines.dropLast()
    guard let entries = ended.map(\.entries).min(), let seen = ended.map(\.seen).max() else {
      return 0
    }
    return max(0, entries - seen)
  }

  // MARK: Recommendation

  /// What counts, in order.
  ///
  /// Little time with old content or none, all entries seen, no waiting for budget, few reloads.
  /// Of times, a hundredth of the run is no difference.
  private struct Rank: Comparable {
    var lost: Int64
    var unseen: Int
    var waited: Int64
    var granted: Int

    init(_ row: Row, _ range: Range<Instant>) {
      let unit = max(1, (range.upperBound - range.lowerBound) / 100)
      lost = (row.stale.total + row.gaps.total) / unit
      unseen = row.unseen
      waited = row.waits.total / unit
      granted = row.figures.granted
    }

    static func < (lhs: Rank, rhs: Rank) -> Bool {
      (lhs.lost, lhs.unseen, lhs.waited, lhs.granted)
        < (rhs.lost, rhs.unseen, rhs.waited, rhs.granted)
    }
  }

  private static func recommendation(
    _ rows: [Row], _ range: Range<Instant>
  ) -> (row: Int, reason: String)? {
    let ranks = rows.map { Rank($0, range) }
    // Of equals the file's own stays.
    let best = rows.indices.min { left, right in
      if ranks[left] != ranks[right] { return ranks[left] < ranks[right] }
      return rows[left].isOwn && !rows[right].isOwn
    }
    guard let best else { return nil }
    let row = rows[best]
    let lost = row.stale.total + row.gaps.total
    var parts = [
      lost == 0
        ? "what shows is never old" : "what shows is old for \(Words.length(lost)) in all",
      row.unseen == 0
        ? "each entry has its turn" : "\(Words.count(row.unseen, "entry", "entries")) never show",
      "it takes \(Words.count(row.figures.granted, "reload"))",
    ]
    if row.waits.total > 0 { parts.append("it waits for budget \(Words.length(row.waits.total))") }
    if lost * 2 > range.upperBound - range.lowerBound {
      parts.append("so no policy helps much: more or longer entries do")
    }
    return (best, parts.joined(separator: ", "))
  }
}

/// Some lengths of time in figures; all in milliseconds.
package struct SpanFigures: Sendable {
  package var count: Int
  package var total: Int64
  package var mean: Int64
  /// The length that 95 of 100 do not exceed (nearest rank).
  package var p95: Int64
  package var longest: Int64
  /// When the first begins; nil without any.
  package var first: Instant?

  init(_ ranges: [Range<Instant>]) {
    let lengths = ranges.map { $0.upperBound - $0.lowerBound }.filter { $0 > 0 }.sorted()
    count = lengths.count
    total = lengths.reduce(0, +)
    mean = lengths.isEmpty ? 0 : total / Int64(lengths.count)
    p95 = lengths.isEmpty ? 0 : lengths[(lengths.count * 95 + 99) / 100 - 1]
    longest = lengths.last ?? 0
    first = ranges.first?.lowerBound
  }
}
