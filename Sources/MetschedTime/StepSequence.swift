/// The dates anchor + k × step on one wall clock, numbered by k from negative to positive.
///
/// The dates strictly rise. A calendar step that is not after the one before it has no number:
/// Apia jumped over 2011-12-30, so the midnights of 29, 30 and 31 December are two instants and
/// get two numbers. Only a wall clock that jumps a day or more can do that; the zone table
/// lists those jumps, and nothing here walks.
///
/// - Complexity: Constant for a date and for a number.
package struct StepSequence: Sendable {
  /// A run of points that all fall on one instant.
  private struct Run {
    /// The first and the last point, counting every step from the anchor.
    let first: Int64
    let last: Int64
  }

  /// The date with number 0.
  package let anchor: Instant
  /// The distance of two dates.
  package let step: Step
  /// The zone whose wall clock the days are counted on.
  package let zone: ZoneTable
  /// The instants between which dates are looked for.
  private static let reach =
    Instant(milliseconds: .min / 2)...Instant(milliseconds: .max / 2)
  private let wall: LocalTime
  private let runs: [Run]

  /// Creates the dates around an instant; its wall time is the one that days keep.
  ///
  /// An anchor in the second occurrence of an overlap is itself date 0; the dates around it are
  /// first occurrences.
  ///
  /// - Precondition: The step has a length, and neither part of it is negative.
  package init(anchor: Instant, step: Step, zone: ZoneTable) {
    self.init(anchor: anchor, wall: zone.local(at: anchor), step: step, zone: zone)
  }

  /// Creates the dates around a local time, which days keep even where a gap moves the anchor.
  ///
  /// Midnights from 2026-03-08 in Havana, which that day begins at 01:00, are midnights again from
  /// the next day on.
  ///
  /// - Precondition: The step has a length, and neither part of it is negative.
  package init(anchor wall: LocalTime, step: Step, zone: ZoneTable) {
    self.init(anchor: zone.instant(of: wall), wall: wall, step: step, zone: zone)
  }

  private init(anchor: Instant, wall: LocalTime, step: Step, zone: ZoneTable) {
    precondition(
      step.days >= 0 && step.milliseconds >= 0 && !step.isZero, "the step leads nowhere")
    self.anchor = anchor
    self.step = step
    self.zone = zone
    self.wall = wall
    // Milliseconds beside the days move every point on, so that no two can meet.
    runs =
      step.days > 0 && step.milliseconds == 0 && !zone.longGaps.isEmpty
      ? Self.runs(wall: wall, days: step.days, zone: zone) : []
  }

  /// Returns the date with a number; number 0 is the anchor.
  package func date(_ number: Int64) -> Instant {
    point(position(of: number))
  }

  /// Returns the greatest number whose date is not after an instant; negative before the anchor.
  package func index(notAfter instant: Instant) -> Int64 {
    let length = step.nominalMilliseconds
    // At the very ends dates no longer rise; 146 million years are as good as any.
    let instant = min(max(instant, Self.reach.lowerBound), Self.reach.upperBound)
    let elapsed = instant.milliseconds.addingSaturating(
      anchor.milliseconds == .min ? .max : -anchor.milliseconds)
    var position = elapsed.floorDivided(by: length)
    guard !step.isExact else { return position }
    // Offsets differ by less than two days, so the guess is a few points off at most.
    while point(position) > instant { position -= 1 }
    while point(position + 1) <= instant { position += 1 }
    return number(of: position)
  }

  /// Returns the instant of a point, counting every step from the anchor.
  private func point(_ position: Int64) -> Instant {
    let exact = position.multipliedSaturating(by: step.milliseconds)
    guard position != 0, step.days != 0 else {
      return Instant(milliseconds: anchor.milliseconds.addingSaturating(exact))
    }
    let moved = zone.instant(of: wall.adding(position, days: step.days))
    return Instant(milliseconds: moved.milliseconds.addingSaturating(exact))
  }

  /// Returns the point of a number: the points of a run count once, the anchor's run as 0.
  private func position(of number: Int64) -> Int64 {
    var position = number
    if number > 0 {
      for run in runs where run.last > 0 {
        let first = max(run.first, 0)
        if position > first { position += run.last - first }
      }
    } else if number < 0 {
      for run in runs.reversed() where run.first < 0 {
        let last = min(run.last, 0)
        if position < last { position -= last - run.first }
      }
    }
    return position
  }

  /// Returns the number of a point, which of a run's points is the last.
  private func number(of position: Int64) -> Int64 {
    var number = position
    if position > 0 {
      for run in runs where run.last > 0 {
        let first = max(run.first, 0)
        number -= min(max(position - first, 0), run.last - first)
      }
    } else if position < 0 {
      for run in runs where run.first < 0 {
        let last = min(run.last, 0)
        number += min(max(last - position, 0), last - run.first)
      }
    }
    return number
  }

  /// Returns the runs of two or more points.
  private static func runs(wall: LocalTime, days: Int64, zone: ZoneTable) -> [Run] {
    let length = days.multipliedSaturating(by: .millisecondsPerDay)
    return zone.longGaps.compactMap { gap in
      // All wall times of the gap are one instant, and so is the time at which it ends.
      let start = gap.instant.milliseconds + gap.offsetBefore
      let end = gap.instant.milliseconds + gap.offsetAfter
      let first = -(wall.milliseconds - start).floorDivided(by: length)
      let last = (end - wall.milliseconds).floorDivided(by: length)
      return first < last ? Run(first: first, last: last) : nil
    }
  }
}
