extension DatePattern {
  /// Returns how the pattern writes an instant in a zone.
  package func text(of instant: Instant, in zone: ZoneTable) -> String {
    let moment = WrittenMoment(instant, in: zone)
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .field(let field, let count): text += moment.text(of: field, count)
      }
    }
    return text
  }
}

/// An instant on the wall clock of a zone, as the fields of a pattern write it.
private struct WrittenMoment {
  private let zone: ZoneTable
  private let offset: ZoneOffset
  private let date: CivilDate
  private let weekday: Weekday
  /// In milliseconds since midnight.
  private let time: Int

  init(_ instant: Instant, in zone: ZoneTable) {
    self.zone = zone
    let local = zone.local(at: instant)
    offset = ZoneOffset(milliseconds: zone.offset(at: instant))
    date = local.date
    weekday = local.weekday
    time = Int(local.timeOfDay.milliseconds)
  }

  func text(of field: DatePattern.Field, _ count: Int) -> String {
    switch field {
    case .era:
      switch count {
      case 4: date.year > 0 ? "Anno Domini" : "Before Christ"
      case 5: date.year > 0 ? "A" : "B"
      default: date.year > 0 ? "AD" : "BC"
      }
    case .year: year(date.year > 0 ? date.year : 1 - date.year, count)
    case .weekYear: year(weekYear, count)
    case .extendedYear: padded(date.year, count)
    case .quarter, .standaloneQuarter: quarter((date.month + 2) / 3, count)
    case .month, .standaloneMonth:
      count < 3 ? padded(date.month, count) : name(Self.months[date.month - 1], count)
    case .weekOfYear: padded(weekOfYear, count)
    case .weekOfMonth: padded(weekOfMonth, count)
    case .day: padded(date.day, count)
    case .dayOfYear: padded(dayOfYear, count)
    case .weekdayInMonth: padded((date.day - 1) / 7 + 1, count)
    case .weekday: name(weekday.name, count)
    case .localWeekday: count < 3 ? padded(daysSinceSunday + 1, count) : name(weekday.name, count)
    case .standaloneWeekday:
      count < 3 ? padded(daysSinceSunday + 1, 1) : name(weekday.name, count)
    case .period: count == 5 ? (hour < 12 ? "a" : "p") : (hour < 12 ? "AM" : "PM")
    case .hour12: padded((hour + 11) % 12 + 1, count)
    case .hour24: padded(hour, count)
    case .hour11: padded(hour % 12, count)
    case .hourTo24: padded((hour + 23) % 24 + 1, count)
    case .minute: padded(time / 60_000 % 60, count)
    case .second: padded(time / 1_000 % 60, count)
    case .fraction: fraction(count)
    case .millisecondsInDay: padded(time, count)
    case .zoneOffset: offset.rfc822(count)
    case .gmtOffset: offset.gmt(isLong: count == 4)
    case .isoOffset: offset.iso8601(count, writesZ: false)
    case .isoOffsetOrZ: offset.iso8601(count, writesZ: true)
    case .zoneIdentifier: zone.identifier
    }
  }

  // MARK: Numbers

  private var hour: Int { time / 3_600_000 }

  /// Weeks begin on Sunday, and the first one of a year has its first day.
  private var daysSinceSunday: Int { weekday.rawValue % 7 }

  private var dayOfYear: Int {
    Int(date.daysSinceEpoch - Self.start(ofYear: date.year)) + 1
  }

  /// The year in which the Saturday of this week lies.
  private var weekYear: Int {
    date.adding(days: Int64(6 - daysSinceSunday)).year
  }

  private var weekOfYear: Int {
    let start = Self.start(ofYear: weekYear)
    let first = CivilDate(daysSinceEpoch: start).weekday.rawValue % 7
    return (Int(date.daysSinceEpoch - start) + first) / 7 + 1
  }

  private var weekOfMonth: Int {
    let first = date.adding(days: Int64(1 - date.day)).weekday.rawValue % 7
    return (date.day - 1 + first) / 7 + 1
  }

  private static func start(ofYear year: Int) -> Int64 {
    CivilDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "")
      + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private func year(_ year: Int, _ count: Int) -> String {
    count == 2 ? padded(year % 100, 2) : padded(year, count)
  }

  private func fraction(_ count: Int) -> String {
    let digits = padded(time % 1_000, 3)
    return count < 3
      ? String(digits.prefix(count)) : digits + String(repeating: "0", count: count - 3)
  }

  // MARK: Words

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private func quarter(_ quarter: Int, _ count: Int) -> String {
    switch count {
    case 3: "Q\(quarter)"
    case 4: ["1st", "2nd", "3rd", "4th"][quarter - 1] + " quarter"
    case 5: String(quarter)
    default: padded(quarter, count)
    }
  }

  /// A name as long as a field's letters ask for.
  private func name(_ name: String, _ count: Int) -> String {
    switch count {
    case 4: name
    case 5: String(name.prefix(1))
    case 6: String(name.prefix(2))
    default: String(name.prefix(3))
    }
  }
}

extension Weekday {
  fileprivate var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}

/// An offset from UTC, as patterns write it.
private struct ZoneOffset {
  private let seconds: Int

  init(milliseconds: Int64) {
    seconds = Int(milliseconds / 1_000)
  }

  private var sign: String { seconds < 0 ? "-" : "+" }
  private var hours: Int { abs(seconds) / 3_600 }
  private var minutes: Int { abs(seconds) / 60 % 60 }
  private var restSeconds: Int { abs(seconds) % 60 }

  /// `Z`: `+0100`, `GMT+01:00` or `+01:00`.
  func rfc822(_ count: Int) -> String {
    switch count {
    case 4: gmt(isLong: true)
    case 5: iso8601(5, writesZ: true)
    default: iso8601(4, writesZ: false)
    }
  }

  /// `O`: `GMT+1` or `GMT+01:00`.
  func gmt(isLong: Bool) -> String {
    if seconds == 0 { return "GMT" }
    var text = "GMT" + sign + (isLong ? two(hours) : String(hours))
    if isLong || minutes > 0 || restSeconds > 0 { text += ":" + two(minutes) }
    if restSeconds > 0 { text += ":" + two(restSeconds) }
    return text
  }

  /// `X` and `x`: `+01`, `+0100`, `+01:00`, and in the longer ones seconds where there are any.
  func iso8601(_ count: Int, writesZ: Bool) -> String {
    if writesZ, seconds == 0 { return "Z" }
    let colon = count == 3 || count == 5 ? ":" : ""
    var text = sign + two(hours)
    if count > 1 || minutes > 0 { text += colon + two(minutes) }
    if count > 3, restSeconds > 0 { text += colon + two(restSeconds) }
    return text
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
