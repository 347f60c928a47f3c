import Foundation

@testable import MetschedTime

extension ZoneTable {
  /// Returns a table of the rules that Foundation has; nil where it does not know the zone.
  ///
  /// Its zone database may be another version than the machine's.
  static func foundation(_ identifier: String) -> ZoneTable? {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    let start = Date(timeIntervalSince1970: Double(tableStart))
    let end = Date(timeIntervalSince1970: Double(tableEnd))
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
    return ZoneTable(
      identifier: identifier, firstOffset: Int64(zone.secondsFromGMT(for: start)) * 1000,
      changes: changes)
  }
}
