/// A date of the Gregorian calendar, without a time or a zone.
///
/// The calendar is extended backwards without end, as ISO 8601 does; year 0 is 1 BC.
package struct CivilDate: Hashable, Sendable {
  /// The year.
  package let year: Int
  /// The month, 1…12.
  package let month: Int
  /// The day of the month, 1…31.
  package let day: Int

  /// Creates a date, or none when the calendar has no such day: 2026-02-30.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date that many days after 1970-01-01; 20,458 is 2026-01-05.
  ///
  /// Source: Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, `civil_from_days`.
  package init(daysSinceEpoch days: Int64) {
    // The algorithm's year begins in March, so that the leap day is the last of its year.
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    self.year = Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
    self.month = Int(month)
    self.day = Int(dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The days from 1970-01-01 to this date; negative before it.
  ///
  /// Source: Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, `days_from_civil`.
  package var daysSinceEpoch: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = shiftedYear.floorDivided(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let marchMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * marchMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week; Monday for 2026-01-05.
  package var weekday: Weekday {
    Self.weekday(daysSinceEpoch: daysSinceEpoch)
  }

  /// Returns the date that many days later, or earlier when the number is negative.
  package func adding(days: Int64) -> CivilDate {
    CivilDate(daysSinceEpoch: daysSinceEpoch + days)
  }

  /// Returns the day of the week of the day that many days after 1970-01-01, a Thursday.
  static func weekday(daysSinceEpoch days: Int64) -> Weekday {
    let sinceMonday = days + 3
    let index = sinceMonday - sinceMonday.floorDivided(by: 7) * 7
    return Weekday(rawValue: Int(index) + 1) ?? .monday
  }

  /// Returns the number of days of a month, 29 for February of a leap year.
  ///
  /// - Precondition: The month is 1…12.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns whether the year has a 29 February.
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Appends `2026-01-05` in ASCII.
  package func append(to text: inout [UInt8]) {
    if year < 0 { text.append(UInt8(ascii: "-")) }
    text.append(decimal: abs(year), width: 4)
    text.append(UInt8(ascii: "-"))
    text.append(decimal: month, width: 2)
    text.append(UInt8(ascii: "-"))
    text.append(decimal: day, width: 2)
  }
}

extension CivilDate: Comparable {
  package static func < (lhs: CivilDate, rhs: CivilDate) -> Bool {
    (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date as RFC 3339 writes it: `2026-01-05`.
  package var description: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits, with zeros in front up to the width.
  ///
  /// - Precondition: The number is not negative.
  mutating func append(decimal number: Int, width: Int) {
    if width == 2, number < 100 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
      return
    }
    var scale = 1
    var digits = 1
    while digits < width || number / scale >= 10 {
      scale *= 10
      digits += 1
    }
    while scale > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / scale % 10))
      scale /= 10
    }
  }
}
