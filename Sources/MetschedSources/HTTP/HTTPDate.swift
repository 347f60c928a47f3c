import MetschedTime

/// Dates as HTTP's headers write them, in the three forms that a recipient has to know.
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT      obsolete, of RFC 850
///     Sun Nov  6 08:49:37 1994            obsolete, of asctime()
///
/// Source: RFC 9110, section 5.6.7. The day of the week is not looked at.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the instant that a text names; nil where it is no date.
  ///
  /// - Parameters:
  ///   - text: the header's value.
  ///   - now: from which a year of two digits is told; none is more than fifty years ahead.
  static func instant(of text: String, now: Instant) -> Instant? {
    let parts = text.split { ", -".contains($0) }
    guard parts.count == 6 || parts.count == 5 else { return nil }
    let isASCTime = parts.count == 5
    guard isASCTime || parts[5] == "GMT", let time = TimeOfDay(parts[isASCTime ? 3 : 4]),
      let month = months.firstIndex(of: String(parts[isASCTime ? 1 : 2])),
      let day = number(parts[isASCTime ? 2 : 1], digits: 1...2),
      let year = year(parts[isASCTime ? 4 : 3], now: now),
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    return Instant(milliseconds: LocalTime(date: date, timeOfDay: time).milliseconds)
  }

  private static func year(_ text: Substring, now: Instant) -> Int? {
    if let year = number(text, digits: 4...4) { return year }
    guard let short = number(text, digits: 2...2) else { return nil }
    let today = LocalTime(milliseconds: now.milliseconds).date.year
    let year = today - today % 100 + short
    return year > today + 50 ? year - 100 : year
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    return Int(text)
  }
}
