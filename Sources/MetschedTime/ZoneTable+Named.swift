internal import MetschedSystem
internal import Synchronization

/// The zones that people may write.
extension ZoneTable {
  /// The zones asked for so far; the process keeps them.
  private static let cache = Mutex<[String: ZoneTable]>([:])

  /// Returns the table of a zone, or none when `ZoneIdentifier.check(_:)` would refuse its name.
  ///
  /// The table is built at the first request and shared from then on: from the system's file, which
  /// changes with the system and takes some 50 microseconds, or else from Foundation, which has the
  /// rules that it was built with. `UTC` needs no zone data.
  package static func named(_ identifier: String) -> ZoneTable? {
    if identifier == utc.identifier { return utc }
    if let known = cache.withLock({ $0[identifier] }) { return known }
    guard ZoneIdentifier.isWellFormed(identifier),
      let table = ZoneTable(system: identifier) ?? ZoneTable(foundation: identifier)
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

  /// Builds the table from the system's file of a zone; nil where there is none.
  ///
  /// - Parameters:
  ///   - identifier: the zone's name, which leads nowhere else.
  ///   - folder: where the files are.
  package convenience init?(system identifier: String, in folder: String = "/usr/share/zoneinfo") {
    let isPlain = identifier.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    guard isPlain,
      let bytes = try? FileDescriptor.contents(of: folder + "/" + identifier, atMost: 1 << 20)
    else { return nil }
    self.init(identifier: identifier, zoneInfo: bytes)
  }

  /// The time for which tables are built, in seconds since 1970: 1900 to 2199.
  ///
  /// A day more on both sides, because local years begin and end up to a day away from UTC's.
  static let tableStart: Int64 = -2_208_988_800 - 86_400
  static let tableEnd: Int64 = 7_258_118_400 + 86_400
}
