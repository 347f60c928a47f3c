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
  private let clock: RunClock

  init(
    _ configuration: Configuration, _ loaded: LoadedConfiguration, _ arguments: ParsedArguments,
    _ terminal: Terminal
  ) {
    self.configuration = configuration
    self.loaded = loaded
    self.arguments = arguments
    self.terminal = terminal
    clock = RunClock(configuration.clock, now: nil, in: configuration.timezone.value)
  }

  func run(_ outputs: RunOutputs) async throws {
    let zone = configuration.timezone.value
    let schedule = Schedule(configuration)
    let end = clock.end ?? clock.start
    var driver = VirtualDriver(
      conductor: schedule.conductor(), clock: VirtualClock(at: clock.start))
    let writer = RunWriter(
      configuration, details: RunDetails(configuration, loaded, driver.conductor.provider),
      clock: clock, usesColor: terminal.usesColor(arguments.colorMode))
    var progress = Progress(clock.start..<end, in: zone, on: terminal)
    if !outputs.writesJSON { terminal.output(writer.header) }
    var events = schedule.events(in: clock.start..<end)
    try await driver.run(
      &events, until: end,
      emit: { record, provider in
        try writer.write(record, &provider, to: outputs, terminal)
      },
      progress: { time in
        progress.show(time)
        return true
      })
    progress.end()
    try writer.finish(at: end, lateness: nil, to: outputs, terminal)
    RunDiagnostics.report(
      driver.conductor, in: driver.conductor.provider.configuration, loaded, terminal,
      arguments.colorMode)
  }
}
