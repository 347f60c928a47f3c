/// A duration as files write it: calendar days, and milliseconds of exact length.
///
/// `1h30m` is 5,400,000 ms and no day; `1w2d` is nine days and no millisecond. A day keeps the
/// wall time over a clock change, 24 hours do not, so the two are never turned into each other.
package struct Step: Hashable, Sendable {
  /// The calendar days; a week is seven.
  package let days: Int64
  /// The milliseconds of exact length.
  package let milliseconds: Int64

  /// Nothing: 0s.
  package static let zero = Step()
  /// One calendar day.
  package static let day = Step(days: 1)

  /// The longest step that a file may write: 100 years of 365.25 days of 24 hours.
  package static let longestNominalMilliseconds: Int64 = 36_525 * .millisecondsPerDay

  /// Creates a step of days and milliseconds.
  package init(days: Int64 = 0, milliseconds: Int64 = 0) {
    self.days = days
    self.milliseconds = milliseconds
  }

  /// The length when every day has 24 hours; what bounds are checked against.
  package var nominalMilliseconds: Int64 {
    days.multipliedSaturating(by: .millisecondsPerDay).addingSaturating(milliseconds)
  }

  /// Whether the step has the same length everywhere, because it holds no days.
  package var isExact: Bool { days == 0 }

  /// Whether the step leads nowhere.
  package var isZero: Bool { days == 0 && milliseconds == 0 }

  /// Returns the step that many times; a product beyond `Int64` stays at its end.
  package func multiplied(by count: Int64) -> Step {
    Step(
      days: days.multipliedSaturating(by: count),
      milliseconds: milliseconds.multipliedSaturating(by: count))
  }

  /// Returns whether this step is nominally shorter; 1d and 24h are neither shorter nor equal.
  package func isShorter(than other: Step) -> Bool {
    nominalMilliseconds < other.nominalMilliseconds
  }
}

extension Step: CustomStringConvertible {
  /// The step in the file's notation, in the largest units: `1w3d`, `1h30m`, `24h`, `0s`.
  package var description: String {
    guard !isZero else { return "0s" }
    // NB: a file cannot write a negative step; the sign is for somebody who reads a debugger.
    guard days >= 0, milliseconds >= 0 else { return "(\(days)d, \(milliseconds)ms)" }
    var text = ""
    var rest = milliseconds
    var restOfDays = days
    for unit in StepUnit.allCases {
      let count: Int64
      if unit.days > 0 {
        (count, restOfDays) = restOfDays.quotientAndRemainder(dividingBy: unit.days)
      } else {
        (count, rest) = rest.quotientAndRemainder(dividingBy: unit.milliseconds)
      }
      if count > 0 { text += "\(count)\(unit.rawValue)" }
    }
    return text
  }
}
