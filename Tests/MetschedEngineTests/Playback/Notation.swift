import MetschedTime
import SchedulerReference

/// Where every playback starts: a Monday's midnight, so that wall times read as times elapsed.
let start = Instant(milliseconds: 1_767_571_200_000)

/// A time since the start, written as `0:05:00`, `0:00:01.500` or `1d 0:05:00`.
struct Moment: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  var milliseconds: Int64

  init(_ milliseconds: Int64) { self.milliseconds = milliseconds }

  init(stringLiteral text: String) {
    let parts = text.split(separator: " ")
    let days = parts.count == 2 ? Int64(parts[0].dropLast())! : 0
    let fields = parts.last!.split(separator: ":")
    precondition(fields.count == 3, "a moment is written as 0:05:00, not as \(text)")
    milliseconds =
      .days(days) + .hours(Int64(fields[0])!) + .minutes(Int64(fields[1])!)
      + Int64((Double(fields[2])! * 1_000).rounded())
  }

  init(_ instant: Instant) { milliseconds = instant - start }

  var instant: Instant { start + milliseconds }

  var description: String {
    let day = milliseconds >= 0 ? milliseconds / .days(1) : (milliseconds + 1) / .days(1) - 1
    let rest = milliseconds - day * .days(1)
    let (hours, minutes, seconds) = (rest / .hours(1), rest / .minutes(1) % 60, rest / 1_000 % 60)
    let thousandths = rest % 1_000 == 0 ? "" : ".\(padded(rest % 1_000, to: 3))"
    return
      "\(day == 0 ? "" : "\(day)d ")\(hours):\(padded(minutes, to: 2)):\(padded(seconds, to: 2))"
      + thousandths
  }
}

private func padded(_ number: Int64, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
