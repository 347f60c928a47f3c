import MetschedAnalysis
import Glibc
import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedSources
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
    let configuration = prepared.configuration
    let terminal = prepared.terminal
    let schedule = Schedule(configuration)
    let inputs = LiveInputs()
    let remote = RunNetwork.fetcher(
      for: configuration, prepared.arguments, mode: .later, answerCame: { inputs.answersCame() })
    let conductor = schedule.conductor(remote: remote)
    let stop = StopSignals { inputs.stop() }
    let watcher = try watchContainers(inputs)
    // From here on time passes, on a fast clock much of it.
    let system = SystemClock(speed: configuration.clock.speed.value)
    let clock = RunClock(
      configuration.clock, now: system.start, in: configuration.timezone.value)
    var driver = LiveDriver(conductor: conductor, clock: system, inputs: inputs)
    let writer = RunWriter(
      prepared,
      details: RunDetails(configuration, driver.conductor.provider, place: prepared.loaded.place),
      clock: clock)
    if let database = outputs.database {
      try database.begin(writer.storedRun(origin: system.start))
      terminal.error("records in \(database.path)\n")
    }
    var diagnostics = RunDiagnostics(prepared)
    if !outputs.writesJSON { terminal.output(writer.header) }
    var events =
      clock.end.map { schedule.events(in: clock.start..<$0) }
      ?? schedule.events(from: clock.start)
    try await driver.run(
      &events, from: clock.start, until: clock.end,
      emit: { record, provider in
        try writer.write(record, &provider, to: outputs, terminal)
      },
      settled: { conductor in
        terminal.flush()
        try outputs.flush()
        diagnostics.report(&conductor)
      })
    withExtendedLifetime((stop, watcher)) {}
    try outputs.database?.end(isOver: !inputs.isStopped)
    try writer.finish(
      driver.conductor.provider, at: driver.end.map { min($0, driver.now) } ?? driver.now,
      lateness: driver.lateness,
      to: outputs, terminal)
  }

  /// Lets what the app writes ask for reloads, where the file says so.
  private func watchContainers(_ inputs: LiveInputs) throws -> ContainerWatcher? {
    let contents = ContainerContents(prepared.configuration)
    guard !contents.folders.isEmpty else { return nil }
    let folders = contents.folders
    let state = Mutex(contents)
    do {
      return try ContainerWatcher(folders) { writes in
        let changes = state.withLock { $0.changes(for: writes) }
        if !changes.isEmpty { inputs.written(changes) }
      }
    } catch let error as ContainerWatcher.WatchError {
      throw FileAccess.Failure(
        message: "the containers cannot be watched: \(String(cString: strerror(error.code))); "
          + "fs.inotify in /proc/sys says how many watches there may be")
    }
  }
}
