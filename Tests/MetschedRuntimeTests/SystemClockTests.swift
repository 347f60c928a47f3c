import MetschedTime
import Testing

@testable import MetschedRuntime

/// The machine's clock, for some milliseconds; jumps are readings made up.
@Suite struct SystemClockTests {
  @Test func `a sleep ends when the deadline has come, and not before`() async throws {
    let clock = SystemClock()
    let deadline = clock.now + 15
    #expect(try await clock.sleep(until: deadline) == .reached)
    #expect(clock.now >= deadline)
    #expect(clock.lateness(of: deadline) >= .zero)
    #expect(try await clock.sleep(until: deadline) == .reached)
  }

  @Test(arguments: [1_000, 0.5])
  func `at another speed other times pass`(_ speed: Double) async throws {
    let clock = SystemClock(speed: speed)
    let start = clock.now
    let elapsed = SystemTime.elapsed()
    let deadline = start + Int64(10 * speed)
    #expect(try await clock.sleep(until: deadline) == .reached)
    #expect(clock.now >= deadline)
    #expect(SystemTime.elapsed() - elapsed >= 9 * .nanosecondsPerMillisecond)
    // Late by what the machine was late, not by that times the speed.
    let (late, passed) = (clock.lateness(of: deadline), SystemTime.elapsed() - elapsed)
    #expect(late <= .nanoseconds(passed))
  }

  @Test func `a sleep ends when its task is cancelled, with a deadline or without`()
    async throws
  {
    let clock = SystemClock()
    for deadline in [nil, clock.now + 3_600_000] as [Instant?] {
      let sleeper = Task { try await clock.sleep(until: deadline) }
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
  }

  @Test func `one clock lets several sleep`() async throws {
    let clock = SystemClock(speed: 100)
    let start = clock.now
    let woken = await withTaskGroup(of: Int64.self) { group in
      for distance: Int64 in [900, 300, 600, 300] {
        group.addTask {
          _ = try? await clock.sleep(until: start + distance)
          return clock.now - start >= distance ? distance : -1
        }
      }
      return await group.reduce(into: [Int64]()) { $0.append($1) }.sorted()
    }
    #expect(woken == [300, 300, 600, 900])
  }

  // MARK: Jumps

  private static let start = SystemTime(
    wall: 1_767_603_600_000_000_000, elapsed: 5_000_000_000, awake: 4_000_000_000)

  /// The clocks after so many milliseconds in which this happened to them.
  private static func reading(after: Int64, set: Int64 = 0, asleep: Int64 = 0) -> SystemTime {
    let second = Int64.nanosecondsPerMillisecond
    return SystemTime(
      wall: start.wall + (after + set) * second, elapsed: start.elapsed + after * second,
      awake: start.awake + (after - asleep) * second)
  }

  @Test func `each jump is told once, the sleep before the setting`() {
    var jumps = ClockJumps(since: Self.start, noticesSetting: true)
    #expect(jumps.take(at: Self.reading(after: 60_000)) == nil)
    #expect(jumps.take(at: Self.reading(after: 90_000, set: 3_600_000)) == .set(by: 3_600_000))
    #expect(jumps.take(at: Self.reading(after: 90_001, set: 3_600_000)) == nil)
    let both = Self.reading(after: 9_000_000, set: -1_000, asleep: 8_000_000)
    #expect(jumps.take(at: both) == .suspended(for: 8_000_000))
    #expect(jumps.take(at: both) == .set(by: -3_601_000))
    #expect(jumps.take(at: both) == nil)
  }

  @Test func `small corrections are no jumps until they add up`() {
    var jumps = ClockJumps(since: Self.start, noticesSetting: true)
    #expect(jumps.take(at: Self.reading(after: 10, set: 60)) == nil)
    #expect(jumps.take(at: Self.reading(after: 20, set: 99)) == nil)
    #expect(jumps.take(at: Self.reading(after: 30, set: 120)) == .set(by: 120))
    #expect(jumps.take(at: Self.reading(after: 40, set: 120)) == nil)
  }

  @Test func `where the wall clock does not matter, a sleep still does`() {
    var jumps = ClockJumps(since: Self.start, noticesSetting: false)
    #expect(jumps.take(at: Self.reading(after: 10, set: 60_000)) == nil)
    #expect(
      jumps.take(at: Self.reading(after: 9_000, set: 60_000, asleep: 5_000))
        == .suspended(for: 5_000))
  }
}
