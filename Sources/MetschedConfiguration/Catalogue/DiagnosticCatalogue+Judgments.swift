internal import MetschedDiagnostics

/// What runs of the placements bring to light before a file is shipped.
extension DiagnosticCatalogue {
  static let judgments = reloadJudgments + entryJudgments + placementJudgments

  private static let reloadJudgments = [
    entry(
      .reloadsDeferred, "More reloads are asked for than the host grants in a day.",
      failing: judged("reload: {after: 10m}", items: 4),
      mended: judged("reload: {after: 1h}", items: 1)),
    entry(
      .wastedReloads, "An app asks for reloads that change nothing.",
      failing: judged("reload: never", items: 1, further: often),
      mended: judged("reload: never", items: 1)),
    entry(
      .singleEntry, "`atEnd` with one entry leaves the time of the next one to the system.",
      failing: judged("reload: atEnd\nentry: {title: {date: HH}}", items: 1),
      mended: judged("reload: {after: end}\nentry: {title: {date: HH}}", items: 1)),
    entry(
      .staleEntry, "The entries are used up long before the date of `after`.",
      failing: judged("reload: {after: 12h}", items: 4),
      mended: judged("reload: {after: [end, 12h]}", items: 4)),
    entry(
      .unseenEntries, "`after` comes before all entries have had their turn.",
      failing: judged("reload: {after: 2h}", items: 4),
      mended: judged("reload: {after: 2h}\nlimit: 2", items: 4)),
    entry(
      .neverReloaded, "Nothing reloads a widget whose entries are used up.",
      failing: judged("reload: never", items: 4),
      mended: judged("reload: {after: end}", items: 4)),
  ]

  private static let entryJudgments = [
    entry(
      .shortInterval, "Entries are less than about 5 minutes apart.",
      failing: judged("reload: {after: end+1h}\ninterval: 1m", items: 4),
      mended: judged("reload: {after: end+1h}\ninterval: 15m", items: 4)),
    entry(
      .collapsedEntries, "Entries are less than 2 seconds apart, so that some are left out.",
      failing: judged("reload: {after: end+1h}\ninterval: 1s", items: 4),
      mended: judged("reload: {after: end+1h}\ninterval: 15m", items: 4)),
    entry(
      .lateDay, "A new day begins with what the day before showed.",
      failing: judged("interval: 7h\nreload: {after: end}\nentry: {title: {date: EEEE}}", items: 4),
      mended: judged(
        "interval: 6h\nanchor: \"00:00\"\nreload: {after: end}\nentry: {title: {date: EEEE}}",
        items: 4)),
    entry(
      .clockChange, "A clock change moves, skips or doubles a time of day.",
      failing: judged("reload: {after: \"02:30\"}", items: 1, zone: "Europe/Paris"),
      mended: judged("reload: {after: \"04:00\"}", items: 1, zone: "Europe/Paris")),
    entry(
      .relativeWord, "A word such as `Tomorrow` still shows when it has become wrong.",
      failing: judged(
        "reload: {after: end}\nentry: {title: \"Tomorrow: ${.title}\"}\ninterval: 5h", items: 4),
      mended: judged("reload: {after: end}\ninterval: 5h", items: 4)),
    entry(
      .manyEntries, "A timeline has more than 200 entries; on `widgetkit` over 400 are an error.",
      failing: judged("limit: 300\ninterval: 5m\nreload: {after: end}", items: 250),
      mended: judged("limit: 100\ninterval: 15m\nreload: {after: end}", items: 250)),
    entry(
      .largeTimeline, "A timeline says more than 10 MB, or an entry more than 256 KB.",
      failing: judged(
        "reload: {after: end}\nentry: {title: \"\(repeated)\"}", items: 2, title: long),
      mended: judged("reload: {after: end}", items: 2)),
    entry(
      .nothingFound, "`query` or `where` finds none of the items.",
      failing: judged("query: peony\nreload: {after: 1h}", items: 2),
      mended: judged("query: item\nreload: {after: end}", items: 2)),
    entry(
      .sampleShown, "Sample data is shown to somebody, since the source fails.",
      failing: Example(
        "host: widgetkit\ncontainer: container\nwidgets:\n  TheMetWidget:\n"
          + "    source: {file: objects.json}\n    on-error: {show: sample, retry: 6h}\n"),
      mended: Example(
        "host: widgetkit\ncontainer: container\nwidgets:\n  TheMetWidget:\n"
          + "    source: {file: objects.json}\n    on-error: {show: placeholder, retry: 6h}\n")),
  ]

  private static let placementJudgments = [
    entry(
      .shortSpacing, "The spacing of the host is kinder than the system's.",
      failing: judged("reload: {after: end}", items: 4, host: "{profile: widgetkit, spacing: 1m}"),
      mended: judged("reload: {after: end}", items: 4, host: "{profile: widgetkit, spacing: 10m}")),
    entry(
      .unusableFamily, "A widget supports a family that users cannot pick.",
      failing: families("[systemMedium]"),
      mended: families("[systemMedium, systemLarge]")),
    entry(
      .indistinguishable, "Two placements have the same values, and the system knows no ids.",
      failing: judged("reload: {after: end}", items: 4, further: twice("{id: hall}, {id: desk}")),
      mended: judged(
        "reload: {after: end}", items: 4,
        further: twice("{id: hall}, {id: desk, family: systemLarge}"))),
    entry(
      .commonReload, "Very many placements ask for a reload at one instant.",
      failing: judged("reload: {after: \"04:00\"}", items: 1, further: many),
      mended: judged("reload: {after: 1h}", items: 1, further: many)),
    entry(
      .unusedAllow, "What a widget allows does not come up.",
      failing: judged(
        "reload: {after: end}\nallow: {late-day: \"nobody looks at night\"}", items: 4),
      mended: judged("reload: {after: end}", items: 4)),
  ]

  private static func entry(
    _ id: DiagnosticID, _ meaning: String, failing: Example, mended: Example
  ) -> Entry {
    Entry(
      id: id, severity: .warning, meaning: meaning, failing: failing, mended: mended,
      needsAnalysis: true)
  }

  /// A file with so many items and further lines of its one widget.
  private static func judged(
    _ lines: String, items: Int, title: String = "Item", zone: String = "UTC",
    host: String = "widgetkit", further: String = ""
  ) -> Example {
    let list = (1...items).map { "{title: \(title) \($0)}" }.joined(separator: ", ")
    let widget = ("source: {items: [\(list)]}\n" + lines).split(separator: "\n")
      .map { "    \($0)\n" }.joined()
    return Example(
      "clock: {virtual: {start: 2026-01-05T09:00}}\nhost: \(host)\ntimezone: \(zone)\n"
        + "widgets:\n  TheMetWidget:\n" + widget + further)
  }

  private static let often = "events: [{at: \"10:00\", every: 5h, reload: TheMetWidget}]\n"
  private static let repeated = String(repeating: "${.title} ", count: 3_000)
  private static let long = String(repeating: "wheat field with cypresses ", count: 4)
  private static let many =
    "users: {" + (1...120).map { "user\($0): {TheMetWidget: }" }.joined(separator: ", ") + "}\n"

  private static func twice(_ placements: String) -> String {
    "users: {alice: {TheMetWidget: {placements: [\(placements)]}}}\n"
  }

  private static func families(_ options: String) -> Example {
    Example(
      """
      intents:
        Sizes:
          parameters: {families: {type: families, default: [systemMedium], options: \(options)}}
      widgets:
        TheMetWidget:
          intent: Sizes
          families: [systemMedium, systemLarge]
          source: sample

      """)
  }
}
