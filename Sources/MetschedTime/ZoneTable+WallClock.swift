extension ZoneTable {
  /// Returns the instant at which the wall clock shows a local time.
  ///
  /// A time in a gap, which the clock never shows, is the first instant after the gap; of a time
  /// in an overlap, which it shows twice, the first occurrence counts. In New York 2026-03-08T02:30
  /// is 03:00 daylight time, and 2026-11-01T01:30 is the one in daylight time.
  package func instant(of local: LocalTime) -> Instant {
    let wall = local.milliseconds
    // No era east of this one could show the time earlier; from here the ends grow.
    var position = eraIndex(at: wall.addingSaturating(-greatestOffset))
    while wall >= eras[position].localEnd, position < eras.count - 1 { position += 1 }
    let era = eras[position]
    return Instant(milliseconds: max(era.start, wall.addingSaturating(-era.offset)))
  }

  /// Returns the instant k steps after an anchor: first k × the days, then k × the milliseconds.
  ///
  /// Days move the anchor's own wall time, so 02:30 stays 02:30 on both sides of a gap; the
  /// milliseconds are exact. Where k × the days is zero the anchor itself comes back, even when it
  /// lies in the second occurrence of an overlap; from such an anchor other days count from its
  /// wall time, and give first occurrences. A result beyond `Int64` stays at its end.
  package func adding(_ count: Int64, _ step: Step, to anchor: Instant) -> Instant {
    let exact = count.multipliedSaturating(by: step.milliseconds)
    guard step.days != 0, count != 0 else {
      return Instant(milliseconds: anchor.milliseconds.addingSaturating(exact))
    }
    let moved = instant(of: local(at: anchor).adding(count, days: step.days))
    return Instant(milliseconds: moved.milliseconds.addingSaturating(exact))
  }

  /// Returns the date that the wall calendar shows at an instant.
  package func date(at instant: Instant) -> CivilDate {
    local(at: instant).date
  }

  /// Returns the first instant of a date; 01:00 in Havana on 2026-03-08, which has no midnight.
  package func startOfDay(_ date: CivilDate) -> Instant {
    instant(of: LocalTime(date: date, timeOfDay: .midnight))
  }

  /// Returns the first instant of the date that the wall calendar shows at an instant.
  package func startOfDay(containing instant: Instant) -> Instant {
    let days = local(at: instant).daysSinceEpoch
    return self.instant(of: LocalTime(daysSinceEpoch: days, timeOfDay: .midnight))
  }

  /// Returns the first occurrence of a time of day strictly after an instant.
  ///
  /// On a day that skips the time it is the first instant after the gap.
  package func next(_ time: TimeOfDay, after instant: Instant) -> Instant {
    // The day before too: 24:00 belongs to it.
    var days = local(at: instant).daysSinceEpoch - 1
    while true {
      let candidate = self.instant(of: LocalTime(daysSinceEpoch: days, timeOfDay: time))
      if candidate > instant { return candidate }
      days += 1
    }
  }

  /// Returns the last occurrence of a time of day at or before an instant.
  ///
  /// On a day that skips the time it is the first instant after the gap.
  package func last(_ time: TimeOfDay, notAfter instant: Instant) -> Instant {
    // The day after too: a clock set back over midnight has shown some of it already.
    var days = local(at: instant).daysSinceEpoch + 1
    while true {
      let candidate = self.instant(of: LocalTime(daysSinceEpoch: days, timeOfDay: time))
      if candidate <= instant { return candidate }
      days -= 1
    }
  }
}

extension LocalTime {
  /// Returns the same time of day k × that many days later.
  func adding(_ count: Int64, days: Int64) -> LocalTime {
    let moved = count.multipliedSaturating(by: days).multipliedSaturating(by: .millisecondsPerDay)
    return LocalTime(milliseconds: milliseconds.addingSaturating(moved))
  }
}
