/// A unit of durations, from the longest to the shortest.
package enum StepUnit: String, CaseIterable, Hashable, Sendable {
  case week = "w"
  case day = "d"
  case hour = "h"
  case minute = "m"
  case second = "s"
  case millisecond = "ms"

  /// The calendar days of one unit; zero for a unit of exact length.
  package var days: Int64 {
    switch self {
    case .week: 7
    case .day: 1
    default: 0
    }
  }

  /// The milliseconds of one unit; zero for a calendar unit.
  package var milliseconds: Int64 {
    switch self {
    case .week, .day: 0
    case .hour: 3_600_000
    case .minute: 60_000
    case .second: 1000
    case .millisecond: 1
    }
  }

  /// Returns the unit that somebody means by another notation: `hours`, `min`, `H`, `msec`.
  ///
  /// - Returns: None where it could be two, such as `mo`, or where there is no such unit: `y`.
  package static func meant(by text: some StringProtocol) -> StepUnit? {
    switch text.lowercased() {
    case "w", "wk", "wks", "week", "weeks": .week
    case "d", "day", "days": .day
    case "h", "hr", "hrs", "hour", "hours": .hour
    case "m", "min", "mins", "minute", "minutes": .minute
    case "s", "sec", "secs", "second", "seconds": .second
    case "ms", "msec", "msecs", "millis", "millisecond", "milliseconds": .millisecond
    default: nil
    }
  }
}
