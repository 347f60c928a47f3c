internal import FoundationEssentials
internal import FoundationInternationalization
internal import Synchronization

/// What Foundation knows about zones, read once and turned into integers.
///
/// Foundation reports every change of the
/// offset, also those without daylight saving time (Apia 2011, Caracas 2016), and some changes of
/// the name alone, which the table leaves out.
extension ZoneTable {
  /// The zones asked for so far; the process keeps them.
  private static let cache = Mutex<[String: ZoneTable]>([:])

  /// The identifiers that Foundation lists, in its order.
  // NB: a statically linked program holds no zone data unless it refers to this list; without it
  // `TimeZone(identifier: "Europe/Berlin")` is nil. Every named table is built after reading it.
  static let knownIdentifiers: [String] = TimeZone.knownTimeZoneIdentifiers

  /// Returns the table of a zone, or none when `ZoneIdentifier.check(_:)` would refuse its name.
  ///
  /// The table is built at the first request, in about a quarter of a millisecond (Gaza: five),
  /// and shared from then on. `UTC` needs no zone data.
  package static func named(_ identifier: String) -> ZoneTable? {
    if identifier == utc.identifier { return utc }
    if let known = cache.withLock({ $0[identifier] }) { return known }
    guard ZoneIdentifier.isWellFormed(identifier), let table = ZoneTable(reading: identifier)
    else { return nil }
    // Another thread may have built the same table meanwhile; everybody gets the first.
    return cache.withLock { tables in
      if let first = tables[identifier] { return first }
      tables[identifier] = table
      return table
    }
  }

  /// The tables of all zones that people may write, in order of their names.
  package static var all: [ZoneTable] {
    knownIdentifiers.sorted().compactMap { named($0) }
  }

  /// Builds the table from Foundation, or none when it does not know the identifier.
  convenience init?(reading identifier: String) {
    guard !Self.knownIdentifiers.isEmpty, let zone = TimeZone(identifier: identifier) else {
      return nil
    }
    // A day more on both sides, because local years begin and end up to a day away from UTC's.
    let start = Date(timeIntervalSince1970: -2_208_988_800 - 86_400)
    let end = Date(timeIntervalSince1970: 7_258_118_400 + 86_400)
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
