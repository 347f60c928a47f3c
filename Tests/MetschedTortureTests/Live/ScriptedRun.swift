import MetschedConfiguration
import MetschedEngine
import MetschedRuntime
import MetschedText
import MetschedTime
import MetschedWidgets
import Synchronization

/// A live run to which a script happens, and what it leaves: its records, and what `replay` needs.
struct ScriptedRun {
  /// What was played between two starts of the process.
  struct Session {
    /// The time on the clock as it began.
    var began: Instant
    var inputs: [(word: String, at: Instant, json: String)] = []
    /// The last instant that was kept, on the clock.
    var through: Instant
  }

  /// What is on the disk after an instant.
  private struct Kept {
    var rows: [String: [UInt8]]
    var lines: Int
    var inputs: Int
    var position: SavedClock
    /// The text that counted.
    var text: String
    var clock: Instant
  }

  private(set) var lines: [String] = []
  private(set) var sessions: [Session] = []

  static let start = Instant(milliseconds: 1_767_603_600_000)
  private static let grace: Int64 = 60_000

  static func missed(_ script: LiveScript) -> MissedSettings {
    MissedSettings(
      rule: Setting(MissedSettings.Rule(rawValue: script.rule) ?? .all, .builtIn),
      grace: Setting(grace, .builtIn))
  }

  /// Plays a script to its end.
  ///
  /// - Parameters:
  ///   - script: what happens.
  ///   - restarts: whether its restarts do, too.
  /// - Throws: what keeps the run from its end.
  init(_ script: LiveScript, restarts: Bool) async throws {
    let world = ScriptedWorld(script.file, at: Self.start)
    let now = Mutex<ScriptClock?>(nil)
    let clock = ScriptClock(script, at: Self.start + 250, restarts: restarts) { step in
      world.perform(step, at: now.withLock(\.self)?.now ?? Self.start)
    }
    now.withLock { $0 = clock }
    defer { now.withLock { $0 = nil } }
    var kept: Kept?
    while true {
      let inputs = LiveInputs()
      world.begin(inputs)
      let taken = Mutex<[Session.Input]>([])
      let journal = RunJournal(clock: clock) { input in
        taken.withLock { $0.append((input.word, input.at, input.json.text)) }
      }
      let files = JournaledContainers(world, journal: journal)
      let text = kept?.text ?? script.file
      guard let configuration = ScriptedFiles.load(text).configuration else { throw Wrong() }
      let schedule = Schedule(configuration)
      let began = clock.now
      let restored = try kept.map { kept in
        try schedule.restored(
          from: kept.rows.map { SavedRow(name: $0.key, bytes: $0.value) }, files: files,
          readEvent: ScriptedFiles.reader(text))
      }
      var rows = kept?.rows ?? [:]
      var texts = [0: text]
      var checkpoints = restored?.checkpoints ?? RunCheckpoints()
      var driver = LiveDriver(
        conductor: restored?.conductor ?? schedule.conductor(files: files), clock: clock,
        inputs: inputs, journal: journal)
      var events = restored?.events ?? schedule.events(from: Self.start)
      events.expectRevisions()
      var history: [Kept] = []
      var lines = lines
      func save(
        _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer,
        _ position: SavedClock
      ) {
        checkpoints.save(&conductor, events, at: position) { rows[$0.name] = $0.bytes }
        world.follow(events.roster(in: conductor.provider.configuration), position)
        texts[conductor.provider.revision] = texts[conductor.provider.revision] ?? world.text
        history.append(
          Kept(
            rows: rows, lines: lines.count, inputs: taken.withLock(\.count), position: position,
            text: texts[conductor.provider.revision] ?? text, clock: clock.now))
        history.removeFirst(max(0, history.count - 4))
      }
      func emit(_ record: Record, _ provider: inout WidgetProvider) {
        lines.append(FileRun.line(of: record, &provider))
      }
      if let restored {
        if !restored.changes.isEmpty { inputs.written(restored.changes) }
        try await driver.resume(
          &events, from: restored.clock, missed: Self.missed(script), at: began, emit: emit,
          save: save, settled: { _ in })
      } else {
        try await driver.run(
          &events, from: Self.start, until: nil, emit: emit, save: save, settled: { _ in })
      }
      let cut = world.takeCut()
      guard let last = history.last else { throw Wrong() }
      // What reached the disk; what others told the run is there.
      let back = history.suffix(1 + (cut?.lost ?? 0)).first { state in
        state.inputs == last.inputs && state.clock >= clock.now + (cut?.after ?? 0) - Self.grace
      }
      let disk = back ?? last
      kept = disk
      self.lines = Array(lines.prefix(disk.lines))
      sessions.append(
        Session(
          began: began, inputs: Array(taken.withLock(\.self).prefix(disk.inputs)),
          through: disk.position.slept))
      guard let cut else { return }
      clock.pass(cut.after)
    }
  }

  struct Wrong: Error {}
}

extension ScriptedRun.Session {
  typealias Input = (word: String, at: Instant, json: String)
}

extension ScriptedRun {
  /// Plays what was taken down again, as `replay` does, and returns its records.
  func replayed(_ script: LiveScript) async throws -> [String] {
    var lines: [String] = []
    var text = script.file
    var texts: [Int: String] = [:]
    var driver: LiveDriver<WidgetProvider>?
    var events: EventPlayer?
    func emit(_ record: Record, _ provider: inout WidgetProvider) {
      lines.append(FileRun.line(of: record, &provider))
    }
    for session in sessions {
      var rows: [SavedRow] = []
      if let last = driver, let events {
        var conductor = last.conductor
        text = texts[conductor.provider.revision] ?? text
        var checkpoints = RunCheckpoints()
        checkpoints.save(&conductor, events, at: last.position, isWhole: true) { rows.append($0) }
      }
      texts = [0: text]
      let inputs = try session.inputs.map { input in
        try JournaledInput(word: input.word, at: input.at, json: input.json) { command in
          switch command {
          case .files(let files, let number):
            texts[number] = String(decoding: files[0].bytes, as: UTF8.self)
            return try Self.found(ScriptedFiles.revision(number, texts[number] ?? ""))
          case .event(let asked, let revision, _):
            return try Self.found(ScriptedFiles.event(asked, revision, texts[revision] ?? ""))
          }
        }
      }
      let playback = RunPlayback(inputs, from: session.began, through: session.through)
      let schedule = Schedule(try Self.found(ScriptedFiles.load(text).configuration))
      if driver == nil {
        var source = schedule.events(from: Self.start)
        source.expectRevisions()
        var first = LiveDriver(conductor: schedule.conductor(files: playback), in: playback)
        try await first.run(
          &source, from: Self.start, until: nil, emit: emit, settled: { _ in })
        (driver, events) = (first, source)
      } else {
        var restored = try schedule.restored(
          from: rows, files: playback, readEvent: ScriptedFiles.reader(text))
        restored.events.expectRevisions()
        var next = LiveDriver(conductor: restored.conductor, in: playback)
        try await next.resume(
          &restored.events, from: restored.clock, missed: Self.missed(script),
          at: session.began, emit: emit, settled: { _ in })
        (driver, events) = (next, restored.events)
      }
    }
    return lines
  }

  private static func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Wrong() }
    return value
  }
}
