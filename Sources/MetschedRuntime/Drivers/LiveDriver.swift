package import MetschedEngine
package import MetschedTime

/// Runs a schedule on a clock that takes its time, and tells the machine what happens meanwhile.
///
/// It sleeps until the next deadline and then plays the deadline's own instant, not the later one
/// at which it woke, so that a live run gives the records of a virtual one. After a jump or a
/// suspension the instant is the one at which it was noticed, and everything that fell into the
/// gap is played there. The task that runs it owns it; everybody else speaks to its `inputs`.
package struct LiveDriver<Provider: RequestAnswering> {
  package private(set) var conductor: Conductor<Provider>
  private let clock: any Clock
  private let inputs: LiveInputs
  private var sleeper: Task<Void, Never>?
  /// The number of the sleep under way; a wake with another one is of a sleep that was given up.
  private var sleepNumber = 0
  private var end: Instant?
  private var latest: Instant
  package private(set) var lateness = Lateness()

  package init(conductor: Conductor<Provider>, clock: any Clock, inputs: LiveInputs) {
    self.conductor = conductor
    self.clock = clock
    self.inputs = inputs
    latest = clock.now
  }

  /// Plays the beginning and everything that follows, until the end or until it is stopped.
  ///
  /// - Parameters:
  ///   - beginning: the events of the first instant.
  ///   - start: the first instant, now or a little before.
  ///   - end: the first instant that is not played; nil to go on until stopped.
  ///   - emit: takes each record.
  ///   - settled: told when an instant is over, so that what was written can be seen.
  /// - Throws: what `emit` throws, or what the clock does.
  package mutating func run(
    _ beginning: [Event], from start: Instant, until end: Instant?,
    emit: (Record, inout Provider) throws -> Void, settled: () throws -> Void
  ) async throws {
    self.end = end
    defer { sleeper?.cancel() }
    try await play(beginning, at: start, emit: emit, settled: settled)
    var stream = inputs.stream.makeAsyncIterator()
    while true {
      while let deadline = nextDeadline(), deadline <= clock.now {
        lateness.count(clock.now - deadline)
        try await play([], at: deadline, emit: emit, settled: settled)
      }
      if let end = self.end, clock.now >= end { return }
      sleep(until: [nextDeadline(), self.end].compactMap(\.self).min())
      guard let next = await stream.next() else { return }
      switch next {
      case .stop: return
      case .happened(let events):
        try await play(events, at: max(clock.now, latest), emit: emit, settled: settled)
      case .woke(let number, let wake) where number == sleepNumber:
        sleeper = nil
        try await handle(wake, emit: emit, settled: settled)
      case .failed(let number, let error) where number == sleepNumber: throw error
      case .woke, .failed: continue
      }
    }
  }

  private mutating func nextDeadline() -> Instant? {
    guard let deadline = conductor.nextDeadline() else { return nil }
    if let end, deadline >= end { return nil }
    return deadline
  }

  private mutating func handle(
    _ wake: Wake, emit: (Record, inout Provider) throws -> Void, settled: () throws -> Void
  ) async throws {
    switch wake {
    case .reached: break
    case .set(let by):
      // The run lasts as long as it was to last, whatever the clock says.
      end = end.map { $0 + by }
      latest = clock.now
      try await play([.clockChanged(by: by)], at: clock.now, emit: emit, settled: settled)
    case .suspended(let length):
      let now = clock.now
      let began = max(now - length, latest)
      try await play([.suspended(true)], at: began, emit: emit, settled: settled)
      try await play([.suspended(false)], at: max(now, began), emit: emit, settled: settled)
    }
  }

  private mutating func play(
    _ events: [Event], at time: Instant,
    emit: (Record, inout Provider) throws -> Void, settled: () throws -> Void
  ) async throws {
    latest = time
    // What stands in a container may have changed since it was last read.
    conductor.provider.containersMayHaveChanged()
    try await conductor.play(
      events.map { TimedEvent(at: time, $0) }, at: time, emit: emit)
    try settled()
  }

  private mutating func sleep(until deadline: Instant?) {
    sleeper?.cancel()
    sleepNumber += 1
    sleeper = Task { [clock, inputs, sleepNumber] in
      do {
        let wake = try await clock.sleep(until: deadline)
        inputs.continuation.yield(.woke(number: sleepNumber, wake))
      } catch {
        inputs.continuation.yield(.failed(number: sleepNumber, error))
      }
    }
  }
}

/// What reaches a live run from outside; may be spoken to from anywhere.
package struct LiveInputs: Sendable {
  enum Input: Sendable {
    case woke(number: Int, Wake)
    case failed(number: Int, any Error)
    case happened([Event])
    case stop
  }

  let stream: AsyncStream<Input>
  let continuation: AsyncStream<Input>.Continuation

  package init() {
    (stream, continuation) = AsyncStream.makeStream(of: Input.self)
  }

  /// Lets the run end after the instant under way.
  package func stop() {
    continuation.yield(.stop)
  }

  /// Tells the machine what has happened, at the instant at which it is noticed.
  package func happened(_ events: [Event]) {
    continuation.yield(.happened(events))
  }
}

/// How late a live run was, in milliseconds of its clock.
package struct Lateness: Hashable, Sendable {
  /// The deadlines played.
  package private(set) var count = 0
  package private(set) var total: Int64 = 0
  package private(set) var longest: Int64 = 0

  package init() {}

  /// The mean; 0 before the first deadline.
  package var mean: Int64 { count == 0 ? 0 : total / Int64(count) }

  mutating func count(_ milliseconds: Int64) {
    count += 1
    total += milliseconds
    longest = max(longest, milliseconds)
  }
}
