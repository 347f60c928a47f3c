import MetschedAnalysis
import MetschedText
import MetschedTime

/// A report of clock changes as people read it, and as JSON lines.
struct ClockChangeText {
  let report: ClockChangeReport
  let path: String
  /// The file's zone.
  let zone: ZoneTable

  /// The changes of one sort that are listed at most.
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
      for line in Self.lines(run.changes) { text += "    \(line)\n" }
      for broken in run.broken { text += "    BROKEN: \(broken)\n" }
    }
    return text
  }

  /// Lists what is skipped or happens once more, and of what is shifted alike the first.
  private static func lines(_ changes: [ClockChange.Run.Change]) -> [String] {
    struct Kind: Hashable {
      var what: ClockChange.Run.What
      var shift: Int64?
      var isSkipped: Bool
    }
    var kinds: [Kind] = []
    var groups: [Kind: [ClockChange.Run.Change]] = [:]
    for change in changes {
      let kind = Kind(what: change.what, shift: change.shift, isSkipped: change.to == nil)
      if groups[kind] == nil { kinds.append(kind) }
      groups[kind, default: []].append(change)
    }
    return kinds.flatMap { kind -> [String] in
      let group = groups[kind] ?? []
      if let shift = kind.shift, let from = group[0].from, let to = group[0].to {
        let sign = shift < 0 ? "-" : "+"
        let by = "\(sign)\(Step(milliseconds: abs(shift)))"
        let target = from.date == to.date ? "\(to.timeOfDay)" : words(to)
        let more = group.count > 1 ? ", and \(group.count - 1) more by \(by)" : ""
        return ["\(kind.what)  \(words(from)) shifted to \(target)\(more)"]
      }
      var lines = group.prefix(listed).map { change in
        let time = (change.from ?? change.to).map(words) ?? ""
        return "\(kind.what)  \(time) \(kind.isSkipped ? "skipped" : "once more")"
      }
      if group.count > listed { lines.append("\(kind.what)  and \(group.count - listed) more") }
      return lines
    }
  }

  private static func words(_ time: LocalTime) -> String { "\(time.date) \(time.timeOfDay)" }

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
      "what": .string("\(change.what)"), "from": .string(change.from?.description),
      "to": .string(change.to?.description),
    ]
  }
}
