import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedSources
import MetschedTime
import MetschedWidgets

/// One file's run on the virtual clock, from its header to its summary.
struct VirtualRun {
  private let prepared: PreparedRun
  private let clock: RunClock

  init(_ prepared: PreparedRun) {
    self.prepared = prepared
    clock = RunClock(
      prepared.configuration.clock, now: nil, in: prepared.configuration.timezone.value)
  }

  /// Runs it.
  ///
  /// - Parameter outputs: the files that it writes.
  /// - Returns: false where a second run, if one was asked for, is another.
  /// - Throws: what keeps it from its end.
  func run(_ outputs: RunOutputs) async throws -> Bool {
    let second = try SecondRun(of: prepared)
    let zone = prepared.configuration.timezone.value
    let schedule = Schedule(prepared.configuration)
    let end = clock.end ?? clock.start
    let remote = RunNetwork.fetcher(
      for: prepared.configuration, prepared.arguments,
      mode: prepared.arguments.has("online") ? .awaited : .offline)
    var driver = VirtualDriver(
      conductor: schedule.conductor(remote: remote), clock: VirtualClock(at: clock.start))
    let writer = RunWriter(
      prepared,
      details: RunDetails(prepared.loaded, driver.conductor.provider),
      clock: clock, second: second)
    try outputs.database?.begin(writer.storedRun(origin: clock.start))
    var progress = Progress(clock.start..<end, in: zone, on: prepared.terminal)
    if !outputs.writesJSON { prepared.terminal.output(writer.header) }
    var events = schedule.events(in: clock.start..<end)
    try await driver.run(
      &events, until: end,
      emit: { record, provider in
        try writer.write(record, &provider, to: outputs, prepared.terminal)
      },
      progress: { time in
        progress.show(time)
        return true
      })
    progress.end()
    try outputs.database?.end(isOver: true)
    try writer.finish(
      driver.conductor.provider, at: end, lateness: nil, to: outputs, prepared.terminal)
    var diagnostics = RunDiagnostics(prepared)
    diagnostics.report(&driver.conductor)
    return second?.report(on: prepared.terminal, prepared.configuration.path) ?? true
  }
}
