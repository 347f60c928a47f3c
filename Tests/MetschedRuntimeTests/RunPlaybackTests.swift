import Foundation
import MetschedConfiguration
import MetschedEngine
import MetschedRuntime
import MetschedText
import MetschedTime
import MetschedWidgets
import Synchronization
import TestSupport
import Testing

/// A live run to which much happens, and the same run played from what was taken down.
@Suite struct RunPlaybackTests {
  private static let file = """
    container: CONTAINER
    clock: {system: {}}
    host: {profile: widgetkit, spacing: 2m, latency: 0s}
    widgets:
      App:
        source: {file: items.json}
        interval: 7m
        reload: {after: end}
        reload-on: {container: always}
      Web:
        source: {json: {url: "https://example.org/items"}}
        interval: 5m
        reload: {after: 4m}
        on-error: {show: sample, retry: 3m}
    users:
      ann: {App: {family: systemSmall}, Web: {family: systemSmall}}
      bob: {App: {family: systemLarge}, Web: {family: systemSmall}}
    events:
      - {at: 2026-01-05T09:20, every: 40m, reload: App, user: bob}
      - {at: 2026-01-05T09:30, every: 1h, write: {items.json: [{title: event}]}, user: ann}
      - {at: 2026-01-05T10:10, clock: +7m}
      - {at: 2026-01-05T11:00, for: 20m, slow: Web}

    """

  private static let start = Instant(milliseconds: 1_767_603_600_000)

  /// Records with what they speak of, as far as it lies outside of the machine.
  private final class Lines {
    var lines: [String] = []

    func take(_ record: Record, _ provider: inout WidgetProvider) {
      var words = ""
      if case .show(let show) = record.what, let timeline = show.timeline, let date = show.date {
        words = provider.text(of: timeline, entry: show.index, date: date).title ?? "-"
      }
      if case .fail(_, let error) = record.what { words = provider.error(error) }
      lines.append("\(record.sequence) \(record.at.milliseconds) \(record.what) \(words)")
    }
  }

  @Test(arguments: 0..<20)
  func `what was taken down plays the same run again`(_ seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let configuration = try EventRun.configuration(
      Self.file.replacingOccurrences(of: "CONTAINER", with: folder.path))
    let schedule = Schedule(configuration)
    let inputs = LiveInputs()
    let server = SlowServer()
    let clock = RestlessClock(
      at: Self.start + 250, seed: seed, inputs: inputs, server: server, container: folder.path)
    let taken = Mutex<[(word: String, at: Instant, json: String)]>([])
    let journal = RunJournal(clock: clock) { input in
      taken.withLock { $0.append((input.word, input.at, input.json.text)) }
    }
    let lived = Lines()
    var live = LiveDriver(
      conductor: schedule.conductor(
        remote: JournaledRemote(server, journal: journal),
        files: JournaledContainers(DiskContainers(), journal: journal)),
      clock: clock, inputs: inputs, journal: journal)
    var events = schedule.events(from: Self.start)
    try await live.run(
      &events, from: Self.start, until: nil, emit: lived.take,
      settled: { _ in if lived.lines.count >= 400 { inputs.stop() } })

    let kept = try taken.withLock { $0 }.map {
      try JournaledInput(word: $0.word, at: $0.at, json: $0.json)
    }
    #expect(
      Set(kept.map(\.word)).isSuperset(of: [
        "arrived", "clock", "file", "asked", "answered", "noted", "suspended",
      ]))
    let playback = RunPlayback(kept, from: Self.start + 250, through: live.latest)
    let played = Lines()
    var again = LiveDriver(
      conductor: schedule.conductor(remote: playback, files: playback), in: playback)
    var source = schedule.events(from: Self.start)
    try await again.run(
      &source, from: Self.start, until: nil, emit: played.take, settled: { _ in })
    #expect(played.lines.prefix(lived.lines.count) == lived.lines[...], "seed \(seed)")
  }
}
