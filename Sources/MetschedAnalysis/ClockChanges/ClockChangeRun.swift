internal import MetschedEngine
internal import MetschedRuntime
package import MetschedTime

extension ClockChange {
  /// What a placement does around a clock change, beside what it does on the same days of a week
  /// without one.
  package struct Run: Sendable {
    /// What happens: an entry shows, or a reload is granted.
    package enum What: Hashable, Sendable {
      case entry
      case reload

      /// `shows` or `reloads`.
      package var verb: String {
        switch self {
        case .entry: "shows an entry"
        case .reload: "reloads"
        }
      }
    }

    /// Something that is another than in a week without a clock change.
    package struct Change: Hashable, Sendable {
      package var what: What
      /// When it happens in other weeks, as on these days; nil for what happens once more.
      package var from: LocalTime?
      /// When it happens now; nil for what is skipped.
      package var to: LocalTime?

      /// How far it is shifted, in milliseconds; nil for what is skipped or happens once more.
      package var shift: Int64? {
        guard let from, let to else { return nil }
        return to.milliseconds - from.milliseconds
      }
    }

    /// What is skipped, doubled or shifted, in order.
    package var changes: [Change] = []
    /// The rules that are broken, in words; none unless the engine is wrong.
    package var broken: [String] = []

    /// Runs a placement around a clock change and in a week without one.
    init(_ change: ClockChange, _ run: SolitaryRun) async {
      let zone = change.zone
      let quiet = (1...26).lazy.map { change.range(weeksBefore: $0) }.first { range in
        zone.transitions(in: range).isEmpty
      }
      var order = OrderCheck()
      let now = await Self.play(run.over(change.days), zone, &order)
      broken = order.broken
      guard let quiet else { return }
      var ignored = OrderCheck()
      let usual = await Self.play(run.over(quiet), zone, &ignored)
      if now.grants > 2 * usual.grants + 2 {
        broken.append("\(now.grants) reloads instead of \(usual.grants)")
      }
      for what in [What.entry, .reload] {
        changes += Self.compare(what, usual.happenings(what), now.happenings(what), change)
      }
    }

    /// What happened, on the wall clock since the first midnight.
    private struct Happenings {
      var entries: [Int64] = []
      var reloads: [Int64] = []
      var grants: Int { reloads.count }

      func happenings(_ what: What) -> [Int64] { what == .entry ? entries : reloads }
    }

    private static func play(
      _ run: SolitaryRun, _ zone: ZoneTable, _ order: inout OrderCheck
    ) async -> Happenings {
      var check = order
      let figures = await run.play(limit: 5_000) { record, provider in
        check.look(record, provider)
      }
      check.finish(figures)
      order = check
      let start = zone.local(at: figures.range.lowerBound).milliseconds
      func walls(_ instants: [Instant]) -> [Int64] {
        instants.map { zone.local(at: $0).milliseconds - start }
      }
      return Happenings(entries: walls(figures.shows), reloads: walls(figures.grants))
    }

    /// Pairs what is missing with what is new, in order.
    ///
    /// What is left over at the end of the days is the clock's doing too, but nobody's loss: the
    /// days are shorter or longer.
    private static func compare(
      _ what: What, _ usual: [Int64], _ now: [Int64], _ change: ClockChange
    ) -> [Change] {
      let start = change.zone.local(at: change.days.lowerBound).milliseconds
      let tail = 4 * 86_400_000 - abs(change.jump)
      let missing = difference(usual, now)
      let further = difference(now, usual)
      func local(_ walls: [Int64], _ index: Int) -> LocalTime? {
        index < walls.count ? LocalTime(milliseconds: start + walls[index]) : nil
      }
      return (0..<max(missing.count, further.count)).compactMap { index in
        let pair = Change(what: what, from: local(missing, index), to: local(further, index))
        let isAlone = pair.from == nil || pair.to == nil
        let wall = (index < missing.count ? missing : further)[index]
        return isAlone && wall >= tail ? nil : pair
      }
    }

    /// Returns what the first has more often than the second, in order.
    private static func difference(_ first: [Int64], _ second: [Int64]) -> [Int64] {
      var counts = Dictionary(second.map { ($0, 1) }, uniquingKeysWith: +)
      return first.filter { value in
        guard let count = counts[value], count > 0 else { return true }
        counts[value] = count - 1
        return false
      }
    }
  }
}

/// Proves of a run that dates rise, that none comes twice, and that nothing reloads in a loop.
struct OrderCheck {
  private(set) var broken: [String] = []
  private var lastShow: (timeline: TimelineID, date: Instant)?

  mutating func look(_ record: Record, _ provider: ObservedProvider) {
    guard case .show(let show) = record.what, let timeline = show.timeline, let date = show.date
    else { return }
    if let last = lastShow, last.timeline == timeline, date <= last.date {
      broken.append("an entry of \(date) shows after that of \(last.date)")
    }
    lastShow = (timeline, date)
  }

  mutating func finish(_ figures: RunFigures) {
    for (earlier, later) in zip(figures.grants, figures.grants.dropFirst()) where later <= earlier {
      broken.append("two reloads at \(later)")
    }
    for (earlier, later) in zip(figures.shows, figures.shows.dropFirst()) where later < earlier {
      broken.append("an entry at \(later) after one at \(earlier)")
    }
  }
}
