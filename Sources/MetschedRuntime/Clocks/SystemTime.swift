// NB: the kernel timer's header brings `timespec` along, and one module has to define it.
import CTimerFD
import Glibc

/// The kernel's clocks, in milliseconds.
struct SystemTime {
  /// The wall clock, since 1970-01-01T00:00:00Z.
  var wall: Int64
  /// Elapsed time with suspension, since some point in the past.
  var elapsed: Int64
  /// Elapsed time without suspension, since some point in the past.
  var awake: Int64

  /// Reads all three.
  static func now() -> SystemTime {
    SystemTime(
      wall: read(CLOCK_REALTIME), elapsed: read(CLOCK_BOOTTIME), awake: read(CLOCK_MONOTONIC))
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// How far the wall clock was set since an earlier reading; a slewed clock stays below `noise`.
  func wallJump(since earlier: SystemTime) -> Int64 {
    (wall - earlier.wall) - (elapsed - earlier.elapsed)
  }

  /// How long the machine slept since an earlier reading.
  func suspension(since earlier: SystemTime) -> Int64 {
    (elapsed - earlier.elapsed) - (awake - earlier.awake)
  }

  /// Differences of the clocks below this are slewing and rounding, not a jump.
  static let noise: Int64 = 100
}
