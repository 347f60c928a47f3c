/// How a zone's offset changes each year: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX, "Environment Variables", `TZ`, with the extensions of RFC 9636, section 3.3.1.
struct ZoneRule: Hashable, Sendable {
  /// In seconds east of UTC.
  private let standard: Int64
  /// Nil where the offset never changes.
  private let daylight: Daylight?

  private struct Daylight: Hashable, Sendable {
    var offset: Int64
    var start: YearlyTime
    var end: YearlyTime
  }

  /// A day of each year, and the seconds from its midnight, by the clock as it is until then.
  private struct YearlyTime: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// 1…365, where no year has a 29 February.
      case julian(Int)
      /// 0…365.
      case ofYear(Int)
      /// The nth such day of a month, 5 for the last; Sunday is 0.
      case weekday(Int, week: Int, month: Int)
    }

    var day: Day
    var seconds: Int64

    /// The seconds from 1970-01-01T00:00 on the clock on the wall.
    func wall(in year: Int) -> Int64? {
      let date: Int64?
      switch day {
      case .julian(let day):
        let shift = day >= 60 && CivilDate.isLeap(year) ? 1 : 0
        date = Self.start(of: year).map { $0 + Int64(day - 1 + shift) }
      case .ofYear(let day): date = Self.start(of: year).map { $0 + Int64(day) }
      case .weekday(let weekday, let week, let month):
        date = CivilDate(year: year, month: month, day: 1).map { first in
          let ahead = (weekday - first.weekday.rawValue % 7 + 7) % 7
          let day = ahead + (week - 1) * 7
          let isOver = day >= CivilDate.days(inMonth: month, of: year)
          return first.daysSinceEpoch + Int64(isOver ? day - 7 : day)
        }
      }
      return date.map { $0 * 86_400 + seconds }
    }

    private static func start(of year: Int) -> Int64? {
      CivilDate(year: year, month: 1, day: 1)?.daysSinceEpoch
    }
  }

  /// Returns the changes in a time, in order; both ends in seconds since 1970.
  func changes(after start: Int64, before end: Int64) -> [ZoneInfoFile.Change] {
    guard start < end else { return [] }
    guard let daylight else { return [ZoneInfoFile.Change(time: start + 1, offset: standard)] }
    let years = Self.year(of: start) - 1...Self.year(of: end) + 1
    let changes = years.flatMap { year in
      [
        daylight.start.wall(in: year).map {
          ZoneInfoFile.Change(time: $0 - standard, offset: daylight.offset)
        },
        daylight.end.wall(in: year).map {
          ZoneInfoFile.Change(time: $0 - daylight.offset, offset: standard)
        },
      ].compactMap { $0 }
    }.filter { $0.time > start && $0.time < end }.sorted { $0.time < $1.time }
    // Where daylight saving time never ends, one year's ends as the next one's begins.
    return changes.indices.filter { index in
      index + 1 == changes.count || changes[index].time < changes[index + 1].time
    }.map { changes[$0] }
  }

  private static func year(of seconds: Int64) -> Int {
    CivilDate(daysSinceEpoch: seconds.floorDivided(by: 86_400)).year
  }
}

// MARK: Reading

extension ZoneRule {
  /// Reads a rule; nil where it is none.
  init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard reader.name(), let west = reader.time() else { return nil }
    standard = -west
    guard !reader.rest.isEmpty else {
      daylight = nil
      return
    }
    guard reader.name() else { return nil }
    var offset = standard + 3_600
    if reader.rest.first != UInt8(ascii: ",") {
      guard let west = reader.time() else { return nil }
      offset = -west
    }
    guard let start = reader.yearlyTime(), let end = reader.yearlyTime(), reader.rest.isEmpty
    else { return nil }
    daylight = Daylight(offset: offset, start: start, end: end)
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// Takes `CET` or `<+03>`; at least one character.
    mutating func name() -> Bool {
      if take("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let name = rest.prefix { UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0 }
      rest = rest.dropFirst(name.count)
      return !name.isEmpty
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      guard (1...3).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      return range.contains(number) ? number : nil
    }

    /// Takes `-1`, `5:30`, `167:00:00`, in seconds.
    mutating func time() -> Int64? {
      let sign: Int64 = take("-") ? -1 : 1
      if sign > 0 { _ = take("+") }
      guard let hours = number(0...167) else { return nil }
      var seconds = Int64(hours) * 3_600
      for unit in [60, 1] as [Int64] where take(":") {
        guard let part = number(0...59) else { return nil }
        seconds += Int64(part) * unit
      }
      return sign * seconds
    }

    /// Takes a comma, and `M3.5.0/2`, `J60` or `59`.
    mutating func yearlyTime() -> YearlyTime? {
      guard take(",") else { return nil }
      let day: YearlyTime.Day
      if take("M") {
        guard let month = number(1...12), take("."), let week = number(1...5), take("."),
          let weekday = number(0...6)
        else { return nil }
        day = .weekday(weekday, week: week, month: month)
      } else if take("J") {
        guard let number = number(1...365) else { return nil }
        day = .julian(number)
      } else {
        guard let number = number(0...365) else { return nil }
        day = .ofYear(number)
      }
      guard take("/") else { return YearlyTime(day: day, seconds: 7_200) }
      return time().map { YearlyTime(day: day, seconds: $0) }
    }
  }
}
