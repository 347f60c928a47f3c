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

  enum DriverKind { case virtual, live }

  private(set) var lines: [String] = []

  /// Runs a file until its end, or until so many records are written.
  init(_ yaml: String, on driverKind: DriverKind, records most: Int) async throws {
    let configuration = try Self.configuration(of: yaml)
    let start = configuration.clock.start.value
    let length = configuration.clock.length?.value ?? .day
    let end = configuration.timezone.value.adding(1, length, to: start)
    let schedule = Schedule(configuration)
    var events = schedule.events(in: start..<end)
    var lines: [String] = []
    func emit(_ record: Record, _ provider: inout WidgetProvider) {
      lines.append(Self.line(of: record, &provider))
    }
    switch driverKind {
    case .virtual:
      var driver = VirtualDriver(
        conductor: schedule.conductor(), clock: VirtualClock(at: start))
      try await driver.run(
        &events, until: end, emit: emit, progress: { _ in lines.count < most })
    case .live:
      let inputs = LiveInputs()
      var driver = LiveDriver(
        conductor: schedule.conductor(), clock: PunctualClock(at: start), inputs: inputs)
      try await driver.run(
        &events, from: start, until: end, emit: emit,
        settled: { _ in if lines.count >= most { inputs.stop() } })
    }
    self.lines = lines
  }

  /// Returns the configuration that a file says.
  static func configuration(of yaml: String) throws -> Configuration {
    var sources = SourceMap()
    let id = sources.add(path: "drawn.yaml", bytes: Array(yaml.utf8))
    let result = ConfigurationLoader(file: id).load(&sources)
    guard let configuration = result.configuration else {
      throw Refusal(
        description: DiagnosticRenderer(sources: sources).text(result.diagnostics))
    }
    return configuration
  }

  /// Returns a record in words, with what its entry says.
  static func line(of record: Record, _ provider: inout WidgetProvider) -> String {
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
    return words.line(record)
  }
}
