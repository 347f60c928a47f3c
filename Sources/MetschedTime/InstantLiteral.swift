/// An instant as a file writes it, before a zone has been applied to it.
///
/// The forms are RFC 3339's, with the seconds optional: `2026-01-05T09:00:00-05:00`,
/// `2026-01-05T14:00Z`, `2026-01-05T09:00` and `2026-01-05`.
package enum InstantLiteral: Hashable, Sendable {
  /// A time with an offset, which is the same instant everywhere.
  case absolute(Instant)
  /// A time without an offset, in a zone that the reader knows.
  case local(LocalTime)
  /// A date without a time.
  case date(CivilDate)

  /// Reads a literal; none when it is not one, or when a part is out of its range.
  ///
  /// `T` and `Z` are capitals, a fraction has at most three digits, and there is no second 60 and
  /// no hour 24. An offset lies within ±23:59. The year is not checked against
  /// `Instant.supportedYears`: the one who reports that needs the value.
  ///
  /// Source: RFC 3339, section 5.6.
  package init?(_ text: some StringProtocol) {
    var cursor = ASCIICursor(text)
    guard let date = cursor.readDate() else { return nil }
    guard !cursor.isAtEnd else {
      self = .date(date)
      return
    }
    guard cursor.skip("T"), let time = cursor.readTimeOfDay(fraction: true) else { return nil }
    let local = LocalTime(date: date, timeOfDay: time)
    guard !cursor.isAtEnd else {
      self = .local(local)
      return
    }
    guard let offset = Self.readOffset(&cursor), cursor.isAtEnd else { return nil }
    self = .absolute(Instant(milliseconds: local.milliseconds - offset))
  }

  /// The year as written; of an absolute instant the year in UTC.
  package var year: Int {
    switch self {
    case .absolute(let instant): LocalTime(milliseconds: instant.milliseconds).date.year
    case .local(let local): local.date.year
    case .date(let date): date.year
    }
  }

  /// Returns the instant in a zone; a bare date is midnight, or the first instant after it.
  package func resolved(in zone: ZoneTable) -> Instant {
    switch self {
    case .absolute(let instant): instant
    case .local(let local): zone.instant(of: local)
    case .date(let date): zone.startOfDay(date)
    }
  }

  /// Returns the instant where dates and wall times are read in zones of their own.
  ///
  /// An item's bare date is a day where its placement is; its wall time is the file's.
  package func resolved(datesIn dates: ZoneTable, timesIn times: ZoneTable) -> Instant {
    if case .date = self { resolved(in: dates) } else { resolved(in: times) }
  }

  private static func readOffset(_ cursor: inout ASCIICursor) -> Int64? {
    if cursor.skip("Z") { return 0 }
    let isNegative = cursor.skip("-")
    guard isNegative || cursor.skip("+") else { return nil }
    guard let hours = cursor.readDigits(2), hours < 24, cursor.skip(":"),
      let minutes = cursor.readDigits(2), minutes < 60
    else { return nil }
    let offset = Int64(hours * 60 + minutes) * 60_000
    return isNegative ? -offset : offset
  }
}
