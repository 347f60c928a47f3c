import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedTime
import MetschedWidgets

/// One file's run on the virtual clock, from its header to its summary.
struct VirtualRun {
  private let configuration: Configuration
  private let loaded: LoadedConfiguration
  private let arguments: ParsedArguments
  private let terminal: Terminal
  private let range: Range<Instant>

  init(
    _ configuration: Configuration, _ loaded: LoadedConfiguration, _ arguments: ParsedArguments,
    _ terminal: Terminal
  ) {
    self.configuration = configuration
    self.loaded = loaded
    self.arguments = arguments
    self.terminal = terminal
    let start = configuration.clock.start.value
    let length = configuration.clock.length?.value ?? .day
    // The end is a date like any other: 1d keeps the wall time of the file's zone.
    range = start..<configuration.timezone.value.adding(1, length, to: start)
  }

  func run(_ outputs: RunOutputs) async throws {
    let schedule = Schedule(configuration)
    var driver = VirtualDriver(
      conductor: schedule.conductor(), clock: VirtualClock(at: range.lowerBound))
    let writer = RunWriter(
      configuration, details: RunDetails(configuration, loaded, driver.conductor.provider),
      range: range, usesColor: terminal.usesColor(arguments.colorMode))
    var progress = Progress(range, in: configuration.timezone.value, on: terminal)
    if !outputs.writesJSON { terminal.output(writer.header) }
    var events = schedule.events(in: range)
    try await driver.run(
      &events, until: range.upperBound,
      emit: { record, provider in
        try writer.write(record, &provider, to: outputs, terminal)
      },
      progress: { time in
        progress.show(time)
        return true
      })
    progress.end()
    if !outputs.writesJSON { terminal.output("\n" + writer.summary.text + "\n") }
    try outputs.summary?.write(
      writer.summary.json(
        file: configuration.path, range: range, in: configuration.timezone.value))
    report(driver.conductor)
  }

  /// Says on stderr what the run has brought to light.
  private func report(_ conductor: Conductor<WidgetProvider>) {
    let diagnostics = RunDiagnostics.diagnostics(
      of: conductor.warnings, notices: conductor.provider.notices,
      in: conductor.provider.configuration)
    guard !diagnostics.isEmpty else { return }
    let usesColor = terminal.errorUsesColor(arguments.colorMode)
    terminal.error(
      DiagnosticRenderer(sources: loaded.sources, usesColor: usesColor).text(diagnostics))
  }
}
