import MetschedAnalysis
import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedSources
import MetschedSystem
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
  private let environment = SystemEnvironment.variables()
  /// Where everybody tells it what happens.
  private let inputs: LiveInputs
  private let service: LiveService
  private let stop: StopSignals
  /// The clock that the run sleeps on.
  private let system: SystemClock
  /// The clock of the schedule: from when it runs, and until when.
  private let clock: RunClock
  /// Takes down what comes in; nil where nothing is recorded.
  private let journal: RunJournal?
  private let resumption: RunResumption?
  private let restored: RestoredRun?
  private var driver: LiveDriver<WidgetProvider>
  private var events: EventPlayer
  private let follower: LiveRunFollower

  /// Puts a run together; from here on signals stop it, and time passes.
  ///
  /// - Parameters:
  ///   - new: what the files and the command line say.
  ///   - outputs: the files that it writes.
  ///   - inputs: where everybody tells it what happens.
  /// - Throws: why a run cannot go on, or its containers cannot be watched.
  init(_ new: PreparedRun, _ outputs: RunOutputs, inputs: LiveInputs = LiveInputs()) throws {
    self.new = new
    self.outputs = outputs
    self.inputs = inputs
    continued = try outputs.database.flatMap { try ContinuedRun(in: $0, of: new) }
    prepared = continued?.running(for: new) ?? new
    let service = try LiveService(prepared, inputs, environment: environment)
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
    journal = outputs.inputs?.journal(on: system)
    let sources = Sources(new, inputs, journal)
    // What a restart asks of the network again comes after it.
    resumption = try Self.resumption(continued, new, system, outputs)
    if let resumption { outputs.inputs?.take(resumption.input) }
    restored = try Self.restored(continued, schedule, sources, outputs)
    driver = LiveDriver(
      conductor: restored?.conductor
        ?? schedule.conductor(remote: sources.remote, files: sources.files),
      clock: system, inputs: inputs, journal: journal)
    events = restored?.events ?? Self.events(schedule, clock)
    events.expectRevisions()
    follower = LiveRunFollower(
      prepared, details: RunDetails(prepared.loaded, driver.conductor.provider), clock: clock,
      outputs: outputs, service: service)
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
    follower.save(
      continued?.text ?? RunText(prepared.loaded, prepared.arguments),
      after: restored?.checkpoints)
    if let restored, let resumption {
      try await resume(restored, resumption)
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

  private static func resumption(
    _ continued: ContinuedRun?, _ new: PreparedRun, _ system: SystemClock, _ outputs: RunOutputs
  ) throws -> RunResumption? {
    guard let continued, let database = outputs.database else { return nil }
    return try continued.resumption(new, on: system, in: database)
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
      follower.writer.goOn(
        with: continued.summary(
          follower.writer.summary, driver.conductor.provider.configuration, in: database,
          prepared.terminal))
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
    journal?.note(prepared.configuration.zones)
    try await driver.run(
      &events, from: clock.start, until: clock.end, emit: follower.emit, save: follower.save,
      settled: follower.settled, asked: follower.asked)
  }

  /// Goes on; what has changed meanwhile is the first thing that it hears of.
  private mutating func resume(_ restored: RestoredRun, _ resumption: RunResumption) async throws {
    journal?.note(restored.conductor.provider.configuration.zones, known: restored.knownRules)
    if !restored.changes.isEmpty { inputs.written(restored.changes) }
    if !restored.changedRules.isEmpty { inputs.rulesChanged(of: restored.changedRules) }
    try await driver.resume(
      &events, from: restored.clock, missed: resumption.missed, at: resumption.now,
      emit: follower.emit, save: follower.save, settled: follower.settled, asked: follower.asked)
  }

  private func end() throws {
    if inputs.isStopped { try follower.stop(driver.conductor.provider, driver.position) }
    try outputs.database?.end(isOver: !inputs.isStopped)
    try follower.writer.finish(
      driver.conductor.provider, at: driver.end.map { min($0, driver.now) } ?? driver.now,
      lateness: driver.lateness, to: outputs, prepared.terminal)
  }
}
