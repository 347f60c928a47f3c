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
///
/// Making it finds out what runs and puts the parts together; playing it begins the records, hears
/// what comes from outside, and ends with the summary.
struct LiveRun {
  /// What the files and the command line say now.
  private let new: PreparedRun
  private let outputs: RunOutputs
  /// The run that a database holds, where this one goes on with it; nil for a new run.
  private let continued: ContinuedRun?
  /// What runs: a run that goes on does so with its own configuration.
  private let prepared: PreparedRun
  private let environment = ProcessInfo.processInfo.environment
  private let inputs = LiveInputs()
  private let service: LiveService
  private let stop: StopSignals
  /// The clock that the run sleeps on.
  private let system: SystemClock
  /// The clock of the schedule: from when it runs, and until when.
  private let clock: RunClock
  private let restored: RestoredRun?
  private var driver: LiveDriver<WidgetProvider>
  private var events: EventPlayer
  private let follower: LiveRunFollower

  /// Puts a run together; from here on signals stop it, and time passes.
  ///
  /// - Parameters:
  ///   - new: what the files and the command line say.
  ///   - outputs: the files that it writes.
  /// - Throws: why a run cannot go on, or its containers cannot be watched.
  init(_ new: PreparedRun, _ outputs: RunOutputs) throws {
    self.new = new
    self.outputs = outputs
    continued = try outputs.database.flatMap { try ContinuedRun(in: $0, of: new) }
    prepared = continued?.running(for: new) ?? new
    let (service, inputs) = (try LiveService(prepared, inputs, environment: environment), inputs)
    self.service = service
    stop = StopSignals {
      service.isStopping()
      inputs.stop()
    }
    // On a fast clock much time passes from here on.
    let speed = new.configuration.clock.speed.value
    system = continued?.clock(speed: speed) ?? SystemClock(speed: speed)
    clock = RunClock(
      prepared.configuration.clock, now: continued?.kept.run.start ?? system.start,
      in: prepared.configuration.timezone.value)

    let schedule = Schedule(prepared.configuration)
    let journal = outputs.inputs?.journal(on: system)
    let sources = Sources(new, inputs, journal)
    restored = try Self.restored(continued, schedule, sources, outputs)
    driver = LiveDriver(
      conductor: restored?.conductor
        ?? schedule.conductor(remote: sources.remote, files: sources.files),
      clock: system, inputs: inputs, journal: journal)
    events = restored?.events ?? Self.events(schedule, clock)
    events.expectRevisions()
    follower = LiveRunFollower(
      prepared, details: RunDetails(prepared.loaded, driver.conductor.provider), clock: clock,
      outputs: outputs, service: service, after: restored?.checkpoints)
  }

  /// Plays it.
  ///
  /// - Throws: what keeps it from its end.
  mutating func run() async throws {
    try beginRecords()
    if !outputs.writesJSON { prepared.terminal.output(follower.writer.header) }
    service.begin(prepared.configuration, environment: environment)
    defer { service.end() }
    if let continued, !continued.isOf(new) { service.files.follow(new) }
    if let restored {
      try await resume(restored)
    } else {
      try await begin()
    }
    withExtendedLifetime(stop) {}
    try end()
  }

  // MARK: Putting it together

  /// What brings items over the network, and from containers.
  private struct Sources {
    let remote: any RemoteItems
    let files: any ContainerReading

    init(_ new: PreparedRun, _ inputs: LiveInputs, _ journal: RunJournal?) {
      // A file that asks nothing of the network may do so after an edit.
      let fetcher = RunNetwork.fetcher(
        new.configuration, new.arguments, mode: .later, answerCame: { inputs.answersCame() })
      if let journal {
        remote = JournaledRemote(fetcher, journal: journal)
        files = JournaledContainers(DiskContainers(), journal: journal)
      } else {
        remote = fetcher
        files = DiskContainers()
      }
    }
  }

  private static func restored(
    _ continued: ContinuedRun?, _ schedule: Schedule, _ sources: Sources, _ outputs: RunOutputs
  ) throws -> RestoredRun? {
    guard let continued, let database = outputs.database else { return nil }
    return try continued.restored(
      schedule, remote: sources.remote, files: sources.files, in: database)
  }

  /// What happens in a new run.
  private static func events(_ schedule: Schedule, _ clock: RunClock) -> EventPlayer {
    guard let end = clock.end else { return schedule.events(from: clock.start) }
    return schedule.events(in: clock.start..<end)
  }

  // MARK: Playing it

  /// Begins the run in the database, or goes on with it there, and says which.
  private func beginRecords() throws {
    guard let database = outputs.database else { return }
    if let continued {
      try database.resume(continued.run(on: system))
      prepared.terminal.error(
        continued.words(database.path, at: system.start, new.configuration.missed))
    } else {
      try database.begin(follower.writer.storedRun(origin: system.start))
      prepared.terminal.error("records in \(database.path)\n")
    }
  }

  private mutating func begin() async throws {
    let text = RunText(prepared.loaded, prepared.arguments)
    outputs.inputs?.take(RunBeginning(text: text, now: system.start).input)
    try await driver.run(
      &events, from: clock.start, until: clock.end, emit: follower.emit, save: follower.save,
      settled: follower.settled, asked: follower.asked)
  }

  /// Goes on; what has changed meanwhile is the first thing that it hears of.
  private mutating func resume(_ restored: RestoredRun) async throws {
    if !restored.changes.isEmpty { inputs.written(restored.changes) }
    if !restored.zoneChanges.isEmpty { inputs.happened(restored.zoneChanges) }
    let resumption = RunResumption(
      now: system.now, through: restored.clock.through, missed: new.configuration.missed)
    outputs.inputs?.take(resumption.input)
    try await driver.resume(
      &events, from: restored.clock, missed: resumption.missed, at: resumption.now,
      emit: follower.emit, save: follower.save, settled: follower.settled, asked: follower.asked)
  }

  private func end() throws {
    try outputs.database?.end(isOver: !inputs.isStopped)
    try follower.writer.finish(
      driver.conductor.provider, at: driver.end.map { min($0, driver.now) } ?? driver.now,
      lateness: driver.lateness, to: outputs, prepared.terminal)
  }
}
