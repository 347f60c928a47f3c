import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import Testing
import WidgetFamilies

/// A file's virtual run from 09:00 UTC on 5 January 2026, as lines of its records.
struct EventRun: RecordDetails {
  /// A static widget of a file, written at the start, and one with an intent; Ann has both, Bob the second.
  static let file = """
    container: nowhere
    clock: {virtual: {start: 2026-01-05T09:00, for: 1h}}
    intents: {Search: {parameters: {query: {type: string, default: vase}}}}
    widgets:
      File: {source: {file: a.json}, reload: never, reload-on: {container: changed}}
      Search: {intent: Search, source: {items: [{title: vase}, {title: bowl}]}, reload: never}
    users:
      ann: {File: {family: systemSmall}, Search: {family: systemSmall}}
      bob: {Search: {family: systemSmall}}

    """

  private var provider: WidgetProvider
  let fileZone: ZoneTable

  /// Runs the file with some events, and gives each record as a line.
  ///
  /// - Parameters:
  ///   - events: the events without their first words `- {at: 2026-01-05T`, or from `at:` on.
  ///   - file: the rest of the file.
  ///   - skipsStart: leaves the records of 09:00 out.
  ///   - json: writes records with all their fields.
  ///   - revisions: what the whole file says from some instants of 5 January on, such as `09:10`.
  ///   - inspect: looks at the widgets when the run is over.
  /// - Returns: the lines, with single spaces.
  /// - Throws: what keeps the run from its end, such as an error in the file.
  static func records(
    _ events: [String], in file: String = file, skipsStart: Bool = true, json: Bool = false,
    revisions: [(at: String, file: String)] = [], inspect: (WidgetProvider) -> Void = { _ in }
  ) async throws -> [String] {
    let written =
      file.contains("container:")
      ? "  - {at: 2026-01-05T09:00, write: {a.json: [{title: One, id: 1}]}}\n" : ""
    let listed = events.map { "  - {\($0.hasPrefix("at:") ? "" : "at: 2026-01-05T")\($0)}\n" }
    let all = written + listed.joined()
    let text = file + (all.isEmpty ? "" : "events:\n" + all)
    let configuration = try configuration(text)
    let zone = configuration.timezone.value
    let start = configuration.clock.start.value
    let end = zone.adding(1, try #require(configuration.clock.length?.value), to: start)
    let schedule = Schedule(configuration)
    var driver = VirtualDriver(conductor: schedule.conductor(), clock: VirtualClock(at: start))
    var player = schedule.events(in: start..<end)
    if !revisions.isEmpty { player.expectRevisions() }
    var source = ListedCommands(
      player,
      try revisions.enumerated().map { index, revision in
        let configuration = try Self.configuration(revision.file)
        let at = try #require(InstantLiteral("2026-01-05T" + revision.at)).resolved(in: zone)
        let next = Revision(number: index + 1, configuration: configuration)
        return (at, Noticed(commands: [.reconfigure(next)]))
      })
    var details = EventRun(provider: driver.conductor.provider, fileZone: zone)
    var lines: [String] = []
    let writer = RecordText(
      layout: RecordText.Layout(
        nameWidth: 0, showsDay: false, showsMilliseconds: false, usesColor: false), zone: zone)
    try await driver.run(
      &source, until: end,
      emit: { record, provider in
        details.provider = provider
        if skipsStart, record.at == start { return }
        let line =
          json
          ? RecordJSON().line(record, &details)
          : writer.line(record, name: details.name(of: record), &details)
        lines.append(line.split(whereSeparator: { " \n".contains($0) }).joined(separator: " "))
      })
    inspect(driver.conductor.provider)
    return lines
  }

  static func configuration(_ text: String) throws -> Configuration {
    var sources = SourceMap()
    let id = sources.add(path: "widget.yaml", bytes: Array(text.utf8))
    let result = ConfigurationLoader(file: id).load(&sources)
    let output = DiagnosticRenderer(sources: sources).text(result.diagnostics)
    return try #require(result.configuration, "\(output)")
  }

  private func name(of record: Record) -> String {
    switch record.scope {
    case .everybody: return "all"
    case .user(let user): return name(ofUser: user)
    case .placement(let number):
      let label = label(of: number)
      return "\(label.user)/\(label.kind)/\(label.family.dropFirst(6))"
    }
  }

  func label(of placement: PlacementNumber) -> PlacementLabel {
    let placed = provider.configuration.placements[Int(placement.index)]
    return PlacementLabel(
      user: name(ofUser: placed.user),
      kind: provider.configuration.widgets[Int(placed.widget)].kind, id: placed.id,
      family: placed.family.name, zone: provider.zones[Int(placed.user)])
  }

  func name(ofUser user: Int32) -> String { provider.configuration.users[Int(user)].name }

  mutating func text(of show: Show) -> ShownText {
    guard let timeline = show.timeline, let date = show.date else {
      return ShownText(isEmpty: true, title: nil, link: nil)
    }
    let text = provider.text(of: timeline, entry: show.index, date: date)
    return ShownText(isEmpty: text.isEmpty, title: text.title, link: text.link)
  }

  func origin(of tag: Int32, isRetry: Bool) -> String? { nil }

  func message(ofError number: Int32) -> String { provider.error(number) }

  func name(ofZone number: Int32) -> String {
    provider.configuration.zones[Int(number)].identifier
  }
}

/// Checks every record of a run.
func expectRecords(
  _ events: [String], in file: String = EventRun.file, skipsStart: Bool = true,
  json: Bool = false, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let records = try await EventRun.records(events, in: file, skipsStart: skipsStart, json: json)
    .joined(separator: "\n")
  #expect(records == expected, "the records are\n\(records)", sourceLocation: sourceLocation)
}
