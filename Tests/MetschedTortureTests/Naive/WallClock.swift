import Foundation
import MetschedTime

/// A zone's wall clock, asked of Foundation minute by minute.
///
/// Nothing here is clever: a wall time is looked for among the offsets that the zone has around it,
/// and where there is none, the minutes are tried one by one until the clock has passed it.
struct WallClock {
  private let zone: TimeZone
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  init(_ identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { preconditionFailure(identifier) }
    self.zone = zone
  }

  /// Milliseconds since 1970-01-01T00:00 on the wall.
  func wall(at instant: Instant) -> Int64 {
    instant.milliseconds + offset(at: instant.milliseconds)
  }

  private func offset(at milliseconds: Int64) -> Int64 {
    let date = Date(timeIntervalSince1970: (Double(milliseconds) / 1000).rounded(.down))
    return Int64(zone.secondsFromGMT(for: date)) * 1000
  }

  /// The first instant at which the wall shows a time; in a gap the first one after it.
  func instant(ofWall wall: Int64) -> Instant {
    let reach: Int64 = 36 * 3_600_000
    let offsets = Set([offset(at: wall - reach), offset(at: wall + reach)])
    let fitting = offsets.map { wall - $0 }.filter { $0 + offset(at: $0) == wall }
    if let first = fitting.min() { return Instant(milliseconds: first) }
    // The offsets of both sides bracket the gap.
    var candidate = (wall - (offsets.max() ?? 0)) / 60_000 * 60_000
    while candidate + offset(at: candidate) < wall { candidate += 60_000 }
    return Instant(milliseconds: candidate)
  }

  /// Days since 1970 on the calendar.
  func day(at instant: Instant) -> Int64 {
    Int64((Double(wall(at: instant)) / 86_400_000).rounded(.down))
  }

  func instant(ofDay day: Int64, minute: Int) -> Instant {
    instant(ofWall: day * 86_400_000 + Int64(minute) * 60_000)
  }

  /// From 0 for Monday.
  func weekday(ofDay day: Int64) -> Int {
    let date = Date(timeIntervalSince1970: Double(day) * 86_400)
    return (Self.calendar.component(.weekday, from: date) + 5) % 7
  }

  /// A step counted from an instant, the calendar's part first.
  func adding(_ count: Int64, _ step: Step, to instant: Instant) -> Instant {
    guard step.days != 0, count != 0 else { return instant + count * step.milliseconds }
    return point(count, step, from: wall(at: instant))
  }

  private func point(_ count: Int64, _ step: Step, from wall: Int64) -> Instant {
    let days = Date(timeIntervalSince1970: Double(wall / 1000))
    let moved = Self.calendar.date(byAdding: .day, value: Int(count * step.days), to: days)
    let seconds = Int64((moved ?? days).timeIntervalSince1970)
    return instant(ofWall: seconds * 1000 + wall % 1000) + count * step.milliseconds
  }

  /// The dates at anchor + k × step from the last one not after an instant, each after the other.
  ///
  /// - Parameters:
  ///   - anchor: a wall time, or the wall time of the instant that counts as date 0.
  ///   - date: date 0.
  ///   - step: the step.
  ///   - instant: the instant.
  ///   - count: how many dates are wanted.
  /// - Returns: the dates, and the number of the first.
  func dates(
    fromWall anchor: Int64, date: Instant, step: Step, notAfter instant: Instant, count: Int
  ) -> (dates: [Instant], number: Int64) {
    func point(_ k: Int64) -> Instant {
      if k == 0 { return date }
      return step.days == 0
        ? date + k * step.milliseconds : self.point(k, step, from: anchor)
    }
    // Steps that lead nowhere have no number.
    var dates = [date]
    var number: Int64 = 0
    var k: Int64 = 0
    while dates[0] > instant {
      k -= 1
      if point(k) < dates[0] {
        dates.insert(point(k), at: 0)
        number -= 1
      }
    }
    k = 0
    while dates.filter({ $0 > instant }).count < count {
      k += 1
      if let last = dates.last, point(k) > last { dates.append(point(k)) }
    }
    let first = (dates.lastIndex { $0 <= instant }) ?? 0
    return (Array(dates[first...].prefix(count)), number + Int64(first))
  }

  /// The first such time of day that is strictly after an instant.
  func next(_ minute: Int, after instant: Instant) -> Instant {
    let today = day(at: instant)
    let candidates = (today - 2...today + 3).map { self.instant(ofDay: $0, minute: minute) }
    guard let next = candidates.first(where: { $0 > instant }) else { preconditionFailure() }
    return next
  }

  /// The last such time of day that is not after an instant.
  func last(_ minute: Int, notAfter instant: Instant) -> Instant {
    let today = day(at: instant)
    let candidates = (today - 3...today + 2).map { self.instant(ofDay: $0, minute: minute) }
    guard let last = candidates.last(where: { $0 <= instant }) else { preconditionFailure() }
    return last
  }

  /// An instant where a window is open, else the window's next start.
  func opening(of window: DrawnWindow, notBefore instant: Instant) -> Instant {
    let today = day(at: instant)
    var starts: [Instant] = []
    for day in today - 3...today + 10 {
      guard window.days.map({ $0.contains(weekday(ofDay: day)) }) ?? true else { continue }
      let start = self.instant(ofDay: day, minute: window.start)
      let lastDay = window.end > window.start ? day : day + 1
      let end = self.instant(ofDay: lastDay, minute: window.end)
      if start <= instant, instant < end { return instant }
      if start > instant, start < end { starts.append(start) }
    }
    guard let next = starts.min() else { preconditionFailure("a window that never opens") }
    return next
  }

  /// What a file's date means: days where the placement is, wall times in the file's zone.
  static func instant(of date: DrawnDate, days: WallClock, times: WallClock) -> Instant {
    let milliseconds = Int64(date.minutes) * 60_000
    switch date.kind {
    case .day: return days.instant(ofWall: milliseconds)
    case .local: return times.instant(ofWall: milliseconds)
    case .instant: return Instant(milliseconds: milliseconds)
    }
  }
}
