// NB: the kernel timer's header brings `timespec` along, and one module has to define it.
import CTimerFD
import Glibc

/// The kernel's clocks at one moment, in nanoseconds.
///
/// All three are slewed together, so their differences change only by a jump: wall − elapsed when
/// the wall clock is set, elapsed − awake when the machine sleeps. Source: clock_gettime(2).
struct SystemTime {
  /// The wall clock, since 1970-01-01T00:00:00Z.
  var wall: Int64
  /// Elapsed time with suspension, since some point in the past.
  var elapsed: Int64
  /// Elapsed time without suspension, since some point in the past.
  var awake: Int64

  /// Reads all three.
  static func now() -> SystemTime {
    while true {
      let before = read(CLOCK_BOOTTIME)
      let time = SystemTime(
        wall: read(CLOCK_REALTIME), elapsed: before, awake: read(CLOCK_MONOTONIC))
      // A thread that was put aside between two of the readings would take that for a jump.
      if read(CLOCK_BOOTTIME) - before < 10 * .nanosecondsPerMillisecond { return time }
    }
  }

  /// Reads the wall clock alone.
  static func wall() -> Int64 { read(CLOCK_REALTIME) }

  /// Reads elapsed time alone.
  static func elapsed() -> Int64 { read(CLOCK_BOOTTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// How far the wall clock was set since an earlier reading.
  func wallJump(since earlier: SystemTime) -> Int64 {
    (wall - earlier.wall) - (elapsed - earlier.elapsed)
  }

  /// How long the machine slept since an earlier reading.
  func suspension(since earlier: SystemTime) -> Int64 {
    (elapsed - earlier.elapsed) - (awake - earlier.awake)
  }
}

extension Int64 {
  static let nanosecondsPerMillisecond: Int64 = 1_000_000
}
