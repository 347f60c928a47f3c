/// A set of days of the week.
package struct DaysOfWeek: OptionSet, Hashable, Sendable {
  /// One bit a day, Monday's the lowest.
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates the set of one day.
  package init(_ day: Weekday) {
    self.init(rawValue: 1 << (day.rawValue - 1))
  }

  /// Creates the set from one day to another, over the end of the week where needed: Fri-Mon.
  package init(from first: Weekday, through last: Weekday) {
    var days = DaysOfWeek(first)
    var day = first
    while day != last {
      day = day.next
      days.insert(DaysOfWeek(day))
    }
    self = days
  }

  /// All seven.
  package static let all = DaysOfWeek(from: .monday, through: .sunday)

  /// Returns whether the set holds a day.
  package func contains(_ day: Weekday) -> Bool {
    contains(DaysOfWeek(day))
  }
}

extension DaysOfWeek: CustomStringConvertible {
  /// The set in the file's notation, as one range where it is one: `Fri-Mon`, `Mon Wed Fri`.
  package var description: String {
    let held = Weekday.allCases.filter { contains($0) }
    for first in held where held.count > 2 {
      guard let last = held.first(where: { DaysOfWeek(from: first, through: $0) == self }) else {
        continue
      }
      return "\(first)-\(last)"
    }
    return held.map(\.abbreviation).joined(separator: " ")
  }
}
