import Dispatch
public import MetschedTime
import Synchronization

/// The machine's own clock, at its own speed or faster.
///
/// It sleeps on a kernel timer and polls nothing. At speed 1 it is the wall clock, and the timer
/// is cancelled by the kernel when somebody sets that clock or the machine wakes from suspension
/// (`TFD_TIMER_CANCEL_ON_SET`), so a jump is noticed at once. At another speed, so many seconds
/// of the schedule pass in a second; then only elapsed time counts, and setting the wall clock
/// does nothing. Source: timerfd_create(2), clock_gettime(2).
public final class SystemClock: Clock {
  /// How many seconds pass in a second.
  public let speed: Double
  private let origin: Origin
  private let latest: Mutex<SystemTime>

  private struct Origin {
    /// The instant of the clock at its creation.
    var start: Instant
    var elapsed: Int64
  }

  /// Creates a clock that begins now.
  ///
  /// - Parameter speed: how many seconds pass in a second; above zero.
  public init(speed: Double = 1) {
    precondition(speed > 0, "a clock goes forwards")
    let now = SystemTime.now()
    self.speed = speed
    origin = Origin(start: Instant(milliseconds: now.wall), elapsed: now.elapsed)
    latest = Mutex(now)
  }

  /// The wall clock at speed 1; else the beginning and the time since, times the speed.
  public var now: Instant { instant(at: SystemTime.now()) }

  private func instant(at time: SystemTime) -> Instant {
    if speed == 1 { return Instant(milliseconds: time.wall) }
    return origin.start + Int64(Double(time.elapsed - origin.elapsed) * speed)
  }

  /// Sleeps on a kernel timer.
  public func sleep(until deadline: Instant?) async throws -> Wake {
    while true {
      try Task.checkCancellation()
      let time = SystemTime.now()
      if let jump = jump(at: time) { return jump }
      if let deadline, instant(at: time) >= deadline { return .reached }
      try await KernelTimer.wait(for: alarm(at: deadline))
    }
  }

  private func alarm(at deadline: Instant?) -> KernelTimer.Alarm {
    if speed == 1 { return .wall(milliseconds: deadline?.milliseconds) }
    guard let deadline else { return .elapsed(milliseconds: nil) }
    let distance = (Double(deadline - origin.start) / speed).rounded(.up)
    return .elapsed(milliseconds: origin.elapsed + Int64(distance))
  }

  /// What happened to the clocks since they were last looked at, said once.
  private func jump(at time: SystemTime) -> Wake? {
    guard speed == 1 else { return nil }
    return latest.withLock { latest in
      let wall = time.wallJump(since: latest)
      if wall.magnitude >= UInt64(SystemTime.noise) {
        latest.wall += wall
        return .set(by: wall)
      }
      let suspension = time.suspension(since: latest)
      latest = time
      return suspension >= SystemTime.noise ? .suspended(for: suspension) : nil
    }
  }
}
