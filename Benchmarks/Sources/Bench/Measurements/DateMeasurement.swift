import Foundation
import MetschedTime

/// Next dates in Berlin: our table of offsets beside Foundation's `Calendar`, in one process.
///
/// Each is a chain, a date from the one before, from 2026-01-05T09:00 on; the calendar is asked for
/// the same dates, and both chains must end at the same instant.
enum DateMeasurement {
  /// How many times our chain is played for one of Foundation's.
  private static let repetitions = 50

  static func run(steps: Int) -> Measurement {
    guard let zone = ZoneTable.named("Europe/Berlin"),
      let timeZone = TimeZone(identifier: "Europe/Berlin"), let time = TimeOfDay("04:00")
    else { fatalError("Foundation has no zone data") }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let fourOClock = DateComponents(hour: 4, minute: 0, second: 0)
    var result = Measurement()
    measure("hour", into: &result, steps: steps) {
      zone.adding(1, Step(milliseconds: 3_600_000), to: $0)
    } beside: {
      calendar.date(byAdding: .hour, value: 1, to: $0)
    }
    measure("day", into: &result, steps: steps) {
      zone.adding(1, .day, to: $0)
    } beside: {
      calendar.date(byAdding: .day, value: 1, to: $0)
    }
    measure("time-of-day", into: &result, steps: steps) {
      zone.next(time, after: $0)
    } beside: {
      calendar.nextDate(after: $0, matching: fourOClock, matchingPolicy: .nextTime)
    }
    return result
  }

  private static func measure(
    _ name: String, into result: inout Measurement, steps: Int, ours: (Instant) -> Instant,
    beside theirs: (Date) -> Date?
  ) {
    // 2026-01-05T08:00:00Z, which is 09:00 in Berlin.
    let start = Instant(milliseconds: 1_767_600_000_000)
    var instant = start
    let ourTime = seconds {
      for _ in 0..<repetitions {
        instant = start
        for _ in 0..<steps { instant = ours(instant) }
      }
    }
    var date = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000)
    let theirTime = seconds {
      for _ in 0..<steps {
        guard let next = theirs(date) else { fatalError("no next date after \(date)") }
        date = next
      }
    }
    let theirEnd = Int64((date.timeIntervalSince1970 * 1000).rounded())
    precondition(instant.milliseconds == theirEnd, "\(name): \(instant) is not \(date)")
    result["\(name)-ns"] = ourTime / Double(steps * repetitions) * 1e9
    result["\(name)-foundation-ns"] = theirTime / Double(steps) * 1e9
  }
}
