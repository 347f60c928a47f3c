import MetschedAnalysis
import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedTime
import MetschedWidgets

/// A recorded run, played again from what it took in, each record beside the recorded one.
struct RunReplay {
  /// What came of it.
  enum Outcome {
    case same(records: Int)
    /// The first record that is another; nil where one of the two runs has none.
    case differs(sequence: Int64, recorded: String?, played: String?)
  }

  private var recorded: RecordedRun
  private let prepared: PreparedRun
  private let files: ReplayedFiles
  /// The zones that each session met, and the rules that it had of all.
  private let met: [[ZoneTable]]
  private let zones: [ZoneDatabase]
  private let json = RecordJSON()
  private var details: RunDetails?
  private var revision = 0
  private var count = 0
  /// Takes each record as it is played.
  private let write: (String) throws -> Void

  /// Ends a run of which everything is known.
  private struct Stop: Error {
    var outcome: Outcome
  }

  init(
    _ recorded: RecordedRun, _ terminal: Terminal, write: @escaping (String) throws -> Void
  ) throws {
    self.recorded = recorded
    met = try recorded.sessions.map { try $0.zones() }
    var zones: [ZoneDatabase] = []
    for met in met { zones.append((zones.last ?? terminal.zones).replacing(met)) }
    self.zones = zones
    prepared = try recorded.beginning.text.prepared(terminal, zones: zones[0])
    files = ReplayedFiles(prepared, zones[0])
    self.write = write
  }

  /// The zones of which this metsched has other rules than the run had, now or then.
  var otherRules: [String] {
    let others = met.joined().filter { prepared.terminal.zones.zone($0.identifier) != $0 }
    return Set(others.map(\.identifier)).sorted()
  }

  /// Plays the run to its end, or to its first difference.
  mutating func play() async throws -> Outcome {
    do {
      try await playSessions()
    } catch let stop as Stop {
      return stop.outcome
    }
    if let line = try recorded.lines.peek() {
      return .differs(sequence: line.sequence, recorded: line.text, played: nil)
    }
    return .same(records: count)
  }

  private mutating func playSessions() async throws {
    let configuration = prepared.configuration
    let schedule = Schedule(configuration)
    let clock = RunClock(
      configuration.clock, now: recorded.beginning.now, in: configuration.timezone.value)
    var playback = try playback(of: recorded.sessions[0], from: recorded.beginning.now)
    var driver = LiveDriver(
      conductor: schedule.conductor(remote: playback, files: playback), in: playback)
    var events =
      clock.end.map { schedule.events(in: clock.start..<$0) }
      ?? schedule.events(from: clock.start)
    events.expectRevisions()
    details = RunDetails(prepared.loaded, driver.conductor.provider)
    for (number, session) in recorded.sessions.enumerated() {
      recorded.lines.zones = zones[number]
      if let resumed = session.resumed {
        // What a restart was then: the run from its rows alone, under the rules of that start.
        var conductor = driver.conductor
        var checkpoints = RunCheckpoints()
        var rows: [SavedRow] = []
        checkpoints.save(&conductor, events, at: driver.position, isWhole: true) { rows.append($0) }
        let prepared = try files.restart(at: revision, resumed.options, zones[number])
        playback = try self.playback(of: session, from: resumed.now)
        let restored = try Schedule(prepared.configuration).restored(
          from: rows, remote: playback, files: playback, zones: zones[number],
          readEvent: prepared.loaded.eventReader(prepared.arguments, zones[number]))
        events = restored.events
        events.expectRevisions()
        driver = LiveDriver(conductor: restored.conductor, in: playback)
        details = RunDetails(prepared.loaded, driver.conductor.provider)
        revision = 0
        try await driver.resume(
          &events, from: restored.clock, missed: resumed.missed, at: resumed.now,
          emit: { try take($0, &$1) }, settled: { follow($0.provider) })
      } else {
        precondition(number == 0, "only the first session begins a run")
        try await driver.run(
          &events, from: clock.start, until: clock.end,
          emit: { try take($0, &$1) }, settled: { follow($0.provider) })
      }
    }
  }

  private func playback(of session: RecordedRun.Session, from now: Instant) throws -> RunPlayback {
    let inputs = try session.inputs.map { input in
      try JournaledInput(
        word: input.kind, at: input.at, json: input.payload, command: files.command)
    }
    return RunPlayback(
      inputs, from: now, through: session.through ?? Instant(milliseconds: .max))
  }

  /// Follows the revision of the files that counts, as whoever wrote the records did.
  private mutating func follow(_ provider: WidgetProvider) {
    guard provider.revision != revision else { return }
    revision = provider.revision
    if let loaded = files.loaded(revision) { details?.follow(loaded.place) }
  }

  /// Compares a record with the recorded one.
  private mutating func take(_ record: Record, _ provider: inout WidgetProvider) throws {
    follow(provider)
    let played = line(record, &provider)
    try write(played)
    let line = try recorded.lines.peek()
    if line == nil, recorded.sessions.last?.through == nil {
      // Nobody knows how far the run had come; it ends with its records.
      throw Stop(outcome: .same(records: count))
    }
    if let line, line.sequence == record.sequence, line.text == played {
      recorded.lines.take()
      count += 1
      return
    }
    if recorded.lacks(record.sequence), line?.sequence != record.sequence { return }
    throw Stop(
      outcome: .differs(sequence: record.sequence, recorded: line?.text, played: played))
  }

  private mutating func line(_ record: Record, _ provider: inout WidgetProvider) -> String {
    guard var details = self.details.take() else { return "" }
    // The provider is lent, not copied: two owners would copy its tables at the next change.
    swap(&details.provider, &provider)
    let line = json.line(record, &details)
    swap(&details.provider, &provider)
    self.details = details
    return line
  }
}
