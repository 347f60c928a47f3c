/// Integer arithmetic that the calendar needs and the language leaves out.
///
/// Swift divides towards zero, a calendar towards the past: the millisecond before 1970 belongs
/// to day −1. Products and sums of steps come from files, so they stop at the ends of the range
/// instead of trapping.
extension Int64 {
  /// The milliseconds of a day of 24 hours.
  static let millisecondsPerDay: Int64 = 86_400_000

  /// Returns the quotient rounded towards negative infinity; −1 by 1000 is −1.
  ///
  /// - Precondition: The divisor is positive.
  @inline(__always)
  func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  /// Returns the product, or the end of the range that it lies beyond.
  @inline(__always)
  func multipliedSaturating(by factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    guard overflow else { return product }
    return (self < 0) == (factor < 0) ? .max : .min
  }

  /// Returns the sum, or the end of the range that it lies beyond.
  @inline(__always)
  func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }
}
