import Foundation

/// A line of the table: one of our figures beside its limit.
struct Row {
  /// How a figure is written.
  enum Unit {
    case millionsPerSecond
    case megabytesPerSecond
    case nanoseconds
    case milliseconds
    case bytes
  }

  /// What an issue asks for; the ratio is ours to the limit.
  enum Goal {
    case atLeast(Double)
    case atMost(Double)
  }

  let title: String
  let unit: Unit
  let ours: Figure
  /// A value of another program, or a bound that is written down.
  let limit: Limit
  var goal: Goal?

  enum Limit {
    case figure(Figure, name: String)
    case bound(Double, name: String)
  }

  fileprivate func cells(_ runs: Runs) -> [String] {
    let (beside, name, ratio): (Double, String, Double) =
      switch limit {
      case .figure(let figure, let name):
        (runs.median(figure), name, runs.ratio(ours, to: figure))
      case .bound(let bound, let name): (bound, name, runs.median(ours) / bound)
      }
    return [
      title, unit.text(runs.median(ours)), "\(unit.text(beside)) \(name)",
      Row.significant(ratio), goal.map { $0.text(ratio) } ?? "",
    ]
  }

  fileprivate static func significant(_ value: Double) -> String {
    String(format: value < 0.1 ? "%.3f" : value < 10 ? "%.2f" : "%.0f", value)
  }
}

extension Row.Unit {
  func text(_ value: Double) -> String {
    switch self {
    case .millionsPerSecond: String(format: "%.2f M/s", value / 1e6)
    case .megabytesPerSecond: String(format: "%.1f MB/s", value / 1e6)
    case .nanoseconds: String(format: value < 100 ? "%.1f ns" : "%.0f ns", value)
    case .milliseconds: String(format: "%.2f ms", value * 1e3)
    case .bytes: String(format: "%.0f B", value)
    }
  }
}

extension Row.Goal {
  fileprivate func text(_ ratio: Double) -> String {
    switch self {
    case .atLeast(let goal): "≥ \(goal.formatted())\(ratio >= goal ? "" : ", missed")"
    case .atMost(let goal): "≤ \(goal.formatted())\(ratio <= goal ? "" : ", missed")"
    }
  }
}

/// Rows as a table in Markdown, in columns that line up in a terminal too.
struct Table {
  let rows: [Row]

  func text(_ runs: Runs) -> String {
    let head = ["what", "metsched", "beside", "ratio", "goal"]
    let cells = [head] + rows.map { $0.cells(runs) }
    let widths = head.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return "| " + padded.joined(separator: " | ") + " |\n"
    }
    let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) + "|" }.joined() + "\n"
    return line(head) + rule + cells.dropFirst().map(line).joined()
  }
}
