/// Where the rules of zones come from.
///
/// Those of the machine are read once by each process. A run that is played again has the rules
/// that it had, whatever the machine's say by now.
package struct ZoneDatabase: Sendable {
  private let find: @Sendable (_ identifier: String) -> ZoneTable?

  package init(_ find: @escaping @Sendable (_ identifier: String) -> ZoneTable?) {
    self.find = find
  }

  /// The rules that the machine has.
  package static let machine = ZoneDatabase(ZoneTable.named)

  /// Returns the rules of a zone, or none where its name is none that people may write.
  package func zone(_ identifier: String) -> ZoneTable? { find(identifier) }

  /// Returns the same rules, but for those of some zones.
  package func replacing(_ zones: [ZoneTable]) -> ZoneDatabase {
    guard !zones.isEmpty else { return self }
    let own = Dictionary(zones.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
    return ZoneDatabase { [find] in own[$0] ?? find($0) }
  }
}

extension ZoneTable {
  /// The rules as integers, all in milliseconds: the offset before all changes; then for each
  /// change the time since the one before it, the first since 1970, and the offset from then on.
  package var rules: [Int64] {
    var rules = [eras[0].offset]
    var last: Int64 = 0
    for era in eras.dropFirst() {
      rules += [era.start - last, era.offset]
      last = era.start
    }
    return rules
  }

  /// Creates the zone that has some rules; nil for integers that `rules` cannot give.
  package convenience init?(identifier: String, rules: [Int64]) {
    guard let first = rules.first, !rules.count.isMultiple(of: 2),
      rules.count <= Self.mostRules
    else { return nil }
    var changes: [(instant: Instant, offset: Int64)] = []
    var (time, offset, wall): (Int64, Int64, Int64) = (0, first, .min)
    for index in stride(from: 1, to: rules.count, by: 2) {
      let (start, isOver) = time.addingReportingOverflow(rules[index])
      guard !isOver, Self.years.contains(start), changes.isEmpty || start > time,
        rules[index + 1] != offset, start + offset > wall
      else { return nil }
      (time, wall, offset) = (start, start + offset, rules[index + 1])
      guard Self.offsets.contains(offset) else { return nil }
      changes.append((Instant(milliseconds: start), offset))
    }
    guard Self.offsets.contains(first) else { return nil }
    self.init(identifier: identifier, firstOffset: first, changes: changes)
  }

  /// The years 1 to 9999 and a little more, and the offsets that a day has.
  private static let years: Range<Int64> = -62_200_000_000_000..<253_500_000_000_000
  private static let mostRules = 20_001
  private static let offsets: ClosedRange<Int64> = -172_800_000...172_800_000
}
