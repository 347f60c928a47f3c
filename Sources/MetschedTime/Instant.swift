/// A point on the wall clock, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Everything that the engine decides is decided in this unit, so that no rounding can differ
/// between two runs. Leap seconds do not exist, as in POSIX time.
public struct Instant: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The milliseconds since 1970-01-01T00:00:00Z; negative before it.
  public var milliseconds: Int64

  /// Creates an instant from milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Orders instants by time.
  public static func < (lhs: Instant, rhs: Instant) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }

  /// Returns the instant that many milliseconds later.
  public static func + (instant: Instant, milliseconds: Int64) -> Instant {
    Instant(milliseconds: instant.milliseconds + milliseconds)
  }

  /// Returns the instant that many milliseconds earlier.
  public static func - (instant: Instant, milliseconds: Int64) -> Instant {
    Instant(milliseconds: instant.milliseconds - milliseconds)
  }

  /// Returns the milliseconds from the second instant to the first.
  public static func - (lhs: Instant, rhs: Instant) -> Int64 {
    lhs.milliseconds - rhs.milliseconds
  }
}
