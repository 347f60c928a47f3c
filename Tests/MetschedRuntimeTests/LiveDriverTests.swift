import MetschedEngine
import MetschedRuntime
import MetschedTime
import Testing

/// The live driver on clocks that take no time.
@Suite struct LiveDriverTests {
  /// Two entries an hour apart, then a reload an hour after the last.
  struct HourlyProvider: RequestAnswering {
    mutating func answers(to requests: [Request]) async -> Answers {
      Answers(requests.map(Self.answer))
    }
    static func answer(to request: Request) -> Answer? {
      if request.hasExpired { return .failure(Failure(error: 0)) }
      return .timeline(
        AnsweredTimeline(
          id: TimelineID(Int(request.placement.index)),
          dates: .regular(base: request.granted, step: Self.hour, count: 2),
          end: request.granted + 2 * Self.hour, policy: .atEnd))
    }
    mutating func release(_ timeline: TimelineID) {}
    static let hour: Int64 = 3_600_000
  }

  static let hour = HourlyProvider.hour
  static let start = Instant(milliseconds: 1_767_603_600_000)

  static func conductor(_ host: Host = .ideal) -> Conductor<HourlyProvider> {
    Conductor(
      machine: Machine(
        hosts: [host],
        rules: [FailureHandling(show: .last, retry: Step(milliseconds: 900_000))], zones: [.utc],
        seed: 7, placements: 2), provider: HourlyProvider())
  }

  static let added = (0..<2).map { user in
    Event.added(
      NewPlacement(user: Int32(user), host: 0, rule: 0, zone: 0, nameHash: UInt64(user)))
  }

  /// What happened, in hours since the start.
  static func line(_ record: Record) -> String {
    let at = Double(record.at - start) / Double(hour)
    let who = if case .placement(let number) = record.scope { "\(number.index) " } else { "" }
    let what =
      switch record.what {
      case .reload:
        "reload \(record.causes.causes.map(\.rawValue).map { Cause(rawValue: $0)! })"
      case .show(let show): "show \(show.index)"
      case .state(let state): "\(state)"
      case .drop(let drop): "drop \(drop.reason) \(drop.count)"
      case .fail: "fail"
      case .deferred: "defer"
      }
    return "\(at) \(who)\(what)"
  }

  private static func live(
    _ clock: ScriptedClock, hours: Int64, host: Host = .ideal, inputs: LiveInputs = LiveInputs()
  ) async throws -> (records: [Record], lateness: Lateness) {
    var driver = LiveDriver(conductor: conductor(host), clock: clock, inputs: inputs)
    var records: [Record] = []
    try await driver.run(
      added.map { TimedEvent(at: start, $0) }, from: start, until: start + hours * hour,
      emit: { record, _ in records.append(record) }, settled: { _ in })
    return (records, driver.lateness)
  }

  private static func virtual(hours: Int64, host: Host = .ideal) async throws -> [Record] {
    var driver = VirtualDriver(conductor: conductor(host), clock: VirtualClock(at: start))
    var records: [Record] = []
    try await driver.run(
      added.map { TimedEvent(at: start, $0) }, until: start + hours * hour,
      emit: { record, _ in records.append(record) })
    return records
  }

  static let limited = Host(
    budget: 5, spacing: 300_000, latency: 2_000...60_000, timeLimit: 30_000, grantsAtEnd: false)

  @Test(arguments: [Host.ideal, limited])
  func `a live run gives the records of a virtual one`(_ host: Host) async throws {
    let live = try await Self.live(ScriptedClock(at: Self.start), hours: 30, host: host)
    #expect(live.records == (try await Self.virtual(hours: 30, host: host)))
    #expect(live.records.count > 60)
    #expect(live.lateness.longest == .zero)
  }

  @Test func `a late wake changes no record, and is counted`() async throws {
    let clock = ScriptedClock(at: Self.start, [.late(250), .late(70)])
    let live = try await Self.live(clock, hours: 6)
    #expect(live.records == (try await Self.virtual(hours: 6)))
    #expect(live.lateness.longest == .milliseconds(250))
    #expect(live.lateness.total == .milliseconds(320))
    #expect(live.lateness.count == 5)
  }

  @Test func `a clock set forwards counts what was passed over, and reloads once`() async throws {
    let clock = ScriptedClock(
      at: Self.start, [.set(by: 3 * Self.hour, after: Self.hour / 2)])
    let records = try await Self.live(clock, hours: 1).records
    #expect(
      records.map(Self.line) == [
        "0.0 0 reload [added]", "0.0 0 show 0",
        "0.0 1 reload [added]", "0.0 1 show 0",
        "3.5 clock(by: 10800000)",
        "3.5 0 show 1", "3.5 1 show 1",
        "3.5 0 reload [clock, policy]", "3.5 0 show 0",
        "3.5 1 reload [clock, policy]", "3.5 1 show 0",
      ])
  }

  @Test func `a clock set backwards reloads once, and nothing shows twice`() async throws {
    let clock = ScriptedClock(
      at: Self.start, [.set(by: -2 * Self.hour, after: Self.hour / 2)])
    let records = try await Self.live(clock, hours: 1).records
    #expect(
      records.map(Self.line) == [
        "0.0 0 reload [added]", "0.0 0 show 0",
        "0.0 1 reload [added]", "0.0 1 show 0",
        "-1.5 clock(by: -7200000)",
        "-1.5 0 reload [clock]", "-1.5 0 show 0",
        "-1.5 1 reload [clock]", "-1.5 1 show 0",
      ])
    // The hour that the run was to last has not passed before -1.0 on the new clock.
    #expect(records.map(\.sequence) == Array(1...9))
  }

  @Test func `after a suspension the newest entry shows, and each reloads once`() async throws {
    let clock = ScriptedClock(
      at: Self.start, [.suspend(for: 5 * Self.hour, after: Self.hour / 2)])
    let records = try await Self.live(clock, hours: 6).records
    #expect(
      records.map(Self.line) == [
        "0.0 0 reload [added]", "0.0 0 show 0",
        "0.0 1 reload [added]", "0.0 1 show 0",
        "0.5 suspended(true)", "5.5 suspended(false)",
        "5.5 0 show 1", "5.5 1 show 1",
        "5.5 0 reload [policy]", "5.5 0 show 0",
        "5.5 1 reload [policy]", "5.5 1 show 0",
      ])
  }

  @Test func `a run settles awake, so that none is restored in its sleep`() async throws {
    let clock = ScriptedClock(
      at: Self.start, [.suspend(for: 5 * Self.hour, after: Self.hour / 2)])
    var driver = LiveDriver(conductor: Self.conductor(), clock: clock, inputs: LiveInputs())
    var settled = 0
    try await driver.run(
      Self.added.map { TimedEvent(at: Self.start, $0) }, from: Self.start,
      until: Self.start + 6 * Self.hour, emit: { _, _ in }, settled: { _ in settled += 1 })
    // The start, and the awakening; what is settled may be restored.
    #expect(settled == 2)
  }
}
