internal import FoundationEssentials
internal import FoundationInternationalization

/// What Foundation knows about zones, turned into integers.
///
/// It is asked where the system has no file of a zone, and for the names that there are. Foundation
/// reports every change of the offset, also those without daylight saving time (Apia 2011, Caracas
/// 2016), and some changes of the name alone, which the table leaves out.
extension ZoneTable {
  /// The identifiers that Foundation lists, in its order.
  // NB: a statically linked program holds no zone data unless it refers to this list; without it
  // `TimeZone(identifier: "Europe/Berlin")` is nil. Every such table is built after reading it.
  static let knownIdentifiers: [String] = TimeZone.knownTimeZoneIdentifiers

  /// Builds the table from Foundation, or none when it does not know the identifier.
  package convenience init?(foundation identifier: String) {
    guard !Self.knownIdentifiers.isEmpty, let zone = TimeZone(identifier: identifier) else {
      return nil
    }
    let start = Date(timeIntervalSince1970: Double(Self.tableStart))
    let end = Date(timeIntervalSince1970: Double(Self.tableEnd))
    var changes: [(instant: Instant, offset: Int64)] = []
    var date = start
    while let change = zone.nextDaylightSavingTimeTransition(after: date), change > date,
      change < end
    {
      changes.append(
        (
          Instant(milliseconds: Int64((change.timeIntervalSince1970 * 1000).rounded())),
          Int64(zone.secondsFromGMT(for: change)) * 1000
        ))
      date = change
    }
    self.init(
      identifier: identifier, firstOffset: Int64(zone.secondsFromGMT(for: start)) * 1000,
      changes: changes)
  }
}
