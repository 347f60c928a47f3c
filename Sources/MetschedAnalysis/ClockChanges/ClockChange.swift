package import MetschedTime

/// A change of a zone's clock, with the days around it.
package struct ClockChange: Hashable, Sendable {
  package var zone: ZoneTable
  package var transition: ZoneTable.Transition

  /// The date on which it happens, as the clock before it shows.
  package var date: CivilDate {
    LocalTime(milliseconds: transition.instant.milliseconds + transition.offsetBefore).date
  }

  /// What the clock shows when it happens, and what it shows then.
  package var local: (before: LocalTime, after: LocalTime) {
    let instant = transition.instant.milliseconds
    return (
      LocalTime(milliseconds: instant + transition.offsetBefore),
      LocalTime(milliseconds: instant + transition.offsetAfter)
    )
  }

  /// How far the clock is set, in milliseconds; positive is forwards.
  package var jump: Int64 { transition.offsetAfter - transition.offsetBefore }

  /// The length of the day that begins last before it.
  package var dayLength: Int64 {
    let start = zone.startOfDay(containing: transition.instant - 1)
    return zone.startOfDay(zone.date(at: start).adding(days: 1)) - start
  }

  /// Whether the day on which it happens, or the one that it begins, has a midnight.
  package var hasMidnight: Bool {
    let days = [transition.instant - 1, transition.instant].map { zone.date(at: $0) }
    return days.allSatisfy { zone.local(at: zone.startOfDay($0)).timeOfDay == .midnight }
  }

  /// Whether the wall clock never shows a time on that day.
  package func skips(_ time: TimeOfDay) -> Bool {
    let (before, after) = local
    return [before.date, after.date].contains { date in
      let wall = LocalTime(date: date, timeOfDay: time)
      return before <= wall && wall < after
    }
  }

  /// The day before it, its own, and two after it.
  var days: Range<Instant> {
    range(weeksBefore: 0)
  }

  /// The same days of the week, so many weeks earlier.
  func range(weeksBefore weeks: Int64) -> Range<Instant> {
    let first = date.adding(days: -1 - 7 * weeks)
    return zone.startOfDay(first)..<zone.startOfDay(first.adding(days: 4))
  }

  /// Returns the changes of a year in a zone.
  static func coming(_ zone: ZoneTable, from start: Instant) -> [ClockChange] {
    all(in: zone, during: start..<(start + 366 * 86_400_000))
  }

  /// Returns the changes of a zone's clock.
  package static func all(in zone: ZoneTable, during range: Range<Instant>) -> [ClockChange] {
    zone.transitions(in: range).map { ClockChange(zone: zone, transition: $0) }
  }
}
