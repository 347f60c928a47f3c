import Foundation
import MetschedAnalysis
import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedSources
import MetschedTime
import MetschedWidgets

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
    // A file that asks nothing of the network may do so after an edit.
    let remote = RunNetwork.fetcher(
      configuration, prepared.arguments, mode: .later, answerCame: { inputs.answersCame() })
    let conductor = schedule.conductor(remote: remote)
    let environment = ProcessInfo.processInfo.environment
    let service = try LiveService(prepared, inputs, environment: environment)
    let stop = StopSignals {
      service.isStopping()
      inputs.stop()
    }
    // From here on time passes, on a fast clock much of it.
    let system = SystemClock(speed: configuration.clock.speed.value)
    let clock = RunClock(
      configuration.clock, now: system.start, in: configuration.timezone.value)
    var driver = LiveDriver(conductor: conductor, clock: system, inputs: inputs)
    let writer = RunWriter(
      prepared,
      details: RunDetails(prepared.loaded, driver.conductor.provider), clock: clock,
      files: service.files)
    if let database = outputs.database {
      try database.begin(writer.storedRun(origin: system.start))
      terminal.error("records in \(database.path)\n")
    }
    var diagnostics = RunDiagnostics(prepared)
    if !outputs.writesJSON { terminal.output(writer.header) }
    var events =
      clock.end.map { schedule.events(in: clock.start..<$0) }
      ?? schedule.events(from: clock.start)
    events.expectRevisions()
    service.begin(configuration, environment: environment)
    defer { service.end() }
    try await driver.run(
      &events, from: clock.start, until: clock.end,
      emit: { record, provider in
        try writer.write(record, &provider, to: outputs, terminal)
      },
      settled: { conductor in
        terminal.flush()
        try outputs.flush()
        writer.adopt(conductor.provider)
        diagnostics.follow(writer.loaded)
        diagnostics.report(&conductor)
        service.settled(&conductor)
      },
      asked: { conductor, time in service.asked(&conductor, at: time) })
    withExtendedLifetime(stop) {}
    try outputs.database?.end(isOver: !inputs.isStopped)
    try writer.finish(
      driver.conductor.provider, at: driver.end.map { min($0, driver.now) } ?? driver.now,
      lateness: driver.lateness,
      to: outputs, terminal)
  }
}
