import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedRuntime
import MetschedText
import MetschedTime
import MetschedWidgets

/// One object a line: what breaks, what is taken along, then what is added, removed and changed.
extension DifferenceReport {
  var jsonLines: String {
    var lines = stored.changes.map(json)
    lines += difference.settings.map { value in
      [
        "change": "setting", "name": .string(value.name), "old": .string(value.old),
        "new": .string(value.new),
      ]
    }
    if !removed.isEmpty {
      lines.append(["change": "removed", "placements": names(removed, of: old)])
    }
    if !added.isEmpty {
      lines.append(["change": "added", "placements": names(added, of: new)])
    }
    lines += schedule.groups.map(json)
    lines.append([
      "change": "summary", "start": .string(range.lowerBound.rfc3339(in: old.timezone.value)),
      "end": .string(range.upperBound.rfc3339(in: old.timezone.value)),
      "isRefused": .boolean(isRefused), "broken": .integer(stored.broken.count),
      "added": .integer(added.count), "removed": .integer(removed.count),
      "changed": .integer(changed), "unchanged": .integer(schedule.unchanged),
      "classes": .integer(schedule.classes), "judged": .integer(schedule.judged),
    ])
    return lines.reduce(into: "") { $0 += $1.text + "\n" }
  }

  private func names(_ indices: [Int], of configuration: Configuration) -> JSONValue {
    .array(indices.map { .string(configuration.name(of: configuration.placements[$0])) })
  }

  private func json(_ change: StoredChange) -> JSONValue {
    [
      "change": change.isBreak ? "breaks" : "taken-along", "id": .string(change.id.rawValue),
      "kind": .string(change.kind), "parameter": .string(change.parameter),
      "message": .string(change.text), "values": .array(change.values.map { .string($0) }),
      "origin": .string(change.place.map(place)), "placements": names(change.placements, of: old),
    ]
  }

  private func json(_ group: ScheduleDifference.Group) -> JSONValue {
    let values = group.values.map { value -> JSONValue in
      ["name": .string(value.name), "old": .string(value.old), "new": .string(value.new)]
    }
    let user = new.users[Int(new.placements[group.placements[0].new].user)]
    let zone = new.zones[user.zone]
    return [
      "change": "changed", "placements": names(group.placements.map(\.new), of: new),
      "values": .array(values),
      "day": group.day.map { day in
        [
          "end": .string(day.range.upperBound.rfc3339(in: zone)), "isCut": .boolean(day.isCut),
          "entries": json(day.entries), "reloads": json(day.reloads),
          "items": .array(day.items.map { json($0, zone) }),
        ]
      } ?? .null,
    ]
  }

  private func json(_ count: DayDifference.Count) -> JSONValue {
    [
      "old": .integer(count.old), "new": .integer(count.new), "added": .integer(count.added),
      "gone": .integer(count.gone), "moved": .integer(count.moved), "other": .integer(count.other),
    ]
  }

  private func json(_ item: DayDifference.Item, _ zone: ZoneTable) -> JSONValue {
    [
      "what": item.isShow ? "entry" : "reload", "old": json(item.old, zone),
      "new": json(item.new, zone),
    ]
  }

  private func json(_ happening: Happening?, _ zone: ZoneTable) -> JSONValue {
    guard let happening else { return .null }
    let at = JSONValue.string(happening.at.rfc3339(in: zone))
    switch happening.what {
    case .reloads(let causes, let failed):
      return ["at": at, "causes": .string(causes), "failed": .boolean(failed)]
    case .shows(let shown):
      return [
        "at": at, "content": .string(shown.content.rawValue), "title": .string(shown.text?.title),
        "subtitle": .string(shown.text?.subtitle), "image": .string(shown.text?.image),
        "link": .string(shown.text?.link),
      ]
    }
  }
}
