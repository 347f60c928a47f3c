/// What a wall clock shows, in milliseconds since 1970-01-01T00:00 on that same clock.
///
/// It is no instant: a zone may show it once, twice or never. `ZoneTable.instant(of:)` decides.
package struct LocalTime: Hashable, Comparable, Sendable {
  /// The milliseconds since 1970-01-01T00:00 on the wall clock; negative before it.
  package let milliseconds: Int64

  /// Creates a local time from milliseconds since 1970-01-01T00:00 on the wall clock.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Creates the local time at a time of a date; 24:00 is the next day's midnight.
  package init(date: CivilDate, timeOfDay: TimeOfDay) {
    self.init(daysSinceEpoch: date.daysSinceEpoch, timeOfDay: timeOfDay)
  }

  init(daysSinceEpoch days: Int64, timeOfDay: TimeOfDay) {
    milliseconds = days * .millisecondsPerDay + timeOfDay.milliseconds
  }

  /// The days from 1970-01-01 to the date.
  package var daysSinceEpoch: Int64 { milliseconds.floorDivided(by: .millisecondsPerDay) }

  /// The date that a calendar on the wall shows.
  package var date: CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch) }

  /// The time since midnight, always before 24:00.
  package var timeOfDay: TimeOfDay {
    TimeOfDay(unchecked: milliseconds - daysSinceEpoch * .millisecondsPerDay)
  }

  /// The day of the week.
  package var weekday: Weekday { CivilDate.weekday(daysSinceEpoch: daysSinceEpoch) }

  /// Orders local times of one clock.
  package static func < (lhs: LocalTime, rhs: LocalTime) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}

extension LocalTime: CustomStringConvertible {
  /// The local time as RFC 3339 writes it, without an offset: `2026-01-05T09:00:00`.
  package var description: String {
    var text: [UInt8] = []
    date.append(to: &text)
    text.append(UInt8(ascii: "T"))
    timeOfDay.append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
