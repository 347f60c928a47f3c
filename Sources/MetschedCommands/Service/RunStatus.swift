import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedText
import MetschedTime
import MetschedWidgets
import WidgetFamilies

/// How a live run stands: a row for each placement, as `status` and `SIGUSR1` show it.
struct RunStatus: Sendable {
  /// The file as the person named it.
  private(set) var file: String
  private(set) var at: Instant
  private(set) var revision: Int
  private(set) var rows: [Row] = []
  private let zone: ZoneTable

  /// A placement.
  struct Row: Sendable {
    /// As short as it is clear.
    var name: String
    var user, kind, id, family: String
    /// Where its instants are written in JSON.
    var zone: ZoneTable
    /// What shows: an entry's title, or a word.
    var shows: String
    var since: Instant?
    var entriesToCome: Int
    var next: Instant?
    /// What waits, and why.
    var pending: [String]
    var isAsked: Bool
    var reason: String?
    var left: Int?
    /// The parameters' values, in the intent's order.
    var values: [(name: String, text: String)]
  }

  /// Looks at a run between two of its instants; changes nothing in it.
  init(_ conductor: inout Conductor<WidgetProvider>, at time: Instant) {
    let configuration = conductor.provider.configuration
    file = configuration.path
    at = time
    revision = conductor.provider.revision
    zone = configuration.timezone.value
    let names = PlacementNames(configuration)
    for (number, placement) in configuration.placements.enumerated() {
      guard number < conductor.machine.placementCount,
        let status = conductor.machine.status(of: PlacementNumber(number), at: time)
      else { continue }
      let shows: String
      switch status.content {
      case .nothing: shows = "nothing"
      case .placeholder: shows = "placeholder"
      case .entry, .sample:
        let text = status.entry.map {
          conductor.provider.text(of: $0.timeline, entry: $0.index, date: $0.date)
        }
        shows = text.map { $0.isEmpty ? "empty" : $0.title ?? "" } ?? "an entry of before"
      }
      rows.append(
        Row(
          name: names.name(of: placement),
          user: configuration.users[Int(placement.user)].name,
          kind: configuration.widgets[Int(placement.widget)].kind, id: placement.id,
          family: placement.family.name, zone: conductor.provider.zones[Int(placement.user)],
          shows: shows, since: status.entry?.date, entriesToCome: status.entriesToCome,
          next: status.next, pending: (status.pending?.causes ?? []).map(\.name),
          isAsked: status.isAsked, reason: status.reason?.name,
          left: status.left, values: Self.values(of: placement, configuration)))
    }
  }

  private static func values(
    of placement: Placement, _ configuration: Configuration
  ) -> [(name: String, text: String)] {
    guard let intent = configuration.widgets[Int(placement.widget)].intent else { return [] }
    let values = configuration.plans[Int(placement.plan)].parameters
    return zip(configuration.intents[intent].parameters, values).map { parameter, value in
      (parameter.name, value.text(unit: parameter.unit?.value))
    }
  }

  // MARK: Text

  /// The state as a table under a line that says which run it is.
  var text: String {
    let count = rows.count
    var output =
      "\(file) · \(count) placement\(count == 1 ? "" : "s") · "
      + "\(whole(at).rfc3339(in: zone))\n"
    let header = ["placement", "shows", "since", "next reload", "left", "pending"]
    let cells = rows.map { row in
      [
        row.name, VisibleText.of(row.shows), row.since.map(moment) ?? "",
        row.next.map(moment) ?? (row.isAsked ? "" : "never"), row.left.map(String.init) ?? "–",
        pending(row),
      ]
    }
    let widths = header.indices.map { column in
      cells.reduce(DisplayWidth.of(header[column])) {
        min(max($0, DisplayWidth.of($1[column])), column == 1 ? 40 : 200)
      }
    }
    for line in [header] + cells {
      let columns = zip(line, widths).map { text, width in
        let cut = DisplayWidth.of(text) > width ? String(text.prefix(width - 1)) + "…" : text
        return cut + String(repeating: " ", count: max(0, width - DisplayWidth.of(cut)))
      }
      var text = columns.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      output += text + "\n"
    }
    return output
  }

  private func pending(_ row: Row) -> String {
    guard !row.pending.isEmpty else { return "" }
    let causes = row.pending.joined(separator: "+")
    if row.isAsked { return causes + ", asked" }
    return causes + (row.reason.map { " by \($0)" } ?? "")
  }

  /// The time of day, with the date where it is another day.
  private func moment(_ instant: Instant) -> String {
    let text = whole(instant).rfc3339(in: zone)
    let parts = text.split(separator: "T", maxSplits: 1)
    let time = String(parts[1].prefix(8))
    return zone.date(at: instant) == zone.date(at: at) ? time : "\(parts[0]) \(time)"
  }

  private func whole(_ instant: Instant) -> Instant { instant - instant.milliseconds % 1_000 }

  // MARK: JSON

  var json: JSONValue {
    .object([
      ("file", .string(file)), ("at", .string(at.rfc3339(in: zone))),
      ("revision", .integer(revision)),
      ("placements", .array(rows.map(json(of:)))),
    ])
  }

  private func json(of row: Row) -> JSONValue {
    func date(_ instant: Instant?) -> JSONValue { .string(instant?.rfc3339(in: row.zone)) }
    return .object([
      ("user", .string(row.user)), ("kind", .string(row.kind)), ("id", .string(row.id)),
      ("family", .string(row.family)),
      ("values", .object(row.values.map { ($0.name, .string($0.text)) })),
      ("shows", .string(row.shows)), ("since", date(row.since)),
      ("entries-to-come", .integer(row.entriesToCome)), ("next", date(row.next)),
      ("pending", .array(row.pending.map { .string($0) })), ("asked", .boolean(row.isAsked)),
      ("reason", .string(row.reason)), ("left", .integer(row.left)),
    ])
  }
}
