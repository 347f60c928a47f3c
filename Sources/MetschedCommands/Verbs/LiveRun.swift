import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import Synchronization

/// One file's run on the system's clock, until its end or until somebody stops it.
struct LiveRun {
  private let configuration: Configuration
  private let loaded: LoadedConfiguration
  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(
    _ configuration: Configuration, _ loaded: LoadedConfiguration, _ arguments: ParsedArguments,
    _ terminal: Terminal
  ) {
    self.configuration = configuration
    self.loaded = loaded
    self.arguments = arguments
    self.terminal = terminal
  }

  func run(_ outputs: RunOutputs) async throws {
    let system = SystemClock(speed: configuration.clock.speed.value)
    let clock = RunClock(
      configuration.clock, now: system.now, in: configuration.timezone.value)
    let schedule = Schedule(configuration)
    let inputs = LiveInputs()
    let stop = StopSignals { inputs.stop() }
    let watcher = try watchContainers(inputs)
    var driver = LiveDriver(conductor: schedule.conductor(), clock: system, inputs: inputs)
    let writer = RunWriter(
      configuration, details: RunDetails(configuration, loaded, driver.conductor.provider),
      clock: clock, usesColor: terminal.usesColor(arguments.colorMode))
    if !configuration.events.isEmpty {
      terminal.problem("the file's `events:` play on a virtual run alone; this run leaves them out")
    }
    if !outputs.writesJSON { terminal.output(writer.header) }
    try await driver.run(
      schedule.beginning(), from: clock.start, until: clock.end,
      emit: { record, provider in
        try writer.write(record, &provider, to: outputs, terminal)
      },
      settled: {
        terminal.flush()
        try outputs.flush()
      })
    withExtendedLifetime((stop, watcher)) {}
    try writer.finish(
      at: clock.end.map { min($0, system.now) } ?? system.now, lateness: driver.lateness,
      to: outputs, terminal)
    RunDiagnostics.report(
      driver.conductor, in: configuration, loaded, terminal, arguments.colorMode)
  }

  /// Lets what the app writes ask for reloads, where the file says so.
  private func watchContainers(_ inputs: LiveInputs) throws -> ContainerWatcher? {
    let reloads = ContainerReloads(configuration)
    guard !reloads.folders.isEmpty else { return nil }
    let folders = reloads.folders
    let state = Mutex(reloads)
    return try ContainerWatcher(folders) { changes in
      let events = state.withLock { $0.requests(for: changes) }
      if !events.isEmpty { inputs.happened(events) }
    }
  }
}
