import MetschedEngine
import MetschedRecords
import MetschedText
import MetschedTime

/// Writes the records of a database as the run wrote them.
struct LogOutput {
  private let terminal: Terminal
  private let filter: RecordFilter
  private let writesJSON: Bool
  private let usesColor: Bool

  init(_ terminal: Terminal, _ arguments: ParsedArguments, _ filter: RecordFilter) {
    self.terminal = terminal
    self.filter = filter
    writesJSON = arguments["format"] == "json"
    usesColor = terminal.usesColor(arguments.colorMode)
  }

  /// Writes the records that are wanted, from a position on.
  func records(_ reader: StoreReader, from position: inout StoreReader.Position) throws {
    let runs = try runs(of: reader)
    sayGaps(of: runs.values.map(\.number).sorted(), reader)
    var current: (run: Int64, text: RecordText)?
    let json = RecordJSON()
    try reader.records(filter, from: &position) { found in
      var stored = found.record
      if writesJSON {
        terminal.output(json.line(stored.record, &stored))
        return
      }
      if current?.run != found.run, let kept = runs[found.run] {
        if runs.count > 1 {
          terminal.output((current == nil ? "" : "\n") + header(kept) + "\n\n")
        }
        var layout = kept.run.layout
        layout.usesColor = usesColor
        current = (found.run, RecordText(layout: layout, zone: kept.run.zone))
      }
      if let text = current?.text {
        terminal.output(text.line(stored.record, name: stored.label.name, &stored))
      }
    }
    terminal.flush()
  }

  /// Goes on with what is written from now on, until the process is ended.
  func follow(
    _ path: String, _ reader: StoreReader, from position: StoreReader.Position
  ) throws {
    let changes = try FileChanges(path)
    var reader = reader
    var position = position
    let next = LogOutput(following: self)
    while true {
      // What was written between the first reading and the watch is in this one.
      try next.records(reader, from: &position)
      changes.wait()
      if reader.hasMoved {
        guard FileAccess.exists(path) else { continue }
        reader = try StoreReader(path)
        position = StoreReader.Position()
      }
    }
  }

  private init(following first: LogOutput) {
    terminal = first.terminal
    writesJSON = first.writesJSON
    usesColor = first.usesColor
    var filter = first.filter
    filter.limit = nil
    self.filter = filter
  }

  private func runs(of reader: StoreReader) throws -> [Int64: KeptRun] {
    let wanted = filter.runs
    return try Dictionary(
      uniqueKeysWithValues: reader.runs().filter { wanted.isEmpty || wanted.contains($0.number) }
        .map { ($0.number, $0) })
  }

  private func header(_ kept: KeptRun) -> String {
    let file = kept.run.file.split(separator: "/").last ?? ""
    return "\(file) · run \(kept.number) · \(kept.run.clock) clock from "
      + kept.run.start.rfc3339(in: kept.run.zone)
  }

  /// Says what is missing, since nothing else shows it.
  private func sayGaps(of runs: [Int64], _ reader: StoreReader) {
    for run in runs {
      for gap in (try? reader.gaps(of: run)) ?? [] where gap.records > 0 {
        let count = gap.records
        terminal.problem(
          "run \(run) lacks \(count) record\(count == 1 ? "" : "s"), "
            + "numbers \(gap.first) to \(gap.last): \(gap.reason.text)")
      }
    }
  }

  // MARK: Summary

  func summary(_ reader: StoreReader) throws {
    let tallies = try reader.tallies(filter)
    if writesJSON {
      for tally in tallies { terminal.output(tally.json) }
      return
    }
    let runs = try runs(of: reader)
    let hasSeveral = Set(tallies.map(\.run)).count > 1
    let rows = tallies.map { tally in
      [(hasSeveral ? "run \(tally.run)  " : "") + tally.label.name] + cells(tally)
    }
    let titles = [
      "placement", "reloads", "counted", "left", "failed", "stale", "longest", "causes",
    ]
    let zone = runs.values.max { $0.number < $1.number }?.run.zone ?? .utc
    for line in ColumnText.lines([titles] + rows, alignedRight: [1, 2, 3, 4, 5, 6]) {
      terminal.output(line + "\n")
    }
    let waiting = tallies.filter { $0.staleSince != nil }
    for tally in waiting {
      if let since = tally.staleSince {
        terminal.output(
          "\n\(tally.label.name) is stale since \(since.rfc3339(in: zone)), when its reload failed\n"
        )
      }
    }
  }

  private func cells(_ tally: PlacementTally) -> [String] {
    let causes = zip(Cause.allCases, tally.causes).filter { $0.1 > 0 }
    return [
      "\(tally.reloads)", "\(tally.counted)", tally.left.map { "\($0)" } ?? "–",
      "\(tally.failures)", Self.length(tally.stale), Self.length(tally.longest?.milliseconds ?? 0),
      causes.map { "\($0.1) \($0.0.name)" }.joined(separator: ", "),
    ]
  }

  /// A length to the second, and to the minute from an hour on.
  private static func length(_ milliseconds: Int64) -> String {
    if milliseconds == 0 { return "0" }
    let unit: Int64 = milliseconds < 1_000 ? 1 : milliseconds < 3_600_000 ? 1_000 : 60_000
    return Step(milliseconds: (milliseconds + unit / 2) / unit * unit).description
  }
}

/// Rows of cells as lines with aligned columns.
private enum ColumnText {
  static func lines(_ rows: [[String]], alignedRight: Set<Int>) -> [String] {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in
      rows.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
        let isLast = column == row.count - 1
        line += alignedRight.contains(column) ? blanks + cell : isLast ? cell : cell + blanks
        if !isLast { line += "  " }
      }
      return line
    }
  }
}
