/// The times of the week at which something may happen: `Mon-Fri 09:30-16:00, Sat 10:00-12:00`.
///
/// A window is a list of spans on the wall clock; each begins on some days of the week and holds
/// its start, not its end. A start or end in a gap is the first instant after it, in an overlap
/// the first occurrence; a span that a gap swallows whole does not take place.
package struct TimeWindow: Hashable, Sendable {
  /// One item of the list.
  struct Span: Hashable, Sendable {
    /// The days on which it begins.
    let days: DaysOfWeek
    let start: TimeOfDay
    /// The time of its end on the day it begins, or on the next.
    let end: TimeOfDay

    /// Whether the end is the next day's, because it is not after the start.
    var endsNextDay: Bool { end <= start }
  }

  let spans: [Span]

  init(spans: [Span]) {
    self.spans = spans
  }

  /// Returns whether the window is open at an instant.
  package func contains(_ instant: Instant, in zone: ZoneTable) -> Bool {
    let today = zone.local(at: instant).daysSinceEpoch
    return spans.contains { span in
      // Yesterday's span may last until today; and a clock set back over midnight shows today
      // after it has begun tomorrow.
      (today - 1...today + 1).contains { day in
        guard let range = span.range(onDay: day, in: zone) else { return false }
        return range.contains(instant)
      }
    }
  }

  /// Returns the instant itself while the window is open, otherwise the window's next start.
  package func start(notBefore instant: Instant, in zone: ZoneTable) -> Instant {
    var day = zone.local(at: instant).daysSinceEpoch - 1
    let lastOpen = day + 2
    var next: Instant?
    // A span of a later day never starts before one of an earlier day, so the first day with a
    // start is enough; but each day whose spans may be open now has to be asked.
    while next == nil || day <= lastOpen {
      for span in spans {
        guard let range = span.range(onDay: day, in: zone), range.upperBound > instant else {
          continue
        }
        if range.contains(instant) { return instant }
        next = min(next ?? range.lowerBound, range.lowerBound)
      }
      day += 1
    }
    return next ?? instant
  }
}

extension TimeWindow.Span {
  /// Returns the span that begins on a day, or none when none begins or a gap swallows it.
  fileprivate func range(onDay day: Int64, in zone: ZoneTable) -> Range<Instant>? {
    guard days.contains(CivilDate.weekday(daysSinceEpoch: day)) else { return nil }
    let start = zone.instant(of: LocalTime(daysSinceEpoch: day, timeOfDay: self.start))
    let end = zone.instant(
      of: LocalTime(daysSinceEpoch: endsNextDay ? day + 1 : day, timeOfDay: self.end))
    return start < end ? start..<end : nil
  }
}

extension TimeWindow: CustomStringConvertible {
  /// The window in the file's notation, days first: `Mon-Fri 09:30-16:00, Sat 10:00-12:00`.
  package var description: String {
    spans.map { span in
      let times = "\(span.start)-\(span.end)"
      return span.days == .all ? times : "\(span.days) \(times)"
    }.joined(separator: ", ")
  }
}
