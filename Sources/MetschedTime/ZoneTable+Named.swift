internal import Synchronization

/// The zones that people may write.
extension ZoneTable {
  /// The zones asked for so far; the process keeps them.
  private static let cache = Mutex<[String: ZoneTable]>([:])

  /// Returns the table of a zone, or none when `ZoneIdentifier.check(_:)` would refuse its name.
  ///
  /// The table is built at the first request, from the machine's zone database, and shared from then
  /// on. `UTC` needs no database.
  package static func named(_ identifier: String) -> ZoneTable? {
    if identifier == utc.identifier { return utc }
    if let known = cache.withLock({ $0[identifier] }) { return known }
    guard ZoneIdentifier.isWellFormed(identifier),
      let table = ZoneFiles.machine.table(identifier)
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
    ZoneFiles.machine.names.compactMap { named($0) }
  }

  /// The time for which tables are built, in seconds since 1970: 1900 to 2199.
  ///
  /// A day more on both sides, because local years begin and end up to a day away from UTC's.
  static let tableStart: Int64 = -2_208_988_800 - 86_400
  static let tableEnd: Int64 = 7_258_118_400 + 86_400
}
