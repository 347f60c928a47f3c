import MetschedConfiguration
import MetschedEngine
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import Testing

/// What holds of every run on every host, whatever latency is drawn.
@Suite struct HostInvariantTests {
  private func records(
    _ yaml: String, seed: UInt64
  ) async throws -> (records: [Record], configuration: Configuration) {
    var configuration = try FileRun.configuration(of: yaml)
    configuration.clock.seed = Setting(seed, .builtIn)
    let start = configuration.clock.start.value
    let length = configuration.clock.length?.value ?? .day
    let end = configuration.timezone.value.adding(1, length, to: start)
    let schedule = Schedule(configuration)
    var events = schedule.events(in: start..<end)
    var driver = VirtualDriver(
      conductor: schedule.conductor(), clock: VirtualClock(at: start))
    var records: [Record] = []
    try await driver.run(
      &events, until: end, emit: { record, _ in records.append(record) },
      progress: { _ in records.count < 2_000 })
    return (records, configuration)
  }

  /// Violations of the rules by a run.
  private func violations(_ records: [Record], _ configuration: Configuration) -> [String] {
    var violations: [String] = []
    var offset: Int64 = 0
    var latest = Int64.min
    var counted: [PlacementNumber: [Int64]] = [:]
    var grants: [PlacementNumber: Set<Int64>] = [:]
    for record in records {
      if case .state(.clock(let by)) = record.what { offset += by }
      let elapsed = record.at.milliseconds - offset
      if elapsed < latest { violations.append("\(record.at) comes after a later record") }
      latest = max(latest, elapsed)
      guard case .placement(let placement) = record.scope else { continue }
      let reload: Reload
      switch record.what {
      case .reload(let answered): reload = answered
      case .fail(let failed, _): reload = failed
      default: continue
      }
      // The clock may have been set while a slow answer was under way; then wall times tell nothing.
      let granted = reload.granted.milliseconds - offset
      if offset == 0, reload.isCounted, reload.granted < reload.eligible {
        violations.append("granted \(reload.granted) before \(reload.eligible)")
      }
      if offset == 0, !grants[placement, default: []].insert(granted).inserted,
        reload.isCounted
      {
        violations.append("two counted reloads for the grant of \(reload.granted)")
      }
      if reload.isCounted, offset == 0 { counted[placement, default: []].append(granted) }
      if let left = reload.left, left < 0 { violations.append("\(left) left") }
    }
    for (placement, grants) in counted where Int(placement.index) < configuration.placements.count {
      let host = configuration.host(of: configuration.placements[Int(placement.index)])
      guard let budget = host.figures.budget else { continue }
      for (old, new) in zip(grants, grants.dropFirst(budget)) where new - old < 86_400_000 {
        violations.append("more than \(budget) counted reloads in 24 hours")
      }
    }
    return violations
  }

  @Test(arguments: [1, 101, 201])
  func `the rules hold for every seed, and one seed gives one run`(_ first: UInt64) async throws {
    for number in first..<first + 40 {
      let yaml = DrawnFile.random(seed: number).yaml
      let one = try await records(yaml, seed: 1)
      let again = try await records(yaml, seed: 1)
      #expect(one.records == again.records, "\(yaml)")
      for seed: UInt64 in [1, 2] {
        let run = try await records(yaml, seed: seed)
        #expect(violations(run.records, run.configuration) == [], "seed \(seed)\n\(yaml)")
      }
    }
  }

  @Test func `another seed draws another latency`() async throws {
    let yaml = """
      clock: {virtual: {start: 2026-01-05T06:00, for: 12h}}
      host: widgetkit
      widgets:
        TheMetWidget: {source: sample, interval: 2m, reload: {after: 30m}}
      """
    let one = try await records(yaml, seed: 1)
    let other = try await records(yaml, seed: 2)
    #expect(one.records.count > 20)
    #expect(one.records.map(\.at) != other.records.map(\.at))
    for run in [one, other] { #expect(violations(run.records, run.configuration) == []) }
  }

  @Test func `outside of visible a reload waits, over a clock change too`() async throws {
    // On that day 02:30 does not exist, so the window opens at 03:00, 07:00 in UTC.
    let run = try await records(
      """
      timezone: America/New_York
      clock: {virtual: {start: 2026-03-08T00:00-05:00, for: 1d}}
      host: {profile: ideal, visible: "02:30-04:00"}
      widgets:
        TheMetWidget: {source: sample, interval: 1h, reload: {after: 30m}}
      events:
        - {at: "12:00", interaction: TheMetWidget}
        - {at: "13:00", push: true}
      """, seed: 0)
    let lines = run.records.compactMap { record -> String? in
      switch record.what {
      case .reload(let reload):
        let reason = reload.reason.map { "\($0)" } ?? "at once"
        return "\(reload.granted.rfc3339(in: .utc)) \(reason)"
      case .deferred(let deferral):
        return "to \(deferral.granted.rfc3339(in: .utc)) \(deferral.reason)"
      default: return nil
      }
    }
    #expect(
      lines == [
        "2026-03-08T05:00:00Z at once", "to 2026-03-08T07:00:00Z visible",
        "2026-03-08T07:00:00Z visible", "2026-03-08T07:30:00Z at once",
        "to 2026-03-09T06:30:00Z visible", "2026-03-08T16:00:00Z at once",
        "to 2026-03-09T06:30:00Z visible",
      ])
  }
}
