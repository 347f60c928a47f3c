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
  private let told: Mutex<SystemTime>
  private let timer: Result<KernelTimer, KernelTimer.Failure>

  /// Creates a clock that begins now.
  ///
  /// - Parameter speed: how many seconds pass in a second; above zero.
  public init(speed: Double = 1) {
    precondition(speed > 0, "a clock goes forwards")
    self.speed = speed
    origin = SystemTime.now()
    told = Mutex(origin)
    timer = Result { () throws(KernelTimer.Failure) in try KernelTimer() }
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
      try await timer.get().wait(
        untilWall: deadline.map { wall(of: $0, from: time) },
        unless: { [self] in hasJumped(at: SystemTime.now()) })
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
    return instant(atWall: origin.wall) + Int64(passed)
  }

  private func elapsed(of deadline: Instant) -> Int64 {
    let distance = Double(deadline - instant(atWall: origin.wall)) / speed
    return origin.elapsed
      + Int64((distance * Double(Int64.nanosecondsPerMillisecond)).rounded(.up))
  }

  /// When a deadline will be on the wall clock, as far as nobody sets that.
  private func wall(of deadline: Instant, from time: SystemTime) -> Int64 {
    speed == 1 ? deadline.nanoseconds : time.wall + elapsed(of: deadline) - time.elapsed
  }

  // MARK: Jumps

  /// What happened to the clocks and has not been told yet, taken as told.
  private func takeJump(at time: SystemTime) -> Wake? {
    told.withLock { told in
      // What is too small to be told adds up until it is not.
      let wall = time.wallJump(since: told)
      let suspension = time.suspension(since: told)
      if suspension >= SystemTime.noise {
        told.awake -= suspension
        return .suspended(for: milliseconds(Int64(Double(suspension) * speed)))
      }
      guard speed == 1, wall.magnitude >= SystemTime.noise.magnitude else { return nil }
      told.wall += wall
      return .set(by: milliseconds(wall))
    }
  }

  private func hasJumped(at time: SystemTime) -> Bool {
    told.withLock { told in
      time.suspension(since: told) >= SystemTime.noise
        || speed == 1 && time.wallJump(since: told).magnitude >= SystemTime.noise.magnitude
    }
  }

  private func milliseconds(_ nanoseconds: Int64) -> Int64 {
    Int64((Double(nanoseconds) / Double(Int64.nanosecondsPerMillisecond)).rounded())
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
