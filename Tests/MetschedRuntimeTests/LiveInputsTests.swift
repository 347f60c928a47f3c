import MetschedEngine
import MetschedRuntime
import MetschedTime
import Synchronization
import Testing

/// What reaches a live run from outside, and in which order it is played.
@Suite struct LiveInputsTests {
  /// A clock that stands until somebody sets it, and sleeps until it is cancelled.
  private final class HeldClock: Clock {
    private let state: Mutex<(now: Instant, jump: Wake?)>

    init(at start: Instant) { state = Mutex((start, nil)) }

    var now: Instant { state.withLock(\.now) }

    /// Lets time pass that no sleep has noticed yet.
    func pass(_ milliseconds: Int64) { state.withLock { $0.now = $0.now + milliseconds } }

    /// Sets the clock; whoever sleeps is not woken, and the next one is told.
    func set(by milliseconds: Int64) {
      state.withLock { $0 = ($0.now + milliseconds, .set(by: milliseconds)) }
    }

    func sleep(until deadline: Instant?) async throws -> Wake {
      if let wake = wake(until: deadline) { return wake }
      try? await Task.sleep(for: .seconds(1_000))
      // A jump may end a sleep at the moment at which it is cancelled.
      if let wake = wake(until: nil) { return wake }
      throw CancellationError()
    }

    private func wake(until deadline: Instant?) -> Wake? {
      state.withLock { state in
        if let jump = state.jump.take() { return jump }
        return deadline.map { $0 <= state.now } == true ? .reached : nil
      }
    }
  }

  private typealias Hourly = LiveDriverTests.HourlyProvider

  /// What happened, in milliseconds since the start.
  private static func line(_ record: Record) -> String {
    let words = LiveDriverTests.line(record).split(separator: " ").dropFirst()
    return "\(record.at - LiveDriverTests.start) \(words.joined(separator: " "))"
  }

  /// Runs until so many instants have been played; at each one of them, something may be done.
  private func lines(
    _ clock: some Clock, _ inputs: LiveInputs, instants: Int, at: (Int) -> Void
  ) async throws -> [String] {
    var driver = LiveDriver(
      conductor: LiveDriverTests.conductor(), clock: clock, inputs: inputs)
    var lines: [String] = []
    var played = 0
    try await driver.run(
      LiveDriverTests.added.map { TimedEvent(at: LiveDriverTests.start, $0) },
      from: LiveDriverTests.start, until: nil,
      emit: { record, _ in
        lines.append(Self.line(record))
      },
      settled: { _ in
        played += 1
        if played == instants { inputs.stop() } else { at(played) }
      })
    return lines
  }

  @Test func `it is played at the instant at which it is noticed`() async throws {
    let clock = HeldClock(at: LiveDriverTests.start + 1_234)
    let inputs = LiveInputs()
    let lines = try await lines(clock, inputs, instants: 2) { _ in
      inputs.happened([.requested(PlacementNumber(1), .container)])
      inputs.happened([.requested(PlacementNumber(0), .container)])
    }
    #expect(
      lines.suffix(4) == [
        "1234 0 reload [container]", "1234 0 show 0",
        "1234 1 reload [container]", "1234 1 show 0",
      ])
    #expect(lines.count == 8)
  }

  @Test func `a deadline that passed before it is played before it, at its own instant`()
    async throws
  {
    let clock = HeldClock(at: LiveDriverTests.start)
    let inputs = LiveInputs()
    let lines = try await lines(clock, inputs, instants: 3) { played in
      guard played == 1 else { return }
      clock.pass(Hourly.hour + 5)
      inputs.happened([.requested(PlacementNumber(0), .container)])
    }
    #expect(
      lines.dropFirst(4) == [
        "3600000 0 show 1", "3600000 1 show 1",
        "3600005 0 reload [policy, container]",
        "3600005 0 show 0",
      ])
  }

  @Test func `a jump that comes together with it is not lost, and is played first`()
    async throws
  {
    let clock = HeldClock(at: LiveDriverTests.start)
    let inputs = LiveInputs()
    let lines = try await lines(clock, inputs, instants: 2) { played in
      guard played == 1 else { return }
      clock.set(by: 7 * Hourly.hour)
      inputs.happened([.requested(PlacementNumber(0), .container)])
    }
    #expect(
      lines.dropFirst(4) == [
        "25200000 clock(by: 25200000)", "25200000 0 show 1", "25200000 1 show 1",
        "25200000 0 reload [clock, container, policy]",
        "25200000 0 show 0",
        "25200000 1 reload [clock, policy]", "25200000 1 show 0",
      ])
  }

  @Test func `a run that never catches up can be stopped, and hears what happens`()
    async throws
  {
    /// Everything has passed already.
    struct Late: Clock {
      let now = Instant(milliseconds: 1 << 50)
      func sleep(until deadline: Instant?) async throws -> Wake { .reached }
    }
    let lines = try await lines(Late(), LiveInputs(), instants: 20) { _ in }
    #expect(lines.count > 20)
  }

  @Test func `a run waits for nobody whose answer comes later`() async throws {
    /// Placement 0 answers at once, placement 1 when its answer is brought.
    struct Slow: RequestAnswering {
      var asked: [Request] = []
      mutating func answers(to requests: [Request]) async -> Answers {
        asked += requests
        return Answers(requests.map { $0.placement.index == 0 ? Self.answer($0) : nil })
      }
      static func answer(_ request: Request) -> Answer? {
        LiveDriverTests.HourlyProvider.answer(to: request)
      }
      mutating func release(_ timeline: TimelineID) {}
    }
    let clock = HeldClock(at: LiveDriverTests.start)
    let inputs = LiveInputs()
    let machine = LiveDriverTests.conductor().machine
    var driver = LiveDriver(
      conductor: Conductor(machine: machine, provider: Slow()), clock: clock, inputs: inputs)
    var lines: [String] = []
    var played = 0
    try await driver.run(
      LiveDriverTests.added.map { TimedEvent(at: LiveDriverTests.start, $0) },
      from: LiveDriverTests.start, until: nil,
      emit: { record, _ in
        lines.append(Self.line(record))
      },
      settled: { conductor in
        played += 1
        guard played == 1 else { return inputs.stop() }
        clock.pass(700)
        let request = conductor.provider.asked[1]
        inputs.happened([
          .answered(
            request,
            .timeline(
              AnsweredTimeline(
                id: TimelineID(1), dates: .dates([request.granted]), end: nil, policy: .never)))
        ])
      })
    #expect(
      lines == [
        "0 0 reload [added]", "0 0 show 0", "0 1 show 0",
        "700 1 reload [added]", "700 1 show 0",
      ])
  }
}
