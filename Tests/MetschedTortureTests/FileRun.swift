import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRuntime
import MetschedTime
import MetschedWidgets

/// A file's run by the product: from its bytes to its records.
struct FileRun {
  /// What keeps a file from being run.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var lines: [String] = []

  /// Runs a file on the virtual clock, until its end or until so many records are written.
  init(_ yaml: String, records most: Int) async throws {
    var sources = SourceMap()
    let id = sources.add(path: "drawn.yaml", bytes: Array(yaml.utf8))
    let result = ConfigurationLoader(file: id).load(&sources)
    guard let configuration = result.configuration else {
      throw Refusal(
        description: DiagnosticRenderer(sources: sources).text(result.diagnostics))
    }
    let start = configuration.clock.start.value
    let length = configuration.clock.length?.value ?? .day
    let end = configuration.timezone.value.adding(1, length, to: start)
    let schedule = Schedule(configuration)
    var driver = VirtualDriver(conductor: schedule.conductor(), clock: VirtualClock(at: start))
    var events = schedule.events(in: start..<end)
    var lines: [String] = []
    try await driver.run(
      &events, until: end,
      emit: { record, provider in
        var title: String?
        if case .show(let show) = record.what, let timeline = show.timeline, let date = show.date {
          title = provider.text(of: timeline, entry: show.index, date: date).title
        }
        let words = RecordWords(
          placement: { [provider] number in
            provider.configuration.name(of: provider.configuration.placements[number])
          },
          user: { [provider] in provider.configuration.users[$0].name },
          zone: { [provider] in provider.configuration.zones[$0].identifier },
          title: { _ in title })
        lines.append(words.line(record))
      }, progress: { _ in lines.count < most })
    self.lines = lines
  }
}
