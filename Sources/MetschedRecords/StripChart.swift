package import MetschedEngine
import MetschedText
package import MetschedTime

/// A run as a chart for the terminal: a strip of columns for each placement, and its budget below.
///
/// A column is a span of real time, so a day of 23 or 25 hours is as long as it was; the axis has
/// the wall times of the file's zone. Colour adds nothing that the characters do not say.
package struct StripChart: Sendable {
  /// How many placements get a row; the others are counted.
  private static let mostRows = 40

  /// What a column says, the more important the greater.
  fileprivate enum Mark: UInt8, Comparable {
    case entry, waiting, freeReload, reload, failure

    static func < (lhs: Mark, rhs: Mark) -> Bool { lhs.rawValue < rhs.rawValue }

    var character: Character {
      switch self {
      case .entry: "."
      case .waiting: "-"
      case .freeReload: "r"
      case .reload: "R"
      case .failure: "x"
      }
    }

    /// The colour's number in an escape sequence.
    var color: Int {
      switch self {
      case .entry: 32
      case .waiting: 33
      case .freeReload, .reload: 36
      case .failure: 31
      }
    }
  }

  /// What is drawn of one placement.
  fileprivate struct Row {
    var marks: [(at: Instant, mark: Mark)] = []
    var waits: [Range<Instant>] = []
    var waitsSince: Instant?
    var counted: [Instant] = []
    /// The budget: what a counted grant left, and those before it.
    var budget: Int?
  }

  private var rows: [Int32: Row] = [:]
  private var others: Set<Int32> = []

  package init() {}

  /// Takes a record in.
  package mutating func count(_ record: Record) {
    guard case .placement(let placement) = record.scope else { return }
    let index = placement.index
    guard index < Self.mostRows else {
      others.insert(index)
      return
    }
    var row = rows.removeValue(forKey: index) ?? Row()
    switch record.what {
    case .reload(let reload):
      row.grant(reload, as: reload.isCounted ? .reload : .freeReload)
    case .fail(let reload, _): row.grant(reload, as: .failure)
    case .show(let show): if show.content == .entry { row.marks.append((record.at, .entry)) }
    case .deferred(let deferral): row.waitsSince = deferral.eligible
    case .state(.removed): row.waitsSince = nil
    case .drop, .state: break
    }
    rows[index] = row
  }

  /// Returns the chart.
  ///
  /// - Parameters:
  ///   - range: what the run covered.
  ///   - zone: the zone of the axis.
  ///   - width: the cells that a line may take.
  ///   - usesColor: whether marks are coloured.
  ///   - name: names a placement.
  /// - Returns: the lines, each with its end.
  package func text(
    _ range: Range<Instant>, in zone: ZoneTable, width: Int, usesColor: Bool,
    name: (PlacementNumber) -> String
  ) -> String {
    let shown = rows.sorted { $0.key < $1.key }.map {
      (name(PlacementNumber(Int($0.key))), $0.value)
    }
    let budgetLabel = "budget left"
    let hasBudget = shown.contains { $0.1.budget != nil }
    let longest = shown.reduce(hasBudget ? budgetLabel.count : 0) {
      max($0, DisplayWidth.of($1.0))
    }
    // Names may take half of a narrow terminal, and the strip has the rest.
    let nameWidth = min(longest, max(budgetLabel.count, width / 2))
    let axis = StripAxis(range, in: zone, columns: max(12, width - nameWidth - 2))
    var text = ""
    for line in axis.lines { text += Self.padded("", nameWidth) + "  " + line + "\n" }
    for (name, row) in shown {
      let marks = row.columns(on: axis)
      let label = VisibleText.of(name)
      text += Self.padded(Self.cut(label, to: nameWidth), nameWidth) + "  "
      text += Self.line(marks, usesColor) + "\n"
      guard row.budget != nil else { continue }
      text += String(repeating: " ", count: nameWidth - budgetLabel.count) + budgetLabel + "  "
      text += String(row.left(on: axis)) + "\n"
    }
    if !others.isEmpty { text += "… and \(others.count) more; `--user` chooses\n" }
    return text + "\n" + legend(axis, zone, hasBudget: hasBudget)
  }

  private func legend(_ axis: StripAxis, _ zone: ZoneTable, hasBudget: Bool) -> String {
    var text = "a column is \(Step(milliseconds: axis.column)), times in \(zone.identifier)\n"
    text += ". entry shown   R reload   r reload that costs nothing   x failed reload\n"
    text += "- due, and waiting for the host"
    if hasBudget { text += "   0 to 9, + for more: the budget left" }
    return text + "\n"
  }

  private static func line(_ marks: [Mark?], _ usesColor: Bool) -> String {
    var text = ""
    var color: Int?
    for mark in marks {
      if usesColor, mark?.color != color {
        text += mark.map { "\u{1B}[\($0.color)m" } ?? "\u{1B}[0m"
        color = mark?.color
      }
      text.append(mark?.character ?? " ")
    }
    if color != nil { text += "\u{1B}[0m" }
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }

  /// Cuts the beginning off, since names differ at their ends.
  private static func cut(_ text: String, to width: Int) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    var rest = text[...]
    while DisplayWidth.of(rest) > width - 1 { rest = rest.dropFirst() }
    return "…" + rest
  }
}

extension StripChart.Row {
  fileprivate mutating func grant(_ reload: Reload, as mark: StripChart.Mark) {
    marks.append((reload.granted, mark))
    if let since = waitsSince, since < reload.granted { waits.append(since..<reload.granted) }
    waitsSince = nil
    if reload.isCounted { counted.append(reload.granted) }
    guard budget == nil, let left = reload.left else { return }
    // Nothing was granted before the run, so the first figure and what was counted is all of it.
    budget = left + counted.count
  }

  fileprivate func columns(on axis: StripAxis) -> [StripChart.Mark?] {
    var columns = [StripChart.Mark?](repeating: nil, count: axis.count)
    func put(_ mark: StripChart.Mark, at column: Int) {
      if columns[column].map({ $0 < mark }) ?? true { columns[column] = mark }
    }
    for (at, mark) in marks { if let column = axis.index(of: at) { put(mark, at: column) } }
    let open = waitsSince.map { [$0..<max($0, axis.range.upperBound)] } ?? []
    for wait in waits + open {
      guard let first = axis.index(of: max(wait.lowerBound, axis.range.lowerBound)),
        let last = axis.index(of: min(wait.upperBound, axis.range.upperBound) - 1), first <= last
      else { continue }
      for column in first...last { put(.waiting, at: column) }
    }
    return columns
  }

  /// The budget left at the end of each column, in one character.
  fileprivate func left(on axis: StripAxis) -> [Character] {
    (0..<axis.count).map { column in
      let end = min(axis.start(of: column + 1), axis.range.upperBound)
      let used = counted.count { $0 < end && $0 + Host.day >= end }
      let left = max(0, (budget ?? 0) - used)
      return left > 9 ? "+" : Character("\(left)")
    }
  }
}
