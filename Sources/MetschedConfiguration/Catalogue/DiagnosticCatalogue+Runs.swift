internal import MetschedDiagnostics

/// What comes to light when a file is run.
extension DiagnosticCatalogue {
  static let runs = [
    Entry(
      id: .datePassed, severity: .warning,
      meaning: "The date of `after` has passed, so that nothing asks for a reload any more.",
      failing: run("reload: {after: 2026-01-01T00:00}"),
      mended: run("reload: {after: 1d}"), needsRun: true),
    Entry(
      id: .lastEntryHardlySeen, severity: .warning,
      meaning: "`atEnd` asks at the last entry's own date, so it goes as soon as the host grants.",
      failing: run("reload: atEnd", host: "widgetkit"),
      mended: run("reload: {after: end}", host: "widgetkit"), needsRun: true),
    Entry(
      id: .reloadLoop, severity: .warning,
      meaning: "A provider asks for a reload while it answers one; the reload waits for `retry`.",
      failing: "", mended: "", needsRun: true, needsProvider: true),
    Entry(
      id: .unsortedItems, severity: .warning,
      meaning: "Items that date their own entries are not in the order of their dates.",
      failing: run(shows("2026-01-05T12:00", "2026-01-05T08:00")),
      mended: run(shows("2026-01-05T08:00", "2026-01-05T12:00")), needsRun: true),
    Entry(
      id: .undatedItems, severity: .warning,
      meaning: "Items are left out, since their dates cannot be read.",
      failing: run(shows("2026-01-05T08:00", "noon")),
      mended: run(shows("2026-01-05T08:00", "2026-01-05T12:00")), needsRun: true),
  ]

  private static func run(_ lines: String, host: String = "ideal") -> Example {
    let source = lines.contains("source:") ? "" : "source: sample\n"
    let widget = (source + lines).split(separator: "\n").map { "    \($0)\n" }.joined()
    return Example(
      "clock: {virtual: {start: 2026-01-05T00:00, for: 1d}}\nhost: \(host)\n"
        + "widgets:\n  TheMetWidget:\n" + widget)
  }

  private static func shows(_ first: String, _ second: String) -> String {
    """
    source:
      items:
        - {title: Breakfast, start: "\(first)"}
        - {title: Lunch, start: "\(second)"}
    entry: {date: "${.start}"}
    """
  }
}
