import MetschedAnalysis
import MetschedConfiguration
import MetschedText
import MetschedTime

/// A comparison as people read it, and as JSON.
struct ComparisonTable {
  let placement: String
  /// Who grants its reloads.
  let host: HostSettings
  /// The placement's zone.
  let zone: ZoneTable
  let comparison: PolicyComparison

  // MARK: Text

  var text: String {
    let range = comparison.range
    let length = Step(milliseconds: range.upperBound - range.lowerBound)
    var text =
      "\(placement) · host \(host.profile.value.rawValue) · "
      + "\(zone.identifier) from \(range.lowerBound.rfc3339(in: zone)) for \(length)\n\n"
    let header = [
      "policy", "asked", "granted", "wasted", "stale", "mean", "p95", "longest", "nothing shown",
      "no budget", "unseen",
    ]
    let rows = comparison.rows.map { row in
      [
        row.policy + (row.isOwn ? " *" : ""), "\(row.asked)", "\(row.figures.granted)",
        "\(row.figures.wasted)", Self.words(row.stale.total), Self.words(row.stale.mean),
        Self.words(row.stale.p95), Self.words(row.stale.longest), Self.words(row.gaps.total),
        Self.words(row.waits.total), row.unseen == 0 ? "-" : "\(row.unseen)",
      ]
    }
    text += TextTable.text([header] + rows)
    if let recommended = comparison.recommended {
      let row = comparison.rows[recommended.row]
      let own = row.isOwn ? "the file's own " : ""
      text += "\nrecommended: \(own)`\(row.policy)`: \(recommended.reason)\n"
    }
    return VisibleText.lines(text)
  }

  private static func words(_ milliseconds: Int64) -> String {
    guard milliseconds > 0 else { return "-" }
    let unit: Int64 = milliseconds < 1_000 ? 1 : milliseconds < 3_600_000 ? 1_000 : 60_000
    return Step(milliseconds: milliseconds / unit * unit).description
  }

  // MARK: JSON

  var json: JSONValue {
    [
      "placement": .string(placement),
      "host": .string(host.profile.value.rawValue),
      "start": .string(comparison.range.lowerBound.rfc3339(in: zone)),
      "end": .string(comparison.range.upperBound.rfc3339(in: zone)),
      "policies": .array(comparison.rows.map(json)),
      "recommended": comparison.recommended.map { recommended in
        [
          "policy": .string(comparison.rows[recommended.row].policy),
          "reason": .string(recommended.reason),
        ]
      } ?? .null,
    ]
  }

  private func json(_ row: PolicyComparison.Row) -> JSONValue {
    [
      "policy": .string(row.policy), "isOwn": .boolean(row.isOwn), "asked": .integer(row.asked),
      "granted": .integer(row.figures.granted), "counted": .integer(row.figures.counted),
      "failed": .integer(row.figures.failures), "wasted": .integer(row.figures.wasted),
      "entries": .integer(row.figures.shown), "unseen": .integer(row.unseen),
      "stale": json(row.stale), "nothingShown": json(row.gaps), "noBudget": json(row.waits),
      "isCut": .boolean(row.figures.isCut),
    ]
  }

  private func json(_ spans: SpanFigures) -> JSONValue {
    [
      "count": .integer(spans.count), "total": .integer(Int(spans.total)),
      "mean": .integer(Int(spans.mean)), "p95": .integer(Int(spans.p95)),
      "longest": .integer(Int(spans.longest)),
      "first": .string(spans.first?.rfc3339(in: zone)),
    ]
  }
}

/// Rows of cells, aligned.
enum TextTable {
  /// Returns a table; the first column is aligned left, all others right.
  static func text(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    return rows.reduce(into: "") { text, row in
      for (column, cell) in row.enumerated() {
        let blank = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
        text += column == 0 ? cell + blank : "  " + blank + cell
      }
      text += "\n"
    }
  }
}

extension VisibleText {
  /// Returns a text of several lines with what cannot be seen made visible.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { of(String($0)) }
      .joined(separator: "\n")
  }
}
