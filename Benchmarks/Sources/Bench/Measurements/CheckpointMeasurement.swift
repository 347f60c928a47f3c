import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRuntime
import MetschedTime
import MetschedWidgets

/// A run as a service has it, saved after each of its instants, beside the same run without that.
///
/// Each placement has a host of its own mind (`widgetkit` draws the latency of each grant), so nearly
/// every instant is of one placement: nothing is shared between those that are saved together. What
/// is measured is what the schedule waits for; the rows go nowhere.
enum CheckpointMeasurement {
  private static let hours = 6

  private static func file(users: Int) -> String {
    let intervals = ["15m", "30m", "1h", "2h"]
    let lines = (0..<users).map { "  user\($0): {Search: {interval: \(intervals[$0 % 4])}}\n" }
    return """
      host: widgetkit
      clock: {virtual: {start: 2026-01-05T09:00, for: \(hours)h}}
      intents:
        Search: {parameters: {interval: {type: duration, default: 1h}}}
      widgets:
        Search:
          intent: Search
          source: {items: [{title: vase}, {title: bowl}, {title: cup}, {title: jug}]}
          reload: atEnd
      users:

      """ + lines.joined()
  }

  static func run(users: Int) async throws -> Measurement {
    let bytes = Array(file(users: users).utf8)
    var sources = SourceMap()
    let file = sources.add(SourceFile(path: "bench.yaml", bytes: bytes))
    guard let configuration = ConfigurationLoader(file: file).load(&sources).configuration else {
      fatalError("the file of this measurement is wrong")
    }
    let plain = try await play(configuration, saves: false)
    let saved = try await play(configuration, saves: true)
    var result = Measurement()
    result["instants"] = Double(saved.instants)
    result["rows"] = Double(saved.rows)
    result["seconds"] = plain.seconds
    result["saving-seconds"] = saved.seconds
    result["instant-ns"] = plain.seconds / Double(plain.instants) * 1e9
    result["saving-ns"] = (saved.seconds - plain.seconds) / Double(saved.rows) * 1e9
    result["row-bytes"] = Double(saved.bytes) / Double(saved.rows)
    return result
  }

  private struct Played {
    var seconds = 0.0
    var instants = 0
    /// The placements that were saved, each as often as it was.
    var rows = 0
    var bytes = 0
  }

  /// Plays the run; what its first instant brings, which touches all placements, is not counted.
  private static func play(_ configuration: Configuration, saves: Bool) async throws -> Played {
    let schedule = Schedule(configuration)
    let start = configuration.clock.start.value
    let end = start + Int64(hours) * 3_600_000
    let clock = VirtualClock(at: start)
    var driver = VirtualDriver(conductor: schedule.conductor(), clock: clock)
    var events = schedule.events(in: start..<end)
    var checkpoints = RunCheckpoints()
    var played = Played()
    let watch = ContinuousClock()
    var began = watch.now
    while true {
      var isPlayed = false
      try await driver.run(
        &events, until: end, emit: { _, _ in },
        progress: { _ in
          defer { isPlayed = true }
          return !isPlayed
        })
      guard isPlayed else { break }
      let isFirst = played.instants == 0
      if saves {
        let position = SavedClock(start: start, through: clock.now, end: end)
        checkpoints.save(&driver.conductor, events, at: position) { row in
          guard !isFirst else { return }
          if row.name.contains("/") { played.rows += 1 }
          played.bytes += row.name.utf8.count + (row.bytes?.count ?? 0)
        }
      }
      played.instants += 1
      if isFirst { began = watch.now }
    }
    played.seconds = began.duration(to: watch.now) / .seconds(1)
    return played
  }
}
