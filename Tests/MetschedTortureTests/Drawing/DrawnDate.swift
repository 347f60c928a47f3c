/// A day or a minute on somebody's wall clock, or an instant where it bears a `Z`.
struct DrawnDate: Equatable {
  enum Kind { case day, local, instant }

  var kind: Kind
  /// Minutes since 1970-01-01T00:00 on the clock that the kind names.
  var minutes: Int

  static func day(_ days: Int) -> DrawnDate { DrawnDate(kind: .day, minutes: days * 1440) }

  /// The date as files write it.
  var text: String {
    let (days, minute) = minutes.quotientAndRemainder(dividingBy: 1440)
    let date = Self.date(ofDay: days)
    if kind == .day { return date }
    return "\(date)T\(Self.time(minute))\(kind == .instant ? "Z" : "")"
  }

  /// `09:05`.
  static func time(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  /// The calendar's date, counted on year by year and month by month from 1970.
  private static func date(ofDay day: Int) -> String {
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    var (rest, year, month) = (day, 1970, 1)
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    func length(_ month: Int) -> Int {
      month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
    while rest >= length(month) {
      rest -= length(month)
      month += 1
    }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(rest + 1))"
  }
}
