import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import Testing

/// A live run that is killed, and goes on later from what was saved.
@Suite struct RestartTests {
  /// Entries every ten minutes; `Hourly` reloads by its own date, `Ends` at the end of its entries.
  private static let file = """
    clock: {virtual: {start: 2026-01-05T09:00, for: 1d}}
    widgets:
      Hourly:
        source: {items: [{title: a}, {title: b}, {title: c}]}
        interval: 10m
        reload: {after: 1h}
      Ends:
        source: {items: [{title: x}, {title: y}]}
        interval: 10m
        reload: atEnd

    """

  /// Runs a file until a time of its clock, and then from another one on.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - killed: the minute after which nothing is played any more.
  ///   - restarted: the minute in which the run goes on.
  ///   - end: the minute before which it ends.
  ///   - rule: what becomes of what was missed.
  ///   - grace: the minutes of the grace.
  /// - Returns: the records after the restart.
  /// - Throws: what keeps the run from its end.
  private static func lines(
    _ file: String = file, killed: Int64, restarted: Int64, until end: Int64,
    _ rule: MissedSettings.Rule, grace: Int64 = 0
  ) async throws -> [String] {
    let configuration = try EventRun.configuration(file)
    let schedule = Schedule(configuration)
    let start = configuration.clock.start.value
    var rows: [String: [UInt8]] = [:]
    var checkpoints = RunCheckpoints()
    var events = schedule.events(in: start..<start + 1_440 * minute)
    var driver = LiveDriver(
      conductor: schedule.conductor(), clock: ScriptedClock(at: start), inputs: LiveInputs())
    try await driver.run(
      &events, from: start, until: start + killed * minute, emit: { _, _ in },
      save: { conductor, events, position in
        var position = position
        position.end = start + end * minute
        checkpoints.save(&conductor, events, at: position) { rows[$0.name] = $0.bytes }
      }, settled: { _ in })

    var restored = try schedule.restored(
      from: rows.map { SavedRow(name: $0.key, bytes: $0.value) })
    var resumed = LiveDriver(
      conductor: restored.conductor, clock: ScriptedClock(at: start + restarted * minute),
      inputs: LiveInputs())
    var lines: [String] = []
    try await resumed.resume(
      &restored.events, from: restored.clock,
      missed: MissedSettings(
        rule: Setting(rule, .builtIn), grace: Setting(grace * minute, .builtIn)),
      at: start + restarted * minute,
      emit: { record, provider in
        lines.append(line(record, provider, since: start))
      }, settled: { _ in })
    return lines
  }

  private static let minute: Int64 = 60_000

  private static func line(
    _ record: Record, _ provider: WidgetProvider, since start: Instant
  ) -> String {
    var text = "\(record.sequence) \((record.at - start) / minute)"
    if case .placement(let number) = record.scope {
      let placement = provider.configuration.placements[Int(number.index)]
      text += " " + provider.configuration.widgets[Int(placement.widget)].kind
    }
    let next: (Reload) -> String = { reload in
      reload.next.map { " next \(($0 - start) / minute)" } ?? ""
    }
    switch record.what {
    case .reload(let reload): return text + " reload\(next(reload))"
    case .fail(let reload, _): return text + " fail\(next(reload))"
    case .show(let show): return text + " show \(show.index)"
    case .deferred: return text + " defer"
    case .drop(let drop): return text + " drop \(drop.reason) \(drop.count)"
    case .state(let state): return text + " \(state)"
    }
  }

  @Test func `all plays what was missed at its own instants`() async throws {
    let whole = try await Self.lines(killed: 15, restarted: 15, until: 75, .all)
    let killed = try await Self.lines(killed: 15, restarted: 70, until: 75, .all)
    #expect(killed == whole)
    #expect(whole.count == 13)
    #expect(whole.first == "7 20 Hourly show 2")
  }

  @Test func `latest shows the newest entry and reloads each placement once`() async throws {
    #expect(
      try await Self.lines(killed: 15, restarted: 95, until: 130, .latest) == [
        "7 20 down(true)",
        "8 95 down(false)",
        "9 95 Hourly show 2",
        "10 95 Hourly reload next 155",
        "11 95 Hourly show 0",
        "12 95 Ends reload next 105",
        "13 95 Ends show 0",
        "14 105 Hourly show 1",
        "15 105 Ends show 1",
        "16 115 Hourly show 2",
        "17 115 Ends reload next 125",
        "18 115 Ends show 0",
        "19 125 Ends show 1",
      ])
  }

  @Test func `skip leaves out what policies asked for, and keeps their phase`() async throws {
    #expect(
      try await Self.lines(killed: 15, restarted: 95, until: 130, .skip) == [
        "7 20 down(true)",
        "8 95 down(false)",
        "9 95 Hourly drop missed 1",
        "10 95 Ends drop missed 4",
        "11 95 Hourly show 2",
        "12 100 Ends reload next 110",
        "13 100 Ends show 0",
        "14 110 Ends show 1",
        "15 120 Hourly reload next 180",
        "16 120 Hourly show 0",
        "17 120 Ends reload next 130",
        "18 120 Ends show 0",
      ])
  }

  @Test(arguments: MissedSettings.Rule.allCases)
  func `what is late by no more than the grace is not missed`(
    _ rule: MissedSettings.Rule
  ) async throws {
    let whole = try await Self.lines(killed: 15, restarted: 15, until: 75, .all)
    #expect(try await Self.lines(killed: 15, restarted: 40, until: 75, rule, grace: 20) == whole)
    let late = try await Self.lines(killed: 15, restarted: 41, until: 75, rule, grace: 20)
    #expect((late == whole) == (rule == .all))
  }

  @Test func `with a grace the run catches up from where it begins`() async throws {
    #expect(
      try await Self.lines(killed: 15, restarted: 95, until: 96, .latest, grace: 20) == [
        "7 20 down(true)",
        "8 75 down(false)",
        "9 75 Hourly show 2",
        "10 75 Hourly reload next 135",
        "11 75 Hourly show 0",
        "12 75 Ends reload next 85",
        "13 75 Ends show 0",
        "14 85 Hourly show 1",
        "15 85 Ends show 1",
        "16 95 Hourly show 2",
        "17 95 Ends reload next 105",
        "18 95 Ends show 0",
      ])
  }

  @Test func `a time in which nothing was due leaves no record`() async throws {
    let whole = try await Self.lines(killed: 11, restarted: 11, until: 31, .all)
    #expect(try await Self.lines(killed: 11, restarted: 19, until: 31, .latest) == whole)
  }

  @Test func `a restart leaves the phase of a long interval alone`() async throws {
    let file = """
      clock: {virtual: {start: 2026-01-05T09:00, for: 1d}}
      widgets: {Daily: {source: {items: [{title: a}]}, interval: 6h, reload: {after: 6h}}}

      """
    for rule in MissedSettings.Rule.allCases {
      #expect(
        try await Self.lines(file, killed: 30, restarted: 300, until: 400, rule) == [
          "3 360 Daily reload next 720", "4 360 Daily show 0",
        ])
    }
  }

  @Test func `a clock that is set back while the run is down is a change of the clock`()
    async throws
  {
    #expect(
      try await Self.lines(killed: 25, restarted: 5, until: 40, .latest) == [
        "10 5 clock(by: -900000)",
        "11 5 Hourly reload next 65",
        "12 5 Hourly show 0",
        "13 5 Ends reload next 15",
        "14 5 Ends show 0",
        "15 15 Hourly show 1",
        "16 15 Ends show 1",
      ])
  }
}
