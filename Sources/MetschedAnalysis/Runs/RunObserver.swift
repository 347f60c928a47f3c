internal import MetschedConfiguration
internal import MetschedEngine
internal import MetschedRuntime
internal import MetschedTime
internal import MetschedWidgets

/// Follows the records of one placement and counts what they come to.
struct RunObserver {
  private(set) var figures: RunFigures
  /// Whether grants are compared with what would have shown without them.
  private let comparesContent: Bool
  private let number = PlacementNumber(0)
  private var current: Current?
  /// What would show if the latest grant had not been.
  private var counterfactual: Counterfactual?
  private var emptySince: Instant?

  /// The timeline that shows.
  private struct Current {
    var timeline: AnsweredEntries
    var figures: TimelineFigures
    var end: Instant
    /// The entry that shows, and since when.
    var index = 0
    var since: Instant
  }

  private struct Counterfactual {
    /// The old timeline's entries from the grant on.
    var old: [(at: Instant, text: EntryText)]
    var new: [(at: Instant, text: EntryText)] = []
    var isApp: Bool
  }

  /// The entries of a timeline that are compared at most.
  private static let comparedEntries = 1_000

  init(_ range: Range<Instant>, comparesContent: Bool) {
    figures = RunFigures(range: range)
    self.comparesContent = comparesContent
  }

  mutating func take(_ record: Record, _ provider: inout ObservedProvider) {
    guard record.scope.isPlacement(number) else { return }
    switch record.what {
    case .reload(let reload): take(reload, of: record, hasFailed: false, &provider)
    case .fail(let reload, _): take(reload, of: record, hasFailed: true, &provider)
    case .show(let show): take(show, at: record.at, &provider)
    case .deferred(let deferral):
      if deferral.reason == .budget {
        figures.waitsForBudget.append(record.at..<max(record.at, deferral.granted))
      } else {
        figures.spacingDeferrals += 1
      }
    case .drop, .state: break
    }
  }

  /// Ends the run.
  mutating func finish(at end: Instant) -> RunFigures {
    figures.range = figures.range.lowerBound..<max(figures.range.lowerBound, end)
    close(at: end, policyAlone: false, isEnd: true)
    judgeCounterfactual(until: end)
    if let emptySince { figures.gaps.append(emptySince..<max(emptySince, end)) }
    figures.waitsForBudget = figures.waitsForBudget.map {
      $0.lowerBound..<max($0.lowerBound, min($0.upperBound, end))
    }
    return figures
  }

  // MARK: Reloads

  private mutating func take(
    _ reload: Reload, of record: Record, hasFailed: Bool, _ provider: inout ObservedProvider
  ) {
    let time = record.at
    let causes = record.causes
    let isFirst = figures.grants.isEmpty && causes.contains(.added)
    figures.grants.append(reload.granted)
    if hasFailed { figures.failures += 1 }
    if !isFirst {
      figures.asked += causes.count
      figures.granted += 1
      if reload.isCounted { figures.counted += 1 }
    }
    guard !hasFailed, let entries = reload.entries, entries > 0,
      let timeline = provider.latest
    else { return }
    let isApp = !isFirst && causes.allSatisfy(\.isApp)
    if isApp { figures.appGrants += 1 }
    judgeCounterfactual(until: time)
    if comparesContent, !isFirst { imagine(from: time, isApp: isApp, &provider) }
    close(at: time, policyAlone: causes == CauseList(.policy), isEnd: false)
    open(timeline, reload, at: time)
  }

  private mutating func open(_ timeline: AnsweredEntries, _ reload: Reload, at time: Instant) {
    let count = timeline.dates.count
    let last = timeline.dates[count - 1]
    let end = timeline.end ?? last
    current = Current(
      timeline: timeline,
      figures: TimelineFigures(
        granted: reload.granted, replaced: time, entries: count, end: end, seen: 0,
        leastDistance: Self.leastDistance(timeline.dates), lastShown: nil, turn: end - last,
        isAfter: reload.policy == .after && reload.why != .within, policyReplaced: false,
        isSingle: reload.why == .single, hasPassed: reload.why == .passed, next: reload.next),
      end: end, index: -1, since: time)
  }

  /// Ends the timeline that shows.
  private mutating func close(at time: Instant, policyAlone: Bool, isEnd: Bool) {
    guard var current else { return }
    let isLast = current.index == current.figures.entries - 1
    if isLast { current.figures.lastShown = time - current.since }
    current.figures.replaced = time
    current.figures.policyReplaced = policyAlone
    figures.timelines.append(current.figures)
    self.current = nil
    guard isLast, time > current.end else { return }
    figures.stale.append(
      StaleTime(
        range: current.end..<time, isOpen: isEnd,
        asked: current.figures.isAfter
          ? max(0, (current.figures.next ?? current.end) - current.end) : 0,
        turn: current.figures.turn))
  }

  private static func leastDistance(_ dates: EntryDates) -> Int64? {
    switch dates {
    case .regular(_, let step, let count): return count > 1 ? step : nil
    case .dates(let dates):
      return zip(dates.dropFirst(), dates).map { $0 - $1 }.filter { $0 > 0 }.min()
    }
  }

  // MARK: Entries

  private mutating func take(
    _ show: Show, at time: Instant, _ provider: inout ObservedProvider
  ) {
    guard show.content == .entry, let timeline = show.timeline, let date = show.date else {
      if show.content == .placeholder, emptySince == nil { emptySince = time }
      if show.content != .entry { close(at: time, policyAlone: false, isEnd: false) }
      return
    }
    if let emptySince {
      figures.gaps.append(emptySince..<time)
      self.emptySince = nil
    }
    figures.shown += 1
    figures.shows.append(time)
    // NB: where it stands; a copy of it costs more than the rest of this.
    if let seen = current?.figures.seen {
      current?.figures.seen = max(seen, show.index + 1)
      current?.index = show.index
      current?.since = time
    }
    if counterfactual != nil {
      let text = provider.widgets.text(of: timeline, entry: show.index, date: date)
      counterfactual?.new.append((time, text))
    }
  }

  // MARK: What would have shown

  /// Keeps what the old timeline has left, before it is forgotten.
  private mutating func imagine(
    from time: Instant, isApp: Bool, _ provider: inout ObservedProvider
  ) {
    guard let current, current.index >= 0 else { return }
    let dates = current.timeline.dates
    let last = min(dates.count, current.index + Self.comparedEntries)
    let old = (current.index..<last).map { index in
      (
        at: max(time, dates[index]),
        text: provider.widgets.text(
          of: current.timeline.id, entry: index, date: dates[index])
      )
    }
    counterfactual = Counterfactual(old: old, isApp: isApp)
  }

  /// Compares what showed since the latest grant with what would have shown without it.
  private mutating func judgeCounterfactual(until end: Instant) {
    guard let judged = counterfactual else { return }
    counterfactual = nil
    let instants = (judged.old.map(\.at) + judged.new.map(\.at)).filter { $0 < end }
    let isSame = instants.allSatisfy { time in
      let new = judged.new.last { $0.at <= time }?.text
      return new == judged.old.last { $0.at <= time }?.text
    }
    guard isSame, !judged.new.isEmpty else { return }
    figures.wasted += 1
    if judged.isApp { figures.wastedAppGrants += 1 }
  }
}

extension Cause {
  /// Whether the containing app asks, or makes others ask.
  fileprivate var isApp: Bool {
    switch self {
    case .reload, .push, .container: true
    case .added, .edited, .policy, .retry, .interaction, .timezone, .clock: false
    }
  }
}
