import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import Synchronization

/// One file's run on the system's clock, until its end or until somebody stops it.
struct LiveRun {
  private let prepared: PreparedRun

  init(_ prepared: PreparedRun) {
    self.prepared = prepared
  }

  func run(_ outputs: RunOutputs) async throws {
    let system = SystemClock(speed: prepared.configuration.clock.speed.value)
    let clock = RunClock(
      prepared.configuration.clock, now: system.now, in: prepared.configuration.timezone.value)
    let schedule = Schedule(prepared.configuration)
    let inputs = LiveInputs()
    let stop = StopSignals { inputs.stop() }
    let watcher = try watchContainers(inputs)
    var driver = LiveDriver(conductor: schedule.conductor(), clock: system, inputs: inputs)
    let writer = RunWriter(
      prepared.configuration,
      details: RunDetails(prepared.configuration, prepared.loaded, driver.conductor.provider),
      clock: clock, usesColor: prepared.terminal.usesColor(prepared.arguments.colorMode))
    if !prepared.configuration.events.isEmpty {
      prepared.terminal.problem(
        "the file's `events:` play on a virtual run alone; this run leaves them out")
    }
    if !outputs.writesJSON { prepared.terminal.output(writer.header) }
    try await driver.run(
      schedule.beginning(), from: clock.start, until: clock.end,
      emit: { record, provider in
        try writer.write(record, &provider, to: outputs, prepared.terminal)
      },
      settled: {
        prepared.terminal.flush()
        try outputs.flush()
      })
    withExtendedLifetime((stop, watcher)) {}
    try writer.finish(
      at: clock.end.map { min($0, system.now) } ?? system.now, lateness: driver.lateness,
      to: outputs, prepared.terminal)
    RunDiagnostics.report(
      driver.conductor, in: prepared.configuration, prepared.loaded, prepared.terminal,
      prepared.arguments.colorMode)
  }

  /// Lets what the app writes ask for reloads, where the file says so.
  private func watchContainers(_ inputs: LiveInputs) throws -> ContainerWatcher? {
    let reloads = ContainerReloads(prepared.configuration)
    guard !reloads.folders.isEmpty else { return nil }
    let folders = reloads.folders
    let state = Mutex(reloads)
    return try ContainerWatcher(folders) { changes in
      let events = state.withLock { $0.requests(for: changes) }
      if !events.isEmpty { inputs.happened(events) }
    }
  }
}
