internal import FoundationEssentials
internal import FoundationInternationalization

extension ZoneTable {
  /// What people call a zone.
  enum Name {
    /// `EST`, `GMT+1`.
    case specificShort
    /// `Central European Standard Time`.
    case specificLong
    /// `ET`.
    case genericShort
    /// `Central European Time`.
    case genericLong
    /// `Berlin`.
    case city
    /// `Germany Time`.
    case location
  }

  /// Returns what a zone is called at an instant, in the words of `en_US_POSIX`.
  ///
  /// The words are the Unicode CLDR's, as Foundation has them.
  func name(_ name: Name, at instant: Instant) -> String {
    guard let zone = TimeZone(identifier: identifier) else { return identifier }
    let symbol: Date.FormatStyle.Symbol.TimeZone =
      switch name {
      case .specificShort: .specificName(.short)
      case .specificLong: .specificName(.long)
      case .genericShort: .genericName(.short)
      case .genericLong: .genericName(.long)
      case .city: .exemplarLocation
      case .location: .genericLocation
      }
    return Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000).formatted(
      Date.VerbatimFormatStyle(
        format: "\(timeZone: symbol)", locale: Locale(identifier: "en_US_POSIX"), timeZone: zone,
        calendar: Calendar(identifier: .gregorian)))
  }
}
