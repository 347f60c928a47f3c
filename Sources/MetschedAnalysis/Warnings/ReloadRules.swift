internal import MetschedConfiguration
internal import MetschedDiagnostics
internal import MetschedTime

/// What is wrong with when a placement reloads.
enum ReloadRules {
  /// Returns the findings of all rules.
  static func findings(_ judged: JudgedPlacement) async -> [Finding] {
    var findings: [Finding] = []
    if let finding = await deferred(judged) { findings.append(finding) }
    let rules = [wasted, passed, hardlySeen, single, stale, unseen, never]
    findings += rules.compactMap { $0(judged) }
    return findings
  }

  // MARK: The host

  /// More is asked than the host grants.
  private static func deferred(_ judged: JudgedPlacement) async -> Finding? {
    let figures = judged.figures
    guard !figures.waitsForBudget.isEmpty || figures.spacingDeferrals > 0 else { return nil }
    let day = figures.range.lowerBound..<judged.dayEnd
    let free = await judged.run.on(judged.host.withoutLimits).play()
    let asked = free.grants.dropFirst().count { day.contains($0) }
    let granted = figures.grants.dropFirst().count { day.contains($0) }
    guard asked > granted else { return nil }
    let isMore = free.isCut && free.range.upperBound < day.upperBound
    let time =
      isMore ? "its first \(Words.length(free.length))" : "a day"
    var notes: [String] = []
    if let wait = figures.waitsForBudget.first {
      notes.append(
        "the budget of \(judged.host.budget?.value ?? 0) is gone at "
          + "\(judged.time(wait.lowerBound)); the next reload waits "
          + Words.length(wait.upperBound - wait.lowerBound))
    }
    if figures.longestStale > 0 {
      notes.append("the last entry stays up to \(Words.length(figures.longestStale)) too long")
    }
    let fitting = await FittingInterval.of(judged)
    let range = fitting == nil ? judged.reloadRange : judged.range(of: Knob.interval.rawValue)
    return judged.warning(
      .reloadsDeferred,
      "`\(judged.kind)` asks for \(isMore ? "more than " : "")\(Words.count(asked, "reload")) in "
        + "\(time), and the host grants \(granted)",
      at: range, notes: notes, suggestion: fitting.map { $0.fix(at: range) })
  }

  /// The app asks, and nothing changes.
  private static func wasted(_ judged: JudgedPlacement) -> Finding? {
    let figures = judged.figures
    guard figures.wastedAppGrants > 1, figures.wastedAppGrants * 2 > figures.appGrants else {
      return nil
    }
    let asking = judged.configuration.events.filter { event in
      guard event.concerns(judged.placement.user) else { return false }
      switch event.verb {
      case .reload(let widget): return widget == judged.placement.widget
      case .reloadAll, .push, .write: return true
      default: return false
      }
    }
    let event = asking.first { $0.dates != nil } ?? asking.first
    return judged.warning(
      .wastedReloads,
      "\(figures.wastedAppGrants) of \(Words.count(figures.appGrants, "reload")) that the app asks "
        + "for change nothing that `\(judged.kind)` shows",
      at: event?.range ?? judged.reloadRange,
      notes: [
        "that is in \(judged.span); `reload-on: {container: changed}` asks only where the content "
          + "is another"
      ])
  }

  // MARK: The policy

  /// A date that has passed asks for nothing.
  private static func passed(_ judged: JudgedPlacement) -> Finding? {
    guard let timeline = judged.figures.timelines.first(where: \.hasPassed) else { return nil }
    var notes = ["a duration, a time of day or `end` comes again"]
    if let stale = judged.figures.stale.last, stale.isOpen {
      notes.insert(
        "its last entry stays from \(judged.time(stale.range.lowerBound)) on, for good", at: 0)
    }
    return judged.warning(
      .datePassed,
      "the date of `after` has passed at \(judged.time(timeline.granted)), so nothing reloads "
        + "`\(judged.kind)` any more", at: judged.reloadRange, notes: notes)
  }

  /// `atEnd` takes the last entry away.
  private static func hardlySeen(_ judged: JudgedPlacement) -> Finding? {
    let hasty = judged.figures.timelines.first { timeline in
      !timeline.isAfter && timeline.policyReplaced && timeline.entries > 1
        && (timeline.lastShown ?? timeline.turn) * 2 < timeline.turn
    }
    guard let hasty, let shown = hasty.lastShown else { return nil }
    return judged.warning(
      .lastEntryHardlySeen,
      "`atEnd` asks at the last entry's own date, so `\(judged.kind)` shows it for "
        + "\(Words.length(shown)) instead of \(Words.length(hasty.turn))",
      at: judged.reloadRange, notes: ["`reload: {after: end}` gives the last entry its turn"])
  }

  /// One entry with `atEnd`: the system chooses.
  private static func single(_ judged: JudgedPlacement) -> Finding? {
    guard judged.isWidgetKit, !judged.isUnchanging,
      let timeline = judged.figures.timelines.first(where: \.isSingle)
    else { return nil }
    let grants = judged.figures.grants.dropFirst().count { $0 < judged.dayEnd }
    return judged.warning(
      .singleEntry,
      "`\(judged.kind)` has one entry, and `atEnd` leaves the time of the next to the system",
      at: judged.reloadRange,
      notes: [
        "here it is granted \(Words.count(grants, "time")) in a day, first after "
          + Words.length(timeline.replaced - timeline.granted),
        "`reload: {after: end}`, or a time of day, says when",
      ])
  }

  /// The entries are used up long before `after`.
  private static func stale(_ judged: JudgedPlacement) -> Finding? {
    guard case .after(let dates, _) = judged.plan.reload.value, !judged.isUnchanging else {
      return nil
    }
    let isOfEnd = dates.allSatisfy { if case .end = $0.value { true } else { false } }
    guard !isOfEnd, let worst = judged.figures.stale.max(by: { $0.asked < $1.asked }),
      worst.asked > worst.turn
    else { return nil }
    return judged.warning(
      .staleEntry,
      "the entries of `\(judged.kind)` are used up at \(judged.time(worst.range.lowerBound)), "
        + "\(Words.length(worst.asked)) before `after`",
      at: judged.reloadRange,
      notes: [
        "each has its turn for \(Words.length(worst.turn)), and the last one stays for "
          + Words.length(worst.turn + worst.length),
        "in a list `end` asks in time: `reload: {after: [end, …]}`",
      ])
  }

  /// `after` comes before entries have their turn.
  private static func unseen(_ judged: JudgedPlacement) -> Finding? {
    switch judged.plan.anchor?.value {
    case .date, .instant: return nil  // each day begins with another item
    case .timeOfDay, nil: break
    }
    let replaced = judged.figures.timelines.filter { $0.isAfter && $0.policyReplaced }
    guard let entries = replaced.map(\.entries).min(), let seen = replaced.map(\.seen).max(),
      seen < entries, let first = replaced.first
    else { return nil }
    let which =
      seen + 1 == entries
      ? "entry \(entries) of `\(judged.kind)` never shows"
      : "entries \(seen + 1) to \(entries) of `\(judged.kind)` never show"
    return judged.warning(
      .unseenEntries, "\(which), since `after` comes first", at: judged.reloadRange,
      notes: [
        "a timeline lasts \(Words.length(first.replaced - first.granted)) here, and its entries "
          + "would last \(Words.length(first.end - first.granted))",
        "`limit: \(seen)` leaves them out; `reload: {after: end}` lets them show",
      ])
  }

  /// Nothing asks, ever.
  private static func never(_ judged: JudgedPlacement) -> Finding? {
    guard case .never = judged.plan.reload.value, judged.plan.reloadOn == nil,
      !judged.isUnchanging, judged.figures.granted == 0,
      let timeline = judged.figures.timelines.first
    else { return nil }
    let isAsked = judged.configuration.events.contains { event in
      guard event.concerns(judged.placement.user) else { return false }
      switch event.verb {
      case .reload(let widget): return widget == judged.placement.widget
      case .interaction(let pattern): return pattern.matches(judged.placement)
      case .reloadAll, .push: return true
      default: return false
      }
    }
    guard !isAsked else { return nil }
    return judged.warning(
      .neverReloaded,
      "nothing reloads `\(judged.kind)`: `never` does not ask, and nor does `reload-on` or an event",
      at: judged.reloadRange,
      notes: [
        "its \(Words.count(timeline.entries, "entry", "entries")) "
          + "\(timeline.entries == 1 ? "is" : "are") used up at \(judged.time(timeline.end)), and "
          + "the last one stays for good",
        "`reload-on: {container: changed}` asks when the app writes",
      ])
  }
}

extension HostSettings {
  /// The same host if it granted each request at its date.
  var withoutLimits: HostSettings {
    var host = self
    host.budget = nil
    host.spacing = Setting(0, .builtIn)
    host.latency = Setting(0...0, .builtIn)
    return host
  }
}
