internal import MetschedConfiguration
internal import MetschedDiagnostics
internal import MetschedTime
internal import MetschedWidgets

/// What is wrong with the entries that a placement gets to see.
enum EntryRules {
  /// Returns the findings of all rules.
  static func findings(_ judged: JudgedPlacement) async -> [Finding] {
    let rules = [distance, number, size, word, sample]
    return rules.compactMap { $0(judged) }
      + [await day(judged), await gap(judged), await nothing(judged)].compactMap(\.self)
  }

  /// The figures beyond which widgets are known to fail.
  ///
  /// Source: Apple, "Keeping a widget up to date" (5 minutes); the other figures are reports of
  /// developers: forum threads 733081, 768486 and 768739.
  private enum Limit {
    static let distance: Int64 = 5 * 60_000
    static let collapse: Int64 = 2_000
    static let entries = (warned: 200, refused: 400)
    static let timeline = 10_000_000
    static let entry = 256_000
    /// The new day may come so much late.
    static let dayStart: Int64 = 10 * 60_000
  }

  /// Entries follow each other too closely.
  private static func distance(_ judged: JudgedPlacement) -> Finding? {
    guard judged.isWidgetKit,
      let least = judged.figures.timelines.compactMap(\.leastDistance).min(),
      least < Limit.distance
    else { return nil }
    let isDated = judged.plan.entry.date != nil
    let range =
      isDated
      ? judged.plan.entry.date?.origin.range ?? judged.widget.range
      : judged.range(of: Knob.interval.rawValue)
    let shown = judged.figures.shows.count { $0 < judged.dayEnd }
    let notes = ["\(Words.count(shown, "entry", "entries")) would show in a day"]
    let suggestion =
      isDated
      ? nil : Diagnostic.FixIt("write `5m` or more", at: range, replacement: "5m")
    guard least >= Limit.collapse else {
      return judged.warning(
        .collapsedEntries,
        "entries of `\(judged.kind)` are \(Words.length(least)) apart; below 2s the system leaves "
          + "some out", at: range, notes: notes, suggestion: suggestion)
    }
    return judged.warning(
      .shortInterval,
      "entries of `\(judged.kind)` are \(Words.length(least)) apart, but the system wants them "
        + "about 5m apart", at: range, notes: notes, suggestion: suggestion)
  }

  /// A timeline has too many entries.
  private static func number(_ judged: JudgedPlacement) -> Finding? {
    guard let most = judged.figures.timelines.map(\.entries).max(), most > Limit.entries.warned
    else { return nil }
    let range = judged.range(of: Knob.limit.rawValue)
    let seen = judged.figures.timelines.map(\.seen).max() ?? 0
    var finding = judged.warning(
      .manyEntries,
      "a timeline of `\(judged.kind)` has \(Words.count(most, "entry", "entries")); about 200 are "
        + "safe, and over 400 widgets stop updating",
      at: range,
      notes: ["at most \(seen) of them show before the next timeline in \(judged.span)"],
      suggestion: Diagnostic.FixIt("write `200` or less", at: range, replacement: "200"))
    if judged.isWidgetKit, most > Limit.entries.refused { finding.diagnostic.severity = .error }
    return finding
  }

  /// Entries, or a timeline, hold too many bytes.
  private static func size(_ judged: JudgedPlacement) -> Finding? {
    let (entry, timeline) = (judged.texts.largestEntry, judged.texts.timelineBytes)
    guard judged.isWidgetKit, entry > Limit.entry || timeline > Limit.timeline else { return nil }
    return judged.warning(
      .largeTimeline,
      "a timeline of `\(judged.kind)` says \(Words.bytes(timeline)), its largest entry "
        + "\(Words.bytes(entry))",
      at: judged.plan.source.origin.range ?? judged.widget.range,
      notes: [
        "a timeline has room for about 10 MB, an entry for 256 KB here; beyond that widgets stay "
          + "blank",
        "`entry: {…}` says which fields an entry shows",
      ])
  }

  /// The new day does not begin with new content; days of a clock change are tried too.
  private static func day(_ judged: JudgedPlacement) async -> Finding? {
    guard judged.dependsOnDay, judged.figures.failures == 0 else { return nil }
    var worst = lateDay(judged.figures, judged)
    for change in ClockChange.coming(judged.zone, from: judged.figures.range.lowerBound) {
      guard worst == nil else { break }
      worst = lateDay(await judged.run.over(change.days).play(), judged)
    }
    guard let worst else { return nil }
    let range =
      judged.choosesByDay
      ? judged.reloadRange : judged.range(of: Knob.interval.rawValue)
    let remedy =
      judged.choosesByDay
      ? "`reload: {after: \"00:00\"}` asks when the day begins"
      : "`anchor: \"00:00\"` lets an entry begin with the day"
    let until = worst.isOpen ? "and longer" : "to \(judged.time(worst.start + worst.late))"
    return judged.warning(
      .lateDay,
      "`\(judged.kind)` shows the day before from \(judged.time(worst.start)) \(until), "
        + "\(Words.length(worst.late)) of a new day", at: range, notes: [remedy])
  }

  private static func lateDay(
    _ figures: RunFigures, _ judged: JudgedPlacement
  ) -> (start: Instant, late: Int64, isOpen: Bool)? {
    let zone = judged.zone
    let changes =
      judged.choosesByDay ? figures.grants : (figures.grants + figures.shows).sorted()
    var worst: (start: Instant, late: Int64, isOpen: Bool)?
    var start = zone.adding(1, .day, to: zone.startOfDay(containing: figures.range.lowerBound))
    while start < figures.range.upperBound {
      let change = changes.first { $0 >= start }
      let late = (change ?? figures.range.upperBound) - start
      if late > worst?.late ?? Limit.dayStart { worst = (start, late, change == nil) }
      start = zone.startOfDay(zone.date(at: start).adding(days: 1))
    }
    return worst
  }

  /// A time of day that a clock change leaves out.
  private static func gap(_ judged: JudgedPlacement) async -> Finding? {
    for change in ClockChange.coming(judged.zone, from: judged.figures.range.lowerBound) {
      for (time, range) in judged.plan.timesOfDay where change.skips(time) {
        let days = await ClockChange.Run(
          change, judged.run.on(judged.host.withoutLimits))
        let moved = days.changes.filter { $0.from?.timeOfDay == time && $0.to != nil }
        // What the file names is the reload, or else the entry.
        guard let first = moved.first(where: { $0.what == .reload }) ?? moved.first,
          let to = first.to?.timeOfDay
        else { continue }
        return judged.warning(
          .clockChange,
          "\(time.description) does not exist on \(change.date) in \(judged.zone.identifier); "
            + "`\(judged.kind)` \(first.what.verb) at \(to.description) that day",
          at: range ?? judged.widget.range,
          notes: ["`metsched dst` lists what each clock change does"])
      }
    }
    return nil
  }

  /// A word has become wrong while it shows.
  private static func word(_ judged: JudgedPlacement) -> Finding? {
    guard let word = judged.texts.wrongWord else { return nil }
    let mapping = judged.plan.entry
    let origin = mapping.title?.origin.range ?? mapping.subtitle?.origin.range
    return judged.warning(
      .relativeWord,
      "`\(word.word)` in what `\(judged.kind)` shows is wrong from \(judged.time(word.since)) on, "
        + "for \(Words.length(word.wrong))",
      at: origin ?? judged.plan.source.origin.range ?? judged.widget.range,
      notes: [
        "the entry says `\(word.title)`",
        "an entry shows its own date with `title: {date: EEEE}`",
      ])
  }

  /// Everybody sees samples.
  private static func sample(_ judged: JudgedPlacement) -> Finding? {
    // A provider over the network that nobody has asked yet is no fault.
    if case .remote = judged.plan.source.value { return nil }
    guard judged.texts.showsSample else { return nil }
    return judged.warning(
      .sampleShown,
      "`\(judged.kind)` shows sample data to somebody, since its source fails",
      at: judged.plan.failure.show.origin.range ?? judged.widget.range,
      notes: [
        judged.texts.error ?? "the source cannot be read",
        "`on-error: {show: last}` or `placeholder` tells nobody what is not so",
      ])
  }

  /// A query, or `where`, finds nothing.
  private static func nothing(_ judged: JudgedPlacement) async -> Finding? {
    let plan = judged.plan
    guard judged.figures.timelines.isEmpty, judged.figures.failures == 0,
      !judged.figures.grants.isEmpty
    else { return nil }
    var wider = plan
    wider.query = nil
    if let query = plan.query, await judged.finds(wider) {
      return judged.warning(
        .nothingFound,
        "`\(query)` finds nothing, so `\(judged.kind)` has nothing to show in \(judged.span)",
        at: judged.range(of: Knob.query.rawValue),
        notes: ["it asks again \(Words.count(judged.figures.granted, "time")) and finds nothing"])
    }
    wider.definition = plan.definition.with(conditions: [])
    guard let condition = plan.conditions.first, await judged.finds(wider) else { return nil }
    return judged.warning(
      .nothingFound,
      "no item is as `where` wants it, so `\(judged.kind)` has nothing to show in \(judged.span)",
      at: condition.origin.range ?? judged.widget.range)
  }
}

extension JudgedPlacement {
  /// Whether a plan finds items.
  fileprivate func finds(_ plan: WidgetPlan) async -> Bool {
    let figures = await run.with(plan).play(limit: 2)
    return !figures.timelines.isEmpty
  }
}

extension WidgetPlan {
  /// The times of day on which it reloads or begins, each with its place.
  fileprivate var timesOfDay: [(time: TimeOfDay, range: SourceRange?)] {
    var times: [(time: TimeOfDay, range: SourceRange?)] = []
    if case .after(let dates, _) = reload.value {
      for date in dates {
        if case .timeOfDay(let time) = date.value { times.append((time, date.origin.range)) }
      }
    }
    if case .timeOfDay(let time)? = anchor?.value { times.append((time, anchor?.origin.range)) }
    return times
  }
}
