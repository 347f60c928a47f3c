import Foundation
import MetschedConfiguration
import MetschedEngine
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import TestSupport
import Testing

/// Random files whose runs are cut at random instants, saved, and restored from the bytes alone.
///
/// `METSCHED_RESTART_CASES` says how many, `METSCHED_SEED` where they begin.
struct RestartTortureTests {
  private static let chunks: [UInt64] = [0, 1]
  private static let mostRecords = 150

  @Test(arguments: chunks)
  func `a run that is cut and restored writes what it writes undisturbed`(chunk: UInt64) async {
    let cases: UInt64 = TestEnvironment.number("METSCHED_RESTART_CASES", default: 80)
    let first: UInt64 = TestEnvironment.number("METSCHED_SEED", default: 1)
    for seed in stride(from: first + chunk, to: first + cases, by: Self.chunks.count) {
      let file = DrawnFile.random(seed: seed)
      guard let found = await complaint(about: file, seed) else { continue }
      let shrunk = await file.shrunk { await complaint(about: $0, seed) != nil }
      Issue.record(
        """
        METSCHED_SEED=\(seed) METSCHED_RESTART_CASES=1
        \(await complaint(about: shrunk, seed) ?? found)
        \(shrunk.yaml)
        """)
      return
    }
  }

  /// What is wrong with a file's cut runs; nil where nothing is.
  private func complaint(about file: DrawnFile, _ seed: UInt64) async -> String? {
    do {
      var whole = try CutRun(FileRun.configuration(of: file.yaml))
      try await whole.run(instants: .max, records: Self.mostRecords)
      var random = SplitMix64(seed: seed &* 0x9E37_79B9)
      for _ in 0..<3 {
        var run = try CutRun(FileRun.configuration(of: file.yaml))
        var cuts: [String] = []
        while run.instants < whole.instants {
          let length = Int.random(in: 1...max(1, whole.instants / 3), using: &random)
          try await run.run(
            instants: min(length, whole.instants - run.instants), records: .max)
          let restarts = Bool.random(using: &random)
          try run.save(restarting: restarts)
          cuts.append("\(run.instants)\(restarts ? " restarted" : "")")
        }
        guard run.lines != whole.lines else { continue }
        return LineDifference(run.lines, whole.lines).text("cut after instants \(cuts)")
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// Where the records of two runs part.
struct LineDifference {
  private let lines: [String]
  private let expected: [String]

  init(_ lines: [String], _ expected: [String]) {
    self.lines = lines
    self.expected = expected
  }

  /// Shows it, with what comes before.
  func text(_ title: String, _ name: String = "restored") -> String {
    let place = zip(lines, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let same = place ?? min(lines.count, expected.count)
    var parts = [title] + lines.prefix(same).suffix(8).map { "    " + $0 }
    parts += ["  \(name):"] + lines.dropFirst(same).prefix(3).map { "    " + $0 }
    parts += ["  undisturbed:"] + expected.dropFirst(same).prefix(3).map { "    " + $0 }
    return parts.joined(separator: "\n")
  }
}

/// A file's run that is played in pieces, and restored from its rows between some of them.
private struct CutRun {
  private let configuration: Configuration
  private var driver: VirtualDriver<WidgetProvider>
  private var events: EventPlayer
  private var checkpoints = RunCheckpoints()
  private var rows: [String: [UInt8]] = [:]
  private let start: Instant
  private var end: Instant
  private let clock: VirtualClock
  private(set) var lines: [String] = []
  private(set) var instants = 0

  init(_ configuration: Configuration) {
    self.configuration = configuration
    start = configuration.clock.start.value
    let length = configuration.clock.length?.value ?? .day
    end = configuration.timezone.value.adding(1, length, to: start)
    let schedule = Schedule(configuration)
    clock = VirtualClock(at: start)
    driver = VirtualDriver(conductor: schedule.conductor(), clock: clock)
    events = schedule.events(in: start..<end)
  }

  /// Plays some instants, or until so many records are written.
  mutating func run(instants most: Int, records: Int) async throws {
    var count = 0
    var lines = lines
    try await driver.run(
      &events, until: end,
      emit: { record, provider in lines.append(FileRun.line(of: record, &provider)) },
      progress: { _ in
        guard count < most, lines.count < records else { return false }
        count += 1
        return true
      })
    instants += count
    end = driver.end ?? end
    self.lines = lines
  }

  /// Saves what has changed, and perhaps goes on from the rows alone.
  mutating func save(restarting: Bool) throws {
    let saved = SavedClock(start: start, through: clock.now, end: end)
    checkpoints.save(&driver.conductor, events, at: saved) { rows[$0.name] = $0.bytes }
    guard restarting else { return }
    let restored = try Schedule(configuration)
      .restored(from: rows.map { SavedRow(name: $0.key, bytes: $0.value) })
    #expect(restored.clock == saved)
    driver = VirtualDriver(conductor: restored.conductor, clock: clock)
    events = restored.events
    checkpoints = restored.checkpoints
  }
}
