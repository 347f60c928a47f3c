import Foundation
import MetschedTime

/// The next date on a wall clock, again and again through the years, in nanoseconds each.
enum Dates {
  static func run(_ arguments: [String]) -> Measured {
    guard arguments.count == 4 else { Bench.fail() }
    let isOurs = arguments[2] == "ours"
    switch arguments[3] {
    case "hour": return isOurs ? ours(Step(milliseconds: 3_600_000)) : foundation(.hour)
    case "day": return isOurs ? ours(.day) : foundation(.day)
    case "time": return isOurs ? oursAtFour() : foundationAtFour()
    default: Bench.fail()
    }
  }

  private static let start: Int64 = 1_767_225_600_000
  private static let rounds = 4_000_000

  private static func zone() -> ZoneTable {
    guard let zone = ZoneTable.named("Europe/Berlin") else { Bench.fail() }
    return zone
  }

  private static func ours(_ step: Step) -> Measured {
    let zone = zone()
    let anchor = Instant(milliseconds: start)
    var checksum: UInt64 = 0
    let taken = seconds {
      for number in 0..<Int64(rounds) {
        let date = zone.adding(number % 20_000, step, to: anchor)
        checksum = checksum &+ UInt64(date.milliseconds)
      }
    }
    return Measured(figure: taken / Double(rounds) * 1e9, checksum: checksum & 1)
  }

  private static func oursAtFour() -> Measured {
    let zone = zone()
    guard let four = TimeOfDay("04:00") else { Bench.fail() }
    var time = Instant(milliseconds: start)
    let taken = seconds {
      for number in 0..<rounds {
        time = zone.next(four, after: number % 20_000 == 0 ? Instant(milliseconds: start) : time)
      }
    }
    return Measured(
      figure: taken / Double(rounds) * 1e9, checksum: UInt64(time.milliseconds & 1))
  }

  private static func calendar() -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    return calendar
  }

  private static func foundation(_ unit: Calendar.Component) -> Measured {
    let calendar = calendar()
    let anchor = Date(timeIntervalSince1970: Double(start) / 1_000)
    let rounds = Self.rounds / 40
    var sum = 0.0
    let taken = seconds {
      for number in 0..<rounds {
        guard let date = calendar.date(byAdding: unit, value: number % 20_000, to: anchor) else {
          continue
        }
        sum += date.timeIntervalSince1970
      }
    }
    return Measured(figure: taken / Double(rounds) * 1e9, checksum: UInt64(sum) & 1)
  }

  private static func foundationAtFour() -> Measured {
    let calendar = calendar()
    let rounds = Self.rounds / 400
    var time = Date(timeIntervalSince1970: Double(start) / 1_000)
    let four = DateComponents(hour: 4, minute: 0)
    let taken = seconds {
      for _ in 0..<rounds {
        guard let next = calendar.nextDate(after: time, matching: four, matchingPolicy: .nextTime)
        else { continue }
        time = next
      }
    }
    return Measured(
      figure: taken / Double(rounds) * 1e9, checksum: UInt64(time.timeIntervalSince1970) & 1)
  }
}
