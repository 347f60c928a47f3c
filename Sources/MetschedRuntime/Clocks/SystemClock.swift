public import MetschedTime
import Synchronization

/// The machine's own clock, at its own speed or another.
///
/// It sleeps on a kernel timer and polls nothing. The kernel cancels that timer when somebody sets
/// the wall clock or the machine wakes from suspension, so a jump is noticed at once. At speed 1
/// it is the wall clock. At another speed so many seconds of the schedule pass in a second, and a
/// suspension counts so many times; setting the wall clock does nothing then, since nothing of the
/// schedule is on it. Source: timerfd_create(2), clock_gettime(2).
public final class SystemClock: Clock {
  /// How many seconds pass in a second.
  public let speed: Double
  private let origin: SystemTime
  /// The time of the wall clock when the clock was created.
  public var wallStart: Instant { instant(atWall: origin.wall) }
  /// The instant at which the clock was created.
  public let start: Instant
  private let jumps: Mutex<ClockJumps>
  /// Made for the first sleep: its thread is nothing for who only asks for the time.
  private let timer = Mutex<KernelTimer?>(nil)

  /// Creates a clock that begins now.
  ///
  /// - Parameter speed: how many seconds pass in a second; above zero.
  public convenience init(speed: Double = 1) {
    self.init(speed: speed) { $0 }
  }

  /// Creates a clock that goes on where an earlier one was, as if it had gone all the time.
  ///
  /// - Parameters:
  ///   - speed: how many seconds pass in a second; above zero.
  ///   - instant: the clock's time at a time of the wall clock; at speed 1 they are one.
  ///   - wall: that time of the wall clock.
  public convenience init(speed: Double, since instant: Instant, at wall: Instant) {
    self.init(speed: speed) { now in
      speed == 1 ? now : instant + Int64(Double(now - wall) * speed)
    }
  }

  private init(speed: Double, start: (Instant) -> Instant) {
    precondition(speed > 0, "a clock goes forwards")
    self.speed = speed
    origin = SystemTime.now()
    self.start = start(Instant(milliseconds: origin.wall / .nanosecondsPerMillisecond))
    jumps = Mutex(ClockJumps(since: origin, noticesSetting: speed == 1))
  }

  /// The wall clock at speed 1; else the beginning and the time since, times the speed.
  public var now: Instant {
    if speed == 1 { return instant(atWall: SystemTime.wall()) }
    return instant(atElapsed: SystemTime.elapsed())
  }

  /// Sleeps on a kernel timer.
  public func sleep(until deadline: Instant?) async throws -> Wake {
    while true {
      try Task.checkCancellation()
      let time = SystemTime.now()
      if let jump = takeJump(at: time) { return jump }
      if let deadline, instant(at: time) >= deadline { return .reached }
      try await kernelTimer().wait(
        untilWall: deadline.map { wall(of: $0, from: time) },
        unless: { [self] in hasJumped(at: SystemTime.now()) })
    }
  }

  private func kernelTimer() throws -> KernelTimer {
    try timer.withLock { timer in
      if let timer { return timer }
      let made = try KernelTimer()
      timer = made
      return made
    }
  }

  /// Counts in seconds of the machine, whatever the speed.
  public func lateness(of deadline: Instant) -> Duration {
    if speed == 1 {
      return .nanoseconds(max(0, SystemTime.wall() - deadline.nanoseconds))
    }
    return .nanoseconds(max(0, SystemTime.elapsed() - elapsed(of: deadline)))
  }

  // MARK: The schedule's time and the kernel's

  private func instant(at time: SystemTime) -> Instant {
    speed == 1 ? instant(atWall: time.wall) : instant(atElapsed: time.elapsed)
  }

  private func instant(atWall wall: Int64) -> Instant {
    Instant(milliseconds: wall / .nanosecondsPerMillisecond)
  }

  private func instant(atElapsed elapsed: Int64) -> Instant {
    let passed = Double(elapsed - origin.elapsed) * speed / Double(Int64.nanosecondsPerMillisecond)
    // The timer rounds up and wakes a little after, so that rounding down loses no deadline.
    return start + Int64(passed)
  }

  private func elapsed(of deadline: Instant) -> Int64 {
    let distance = Double(deadline - start) / speed
    return origin.elapsed
      + Int64((distance * Double(Int64.nanosecondsPerMillisecond)).rounded(.up))
  }

  /// When a deadline will be on the wall clock, as far as nobody sets that.
  private func wall(of deadline: Instant, from time: SystemTime) -> Int64 {
    speed == 1 ? deadline.nanoseconds : time.wall + elapsed(of: deadline) - time.elapsed
  }

  // MARK: Jumps

  private func takeJump(at time: SystemTime) -> Wake? {
    guard let jump = jumps.withLock({ $0.take(at: time) }) else { return nil }
    if case .suspended(let length) = jump { return .suspended(for: Int64(Double(length) * speed)) }
    return jump
  }

  private func hasJumped(at time: SystemTime) -> Bool {
    jumps.withLock { jumps in
      var copy = jumps
      return copy.take(at: time) != nil
    }
  }
}

extension Instant {
  fileprivate var nanoseconds: Int64 {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(
      by: .nanosecondsPerMillisecond)
    // 2262 is the last year in nanoseconds; whoever sleeps longer wakes then, and sleeps again.
    return overflow ? (milliseconds < 0 ? .min : .max) : product
  }
}
