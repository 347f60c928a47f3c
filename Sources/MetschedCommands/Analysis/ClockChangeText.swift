import MetschedAnalysis
import MetschedText
import MetschedTime

/// A report of clock changes as people read it, and as JSON lines.
struct ClockChangeText {
  let report: ClockChangeReport
  let path: String
  /// The file's zone.
  let zone: ZoneTable

  /// The changes of a placement that are listed at most.
  private static let listed = 6

  // MARK: Text

  func text(from start: Instant, to end: Instant) -> String {
    var text = "\(path) · \(count(report.zones, "zone")) · "
    text += "\(count(report.items.count, "clock change")) from \(zone.date(at: start)) "
    text += "to \(zone.date(at: end))\n"
    for item in report.items { text += section(item) }
    text += "\n" + summary
    return VisibleText.lines(text)
  }

  private func section(_ item: ClockChangeReport.Item) -> String {
    let change = item.change
    let local = change.local
    let zones =
      item.zones.count == 1 ? item.zones[0] : "\(item.zones[0]) and \(item.zones.count - 1) more"
    var text = "\n\(change.date) \(zones): \(local.before.timeOfDay) → \(local.after.timeOfDay)"
    if change.dayLength != 86_400_000 {
      text += ", a day of \(Step(milliseconds: change.dayLength))"
    }
    if !change.hasMidnight { text += ", without a midnight" }
    text += "\n"
    if item.runs.isEmpty { text += "  everything as in other weeks\n" }
    for (placement, run) in item.runs {
      text += "  \(placement)\n"
      for change in run.changes.prefix(Self.listed) { text += "    \(Self.line(change))\n" }
      if run.changes.count > Self.listed {
        text += "    and \(run.changes.count - Self.listed) more\n"
      }
      for broken in run.broken { text += "    BROKEN: \(broken)\n" }
    }
    return text
  }

  private static func line(_ change: ClockChange.Run.Change) -> String {
    let what = "\(change.date)  \(change.what)"
    return switch (change.from, change.to) {
    case (let from?, let to?): "\(what)  \(from) shifted to \(to)"
    case (let from?, nil): "\(what)  \(from) skipped"
    case (nil, let to?): "\(what)  \(to) once more"
    case (nil, nil): what
    }
  }

  private var summary: String {
    let changes = report.items.flatMap { $0.runs.flatMap(\.run.changes) }
    let shifted = changes.count { $0.from != nil && $0.to != nil }
    let skipped = changes.count { $0.to == nil }
    let doubled = changes.count { $0.from == nil }
    var text = "\(shifted) shifted, \(skipped) skipped, \(doubled) once more\n"
    text +=
      report.broken == 0
      ? "in every run dates rise, none comes twice, and nothing reloads in a loop\n"
      : "\(count(report.broken, "rule")) broken\n"
    if report.judged < report.classes {
      text += "\(report.judged) of \(report.classes) different placements were run\n"
    }
    return text
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  // MARK: JSON

  /// One object for each clock change.
  var jsonLines: String {
    report.items.reduce(into: "") { $0 += json($1).text + "\n" }
  }

  private func json(_ item: ClockChangeReport.Item) -> JSONValue {
    let change = item.change
    return [
      "at": .string(change.transition.instant.rfc3339(in: .utc)),
      "date": .string(change.date.description),
      "zones": .array(item.zones.map { .string($0) }),
      "before": .string(change.local.before.timeOfDay.description),
      "after": .string(change.local.after.timeOfDay.description),
      "dayLength": .integer(Int(change.dayLength)),
      "hasMidnight": .boolean(change.hasMidnight),
      "placements": .array(
        item.runs.map { placement, run in
          [
            "placement": .string(placement), "changes": .array(run.changes.map(Self.json)),
            "broken": .array(run.broken.map { .string($0) }),
          ]
        }),
    ]
  }

  private static func json(_ change: ClockChange.Run.Change) -> JSONValue {
    [
      "what": .string("\(change.what)"), "date": .string(change.date.description),
      "from": .string(change.from?.description), "to": .string(change.to?.description),
    ]
  }
}
