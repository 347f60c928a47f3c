/// What the check of a zone's name found.
package enum ZoneIdentifierCheck: Hashable, Sendable {
  /// The name is `UTC`, or one that the zone database knows.
  case valid
  /// The name is refused; the suggestions are names that are not, the likeliest first.
  case unknown(suggestions: [String])
  /// The machine has no zone database, so that the name may be right.
  case noDatabase
}

/// The names of zones as people write them: `UTC`, and the zone database's `Area/Location`.
///
/// Abbreviations and POSIX names are refused although the zone database has some of them: `EST5EDT`
/// has the rules of no place, `IST` is three zones, and `GMT+1` turns its sign in `Etc/GMT+1`.
///
/// Source: RFC 6557 and the zone database's theory file, "Timezone identifiers".
package enum ZoneIdentifier {
  /// Checks a name, and looks for names that may be meant if it is refused.
  ///
  /// `America/NewYork` is refused with the suggestion `America/New_York`.
  ///
  /// - Complexity: A look into a dictionary for a name that was valid before.
  package static func check(_ identifier: String) -> ZoneIdentifierCheck {
    guard ZoneTable.named(identifier) == nil else { return .valid }
    if isWellFormed(identifier), !ZoneFiles.machine.isThere { return .noDatabase }
    return .unknown(suggestions: suggestions(for: identifier))
  }

  /// Returns whether a name has the form of one that people may write, in an area that exists.
  static func isWellFormed(_ identifier: String) -> Bool {
    guard let slash = identifier.firstIndex(of: "/") else { return identifier == "UTC" }
    return areas.contains(String(identifier[..<slash]))
  }

  /// The first parts of names; `posix` and `SystemV` are not among them on purpose.
  private static let areas: Set<String> = [
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Brazil",
    "Canada", "Chile", "Etc", "Europe", "Indian", "Mexico", "Pacific", "US",
  ]

  /// Returns up to three names that may be meant.
  private static func suggestions(for identifier: String) -> [String] {
    if let places = abbreviations[identifier.uppercased()] { return places }
    let fixed = offsetSuggestions(for: identifier)
    guard fixed.isEmpty else { return fixed }
    let wanted = simplified(identifier)
    guard !wanted.isEmpty else { return ["UTC"] }
    let slash = UInt8(ascii: "/")
    var scored: [(distance: Int, name: String)] = []
    let wantedPlace = wanted.split(separator: slash).last ?? []
    let limit = max(1, wanted.count / 4)
    for name in ZoneFiles.machine.names where isWellFormed(name) {
      let known = simplified(name)
      let place = known.split(separator: slash).last ?? []
      // The same place in the wrong area, or without one, is nearer than any slip of the pen.
      let distance =
        known == wanted
        ? -2 : place == wantedPlace ? -1 : editDistance(known, wanted, atMost: min(limit, 3))
      if let distance { scored.append((distance, name)) }
    }
    scored.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let nearest = scored.first?.distance else { return [] }
    // One slip more than the best is still worth showing; beside the same place nothing else is.
    let worst = nearest < 0 ? nearest : nearest + 1
    return scored.prefix { $0.distance <= worst }.prefix(3).map(\.name)
  }

  /// Returns the fixed zone that `GMT+1`, `UTC-05:00` or `+02:00` asks for, if there is one.
  private static func offsetSuggestions(for identifier: String) -> [String] {
    var text = identifier.uppercased()[...]
    if text.hasPrefix("GMT") || text.hasPrefix("UTC") { text = text.dropFirst(3) }
    guard let sign = text.first, sign == "+" || sign == "-" else { return [] }
    var digits = text.dropFirst()
    if digits.hasSuffix(":00") { digits = digits.dropLast(3) }
    guard let hours = Int(digits), (1...14).contains(hours) else { return [] }
    // NB: the zone database counts these westwards: Etc/GMT-1 is an hour ahead of UTC.
    let name = "Etc/GMT\(sign == "+" ? "-" : "+")\(hours)"
    return ZoneTable.named(name) == nil ? [] : [name]
  }

  /// Returns the name in lower case without what people leave out or add: `_`, `-` and spaces.
  private static func simplified(_ identifier: String) -> [UInt8] {
    identifier.lowercased().utf8.filter { !"_- ".utf8.contains($0) }
  }

  /// Returns the insertions, removals and replacements between two names, none beyond a limit.
  private static func editDistance(_ lhs: [UInt8], _ rhs: [UInt8], atMost limit: Int) -> Int? {
    guard abs(lhs.count - rhs.count) <= limit else { return nil }
    var row = Array(0...rhs.count)
    for (position, left) in lhs.enumerated() {
      var diagonal = row[0]
      row[0] = position + 1
      for (column, right) in rhs.enumerated() {
        let replaced = diagonal + (left == right ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    let distance = row[rhs.count]
    return distance <= limit ? distance : nil
  }

  /// What people mean by names that are refused, in capitals.
  ///
  /// The first place is the one where most people live.
  private static let abbreviations: [String: [String]] = {
    let newYork = ["America/New_York"]
    let chicago = ["America/Chicago"]
    let denver = ["America/Denver"]
    let losAngeles = ["America/Los_Angeles"]
    let central = ["Europe/Berlin", "Europe/Paris"]
    let eastern = ["Europe/Athens", "Europe/Helsinki"]
    return [
      "EST": newYork, "EDT": newYork, "ET": newYork, "EST5EDT": newYork,
      "CDT": chicago, "CT": chicago, "CST6CDT": chicago, "CST": chicago + ["Asia/Shanghai"],
      "MST": ["America/Phoenix", "America/Denver"], "MDT": denver, "MT": denver,
      "MST7MDT": denver, "PST": losAngeles, "PDT": losAngeles, "PT": losAngeles,
      "PST8PDT": losAngeles, "AKST": ["America/Anchorage"], "AKDT": ["America/Anchorage"],
      "HST": ["Pacific/Honolulu"], "AST": ["America/Halifax", "Asia/Riyadh"],
      "ADT": ["America/Halifax"], "NST": ["America/St_Johns"], "NDT": ["America/St_Johns"],
      "BRT": ["America/Sao_Paulo"], "ART": ["America/Argentina/Buenos_Aires"],
      "WET": ["Europe/Lisbon"], "WEST": ["Europe/Lisbon"], "BST": ["Europe/London"],
      "GB": ["Europe/London"], "EIRE": ["Europe/Dublin"], "CET": central, "CEST": central,
      "MET": central, "MEZ": central, "MESZ": central, "EET": eastern, "EEST": eastern,
      "MSK": ["Europe/Moscow"], "TRT": ["Europe/Istanbul"], "TURKEY": ["Europe/Istanbul"],
      "SAST": ["Africa/Johannesburg"], "CAT": ["Africa/Maputo"], "EAT": ["Africa/Nairobi"],
      "WAT": ["Africa/Lagos"], "EGYPT": ["Africa/Cairo"], "IRAN": ["Asia/Tehran"],
      "IST": ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"], "ISRAEL": ["Asia/Jerusalem"],
      "PKT": ["Asia/Karachi"], "WIB": ["Asia/Jakarta"], "ICT": ["Asia/Bangkok"],
      "SGT": ["Asia/Singapore"], "SINGAPORE": ["Asia/Singapore"], "HKT": ["Asia/Hong_Kong"],
      "HONGKONG": ["Asia/Hong_Kong"], "PRC": ["Asia/Shanghai"], "ROC": ["Asia/Taipei"],
      "JST": ["Asia/Tokyo"], "JAPAN": ["Asia/Tokyo"], "KST": ["Asia/Seoul"],
      "ROK": ["Asia/Seoul"], "AWST": ["Australia/Perth"], "ACST": ["Australia/Adelaide"],
      "AEST": ["Australia/Sydney", "Australia/Brisbane"], "AEDT": ["Australia/Sydney"],
      "NZ": ["Pacific/Auckland"], "NZST": ["Pacific/Auckland"], "NZDT": ["Pacific/Auckland"],
      "CUBA": ["America/Havana"], "JAMAICA": ["America/Jamaica"], "POLAND": ["Europe/Warsaw"],
      "PORTUGAL": ["Europe/Lisbon"], "ICELAND": ["Atlantic/Reykjavik"],
      "GMT": ["UTC", "Europe/London"], "UCT": ["UTC"], "Z": ["UTC"], "ZULU": ["UTC"],
      "UTC": ["UTC"], "UNIVERSAL": ["UTC"], "GREENWICH": ["UTC"], "LOCAL": ["UTC"],
    ]
  }()
}
