package import MetschedConfiguration
package import MetschedEngine
package import MetschedTime

/// Runs a schedule on a clock that takes its time, and tells the machine what happens meanwhile.
///
/// It sleeps until the next deadline and then plays the deadline's own instant, not the later one
/// at which it woke, so that a live run gives the records of a virtual one. What happens outside
/// is played at the instant at which it is noticed, after all deadlines before it. After a jump or
/// a suspension the instant is the one at which it was noticed, and everything that fell into the
/// gap is played there. The task that runs it owns it; everybody else speaks to its `inputs`.
package struct LiveDriver<Provider: RequestAnswering> {
  package private(set) var conductor: Conductor<Provider>
  private let surroundings: any Surroundings
  private var arrival: Arrival?
  /// The first instant that is not played, on the clock as it is set now; nil for none.
  package private(set) var end: Instant?
  /// The latest instant that was played.
  package private(set) var latest: Instant
  package private(set) var lateness = Lateness()

  /// How far events have set the schedule's clock from the one that it runs on.
  private var offset: Int64 = 0
  /// The first instant of the run.
  private var start: Instant

  /// Creates the driver of a run that happens.
  ///
  /// - Parameters:
  ///   - conductor: the machine and what answers it.
  ///   - clock: what the run sleeps on.
  ///   - inputs: where others tell it what happens.
  ///   - journal: takes down what comes from outside, so that the run can be played again.
  package init(
    conductor: Conductor<Provider>, clock: any Clock, inputs: LiveInputs,
    journal: RunJournal? = nil
  ) {
    self.init(
      conductor: conductor,
      in: ClockAndInputs(clock: clock, inputs: inputs, journal: journal))
  }

  package init(conductor: Conductor<Provider>, in surroundings: any Surroundings) {
    self.conductor = conductor
    self.surroundings = surroundings
    latest = surroundings.now
    start = latest
  }

  /// Plays events that are known before the run, and everything that follows from them.
  package mutating func run(
    _ events: [TimedEvent], from start: Instant, until end: Instant?,
    emit: (Record, inout Provider) throws -> Void,
    settled: (inout Conductor<Provider>) throws -> Void
  ) async throws {
    var source = ListedEvents<Provider>(events)
    try await run(&source, from: start, until: end, emit: emit, settled: settled)
  }

  /// Plays what a source brings and everything that follows from it, until the end or until it is
  /// stopped.
  ///
  /// - Parameters:
  ///   - source: what happens from outside, as far as it is planned.
  ///   - start: the first instant, now or a little before.
  ///   - end: the first instant that is not played; nil to go on until stopped.
  ///   - emit: takes each record.
  ///   - save: told when an instant is over, before `settled`, so that the run can be saved.
  ///   - settled: told when an instant is over, so that what was written can be seen.
  ///   - asked: told where somebody wants to know how the run stands, with the time; changes nothing.
  /// - Throws: what `emit` and `settled` throw, or what the clock does.
  package mutating func run<Source: EventSource<Provider>>(
    _ source: inout Source, from start: Instant, until end: Instant?,
    emit: (Record, inout Provider) throws -> Void,
    save: (inout Conductor<Provider>, Source, SavedClock) throws -> Void = { _, _, _ in },
    settled: (inout Conductor<Provider>) throws -> Void,
    asked: (inout Conductor<Provider>, Source, Instant) -> Void = { _, _, _ in }
  ) async throws {
    self.end = end
    self.start = start
    try await play(&source, at: start, emit: emit)
    try save(&conductor, source, position)
    try settled(&conductor)
    try await goOn(&source, emit: emit, save: save, settled: settled, asked: asked)
  }

  /// Goes on with a run that was saved and has been down since.
  ///
  /// What is late by more than the grace is missed. With `all` nothing is: the run catches up, one
  /// instant after the other. Else its first instant says that it was down, and what was missed
  /// comes together where the grace begins.
  ///
  /// - Parameters:
  ///   - source: what happens from outside, as it was saved.
  ///   - saved: how far the run had come.
  ///   - missed: what becomes of what was missed.
  ///   - time: the time on the clock as the run goes on.
  ///   - emit: takes each record.
  ///   - save: told when an instant is over, before `settled`, so that the run can be saved.
  ///   - settled: told when an instant is over, so that what was written can be seen.
  ///   - asked: told where somebody wants to know how the run stands, with the time; changes nothing.
  /// - Throws: what `emit`, `save` and `settled` throw, or what the clock does.
  package mutating func resume<Source: EventSource<Provider>>(
    _ source: inout Source, from saved: SavedClock, missed: MissedSettings, at time: Instant,
    emit: (Record, inout Provider) throws -> Void,
    save: (inout Conductor<Provider>, Source, SavedClock) throws -> Void = { _, _, _ in },
    settled: (inout Conductor<Provider>) throws -> Void,
    asked: (inout Conductor<Provider>, Source, Instant) -> Void = { _, _, _ in }
  ) async throws {
    (start, end, offset, latest) = (saved.start, saved.end, saved.offset, saved.through)
    let now = time + offset
    if now < latest {
      // The clock was set back meanwhile, or has lost the time without its battery.
      let jump = now - latest
      try setClock(&source, by: jump, to: now, emit: emit)
      try await play(&source, at: latest, emit: emit)
    }
    let woken = now - missed.grace.value
    if missed.rule.value != .all, let first = source.next(before: conductor.nextDeadline()),
      first < woken
    {
      if let end, end <= woken { return }
      try conductor.tell(
        .announced(.everybody, .down(true)), at: max(first, latest), emit: emit)
      latest = woken
      try conductor.tell(.announced(.everybody, .down(false)), at: woken, emit: emit)
      if missed.rule.value == .skip { try conductor.skipMissed(before: woken, emit: emit) }
      try await play(&source, at: woken, emit: emit)
    }
    try save(&conductor, source, position)
    try settled(&conductor)
    try await goOn(&source, emit: emit, save: save, settled: settled, asked: asked)
  }

  /// How far the run has come.
  package var position: SavedClock {
    SavedClock(start: start, through: latest, offset: offset, end: end)
  }

  private mutating func goOn<Source: EventSource<Provider>>(
    _ source: inout Source, emit: (Record, inout Provider) throws -> Void,
    save: (inout Conductor<Provider>, Source, SavedClock) throws -> Void,
    settled: (inout Conductor<Provider>) throws -> Void,
    asked: (inout Conductor<Provider>, Source, Instant) -> Void
  ) async throws {
    while true {
      if surroundings.takeAsked() { asked(&conductor, source, max(now, latest)) }
      if arrival == nil, let taken = surroundings.take() {
        arrival = Arrival(at: max(taken.at + offset, latest), inputs: taken.inputs)
      }
      let deadline = [conductor.nextDeadline(), arrival?.at].compactMap(\.self).min()
      let target = [source.next(before: deadline), self.end].compactMap(\.self).min()
      let awakening = try await surroundings.sleep(until: target.map { $0 - offset })
      if surroundings.isStopped { return }
      guard let awakening else { continue }
      let now = awakening.at + offset
      switch awakening.wake {
      case .reached:
        guard let target else { continue }
        if let end = self.end, end <= target { return }
        if arrival?.at != target { lateness.count(surroundings.lateness(of: target - offset)) }
        try await play(&source, at: target, emit: emit)
      case .set(let by):
        try setClock(&source, by: by, to: now, emit: emit)
        try await play(&source, at: latest, emit: emit)
      case .suspended(let length):
        let began = max(now - length, latest)
        let woken = max(now, began)
        surroundings.willPlay()
        _ = try conductor.open(Happenings(events: [.suspended(true)]), at: began, emit: emit)
        while try !conductor.advance(emit: emit) { await conductor.awaitAnswers() }
        latest = began
        // Nothing is saved before the machine is awake again: a run that is killed now was never
        // asleep, and nobody would wake one that was restored in its sleep.
        if let end = self.end, end <= woken {
          try save(&conductor, source, position)
          try settled(&conductor)
          return
        }
        latest = woken
        arrival?.at = latest
        try conductor.tell(.suspended(false), at: woken, emit: emit)
        try await play(&source, at: woken, emit: emit)
      }
      try save(&conductor, source, position)
      try settled(&conductor)
    }
  }

  /// Follows a clock that somebody has set; the run lasts as long as it was to last.
  private mutating func setClock<Source: EventSource<Provider>>(
    _ source: inout Source, by jump: Int64, to now: Instant,
    emit: (Record, inout Provider) throws -> Void
  ) throws {
    end = end.map { $0 + jump }
    source.clockWasSet(by: jump)
    latest = now
    arrival?.at = latest
    try conductor.tell(.clockChanged(by: jump), at: latest, emit: emit)
  }

  /// The time on the schedule's clock.
  package var now: Instant { surroundings.now + offset }

  /// Plays an instant with all that is planned for it and all that has come from outside.
  private mutating func play<Source: EventSource<Provider>>(
    _ source: inout Source, at time: Instant, emit: (Record, inout Provider) throws -> Void
  ) async throws {
    surroundings.willPlay()
    var arrived = LiveInputs.Arrived()
    if let arrival, arrival.at <= time {
      arrived = arrival.inputs
      self.arrival = nil
    }
    // What stands in a container may have changed since it was last read.
    conductor.provider.containersMayHaveChanged()
    let happenings = source.take(through: time, noticing: arrived.noticed, &conductor.provider)
    latest = try conductor.open(happenings, beside: arrived.events, at: time, emit: emit)
    while try !conductor.advance(emit: emit) { await conductor.awaitAnswers() }
    offset += latest - time
    end = end.map { $0 + (latest - time) }
    if let waiting = arrival { arrival?.at = max(waiting.at + (latest - time), latest) }
  }
}
