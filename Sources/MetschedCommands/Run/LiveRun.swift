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
  /// Where everybody tells it what happens.
  private let inputs: LiveInputs

  init(_ prepared: PreparedRun, inputs: LiveInputs = LiveInputs()) {
    self.prepared = prepared
    self.inputs = inputs
  }

  func run(_ outputs: RunOutputs) async throws {
    let continued = try outputs.database.flatMap { try ContinuedRun(in: $0, of: self.prepared) }
    // A run that goes on does so with its own configuration.
    let prepared: PreparedRun = continued?.running(for: self.prepared) ?? self.prepared
    let configuration = prepared.configuration
    let terminal = prepared.terminal
    let schedule = Schedule(configuration)
    let environment = ProcessInfo.processInfo.environment
    let service = try LiveService(prepared, inputs, environment: environment)
    let stop = StopSignals {
      service.isStopping()
      inputs.stop()
    }
    // From here on time passes, on a fast clock much of it.
    let speed = self.prepared.configuration.clock.speed.value
    let system = continued?.clock(speed: speed) ?? SystemClock(speed: speed)
    let clock = RunClock(
      configuration.clock, now: continued?.kept.run.start ?? system.start,
      in: configuration.timezone.value)
    let journal = outputs.inputs?.journal(on: system)
    let (remote, files) = sources(inputs, journal)
    // What a restart asks of the network again comes after it.
    let resumption: RunResumption? = try continued.flatMap { continued in
      try outputs.database.map { try continued.resumption(self.prepared, on: system, in: $0) }
    }
    if let resumption { outputs.inputs?.take(resumption.input) }
    let restored: RestoredRun? = try continued.flatMap { continued in
      try outputs.database.map {
        try continued.restored(schedule, remote: remote, files: files, in: $0)
      }
    }
    var driver = LiveDriver(
      conductor: restored?.conductor ?? schedule.conductor(remote: remote, files: files),
      clock: system, inputs: inputs, journal: journal)
    let writer = RunWriter(
      prepared,
      details: RunDetails(prepared.loaded, driver.conductor.provider), clock: clock,
      files: service.files)
    if let database = outputs.database {
      if let continued {
        writer.goOn(
          with: continued.summary(
            writer.summary, driver.conductor.provider.configuration, in: database, terminal))
        try database.resume(continued.run(on: system))
        let missed = self.prepared.configuration.missed
        terminal.error(continued.words(database.path, at: system.start, missed))
      } else {
        try database.begin(writer.storedRun(origin: system.start))
        terminal.error("records in \(database.path)\n")
      }
    }
    var diagnostics = RunDiagnostics(prepared)
    if !outputs.writesJSON { terminal.output(writer.header) }
    var events =
      restored?.events ?? clock.end.map { schedule.events(in: clock.start..<$0) }
      ?? schedule.events(from: clock.start)
    events.expectRevisions()
    service.begin(configuration, environment: environment)
    defer { service.end() }
    if let continued, !continued.isOf(self.prepared) { service.files.follow(self.prepared) }
    let saving = outputs.database.map {
      RunSaving(
        in: $0, prepared.arguments,
        continued?.text ?? RunText(prepared.loaded, prepared.arguments),
        after: restored?.checkpoints, writer.summary.lastSequence)
    }
    func emit(_ record: Record, _ provider: inout WidgetProvider) throws {
      try writer.write(record, &provider, to: outputs, terminal)
    }
    func save(
      _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, _ position: SavedClock
    ) throws {
      writer.adopt(conductor.provider)
      try saving?.save(&conductor, events, position, writer)
    }
    func settled(_ conductor: inout Conductor<WidgetProvider>) throws {
      terminal.flush()
      try outputs.flush()
      diagnostics.follow(writer.loaded)
      diagnostics.report(&conductor)
      service.settled(&conductor)
    }
    func asked(
      _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, _ time: Instant
    ) {
      service.asked(&conductor, events, at: time)
    }
    if let restored, let resumption {
      journal?.note(
        restored.conductor.provider.configuration.zones, known: restored.knownRules)
      if !restored.changes.isEmpty { inputs.written(restored.changes) }
      if !restored.changedRules.isEmpty { inputs.rulesChanged(of: restored.changedRules) }
      try await driver.resume(
        &events, from: restored.clock, missed: resumption.missed, at: resumption.now, emit: emit,
        save: save, settled: settled, asked: asked)
    } else {
      let text = RunText(prepared.loaded, prepared.arguments)
      outputs.inputs?.take(RunBeginning(text: text, now: system.start).input)
      journal?.note(configuration.zones)
      try await driver.run(
        &events, from: clock.start, until: clock.end, emit: emit, save: save, settled: settled,
        asked: asked)
    }
    withExtendedLifetime(stop) {}
    if inputs.isStopped { try saving?.stop(driver.conductor.provider, driver.position, writer) }
    try outputs.database?.end(isOver: !inputs.isStopped)
    try writer.finish(
      driver.conductor.provider, at: driver.end.map { min($0, driver.now) } ?? driver.now,
      lateness: driver.lateness,
      to: outputs, terminal)
  }

  /// Returns what brings items over the network, and from containers.
  private func sources(
    _ inputs: LiveInputs, _ journal: RunJournal?
  ) -> (any RemoteItems, any ContainerReading) {
    // A file that asks nothing of the network may do so after an edit.
    let remote = RunNetwork.fetcher(
      prepared.configuration, prepared.arguments, mode: .later,
      answerCame: { inputs.answersCame() })
    guard let journal else { return (remote, DiskContainers()) }
    return (
      JournaledRemote(remote, journal: journal),
      JournaledContainers(DiskContainers(), journal: journal)
    )
  }
}
