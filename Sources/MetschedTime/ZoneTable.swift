/// The offsets of one time zone from UTC, as a table that is built once and never changes.
///
/// The table is a row of eras, each with one offset, from before 1900 to after 2199; the first and
/// the last reach on for ever. Everything after the building is integers: no calendar, no lock, no
/// allocation. Two tables are equal when identifiers and eras are.
///
/// Invariants: neighbours have different offsets, and the wall time at which an era ends grows
/// from era to era, so a search by wall time may walk forwards.
///
/// - Complexity: Every lookup is a shift, a load and usually no step further.
package final class ZoneTable: Sendable {
  /// A change of the offset.
  package struct Transition: Hashable, Sendable {
    /// The first instant with the new offset.
    package let instant: Instant
    /// The offset until then, in milliseconds east of UTC.
    package let offsetBefore: Int64
    /// The offset from then on, in milliseconds east of UTC.
    package let offsetAfter: Int64

    package init(instant: Instant, offsetBefore: Int64, offsetAfter: Int64) {
      self.instant = instant
      self.offsetBefore = offsetBefore
      self.offsetAfter = offsetAfter
    }
  }

  /// A time with one offset.
  struct Era: Hashable, Sendable {
    /// The first millisecond, in UTC; the least integer for the first era.
    let start: Int64
    /// The millisecond after the last, in UTC; the greatest integer for the last era.
    let end: Int64
    /// The milliseconds east of UTC.
    let offset: Int64
    /// The wall time, in this era's own offset, of `end`.
    let localEnd: Int64
  }

  /// The name that people write: `America/New_York`.
  package let identifier: String
  /// Whether the zone is UTC by name, and so writes `Z`.
  let isUTC: Bool
  let eras: [Era]
  /// The first millisecond of the last era; the least integer where it is the only one.
  private let lastChange: Int64
  /// The greatest offset of all eras.
  let greatestOffset: Int64
  /// The changes by which the wall clock jumped a day or more forwards.
  let longGaps: [Transition]
  /// The era at the start of every 2³³ ms (99 days) from `indexOrigin` to the last change.
  private let index: [UInt16]
  private static let indexShift: Int64 = 33
  /// 1899-12-01T00:00:00Z.
  private static let indexOrigin: Int64 = -2_211_667_200_000

  /// Coordinated universal time, whose offset is always zero.
  package static let utc = ZoneTable(identifier: "UTC", firstOffset: 0, changes: [])

  /// Creates a table from the offset before all changes, and the changes in order.
  ///
  /// - Parameters:
  ///   - identifier: The name that people write.
  ///   - firstOffset: The milliseconds east of UTC before the first change.
  ///   - changes: First instants and the offsets from then on; one without a change is left out.
  /// - Precondition: The instants rise, with more between two than the wall clock jumps at them.
  init(identifier: String, firstOffset: Int64, changes: [(instant: Instant, offset: Int64)]) {
    var eras: [Era] = []
    var index: [UInt16] = []
    eras.reserveCapacity(changes.count + 1)
    var start = Int64.min
    var offset = firstOffset
    var greatest = firstOffset
    var gaps: [Transition] = []
    for change in changes where change.offset != offset {
      let end = change.instant.milliseconds
      precondition(
        end > start && end + offset > (eras.last?.localEnd ?? .min),
        "the changes of \(identifier) are out of order")
      while Self.indexOrigin + Int64(index.count) << Self.indexShift < end {
        index.append(UInt16(eras.count))
      }
      eras.append(Era(start: start, end: end, offset: offset, localEnd: end + offset))
      if change.offset - offset >= .millisecondsPerDay {
        gaps.append(
          Transition(
            instant: change.instant, offsetBefore: offset, offsetAfter: change.offset))
      }
      start = end
      offset = change.offset
      greatest = max(greatest, offset)
    }
    eras.append(Era(start: start, end: .max, offset: offset, localEnd: .max))
    self.identifier = identifier
    self.isUTC = identifier == "UTC"
    self.eras = eras
    self.lastChange = start
    self.greatestOffset = greatest
    self.longGaps = gaps
    self.index = index
  }

  /// Returns the position of the era that an instant lies in.
  func eraIndex(at milliseconds: Int64) -> Int {
    guard milliseconds < lastChange else { return eras.count - 1 }
    var position = 0
    if milliseconds > Self.indexOrigin {
      position = Int(index[Int((milliseconds - Self.indexOrigin) >> Self.indexShift)])
    }
    while milliseconds >= eras[position].end { position += 1 }
    return position
  }

  /// Returns the offset at an instant, in milliseconds east of UTC.
  package func offset(at instant: Instant) -> Int64 {
    eras[eraIndex(at: instant.milliseconds)].offset
  }

  /// Returns what the wall clock shows at an instant.
  package func local(at instant: Instant) -> LocalTime {
    LocalTime(milliseconds: instant.milliseconds.addingSaturating(offset(at: instant)))
  }

  /// Returns the changes of the offset from the range's start to before its end.
  package func transitions(in range: Range<Instant>) -> [Transition] {
    var found: [Transition] = []
    var position = eraIndex(at: range.lowerBound.milliseconds)
    if eras[position].start < range.lowerBound.milliseconds { position += 1 }
    while position < eras.count, eras[position].start < range.upperBound.milliseconds {
      if position > 0 {
        found.append(
          Transition(
            instant: Instant(milliseconds: eras[position].start),
            offsetBefore: eras[position - 1].offset, offsetAfter: eras[position].offset))
      }
      position += 1
    }
    return found
  }
}

extension ZoneTable {
  /// A number that is another one where the rules are others: the 64-bit FNV-1a hash of the eras.
  package var fingerprint: UInt64 {
    eras.reduce(0xCBF2_9CE4_8422_2325) { hash, era in
      [era.start, era.offset].reduce(hash) {
        ($0 ^ UInt64(bitPattern: $1)) &* 0x100_0000_01B3
      }
    }
  }
}

extension ZoneTable: Hashable {
  package static func == (lhs: ZoneTable, rhs: ZoneTable) -> Bool {
    lhs === rhs || (lhs.identifier == rhs.identifier && lhs.eras == rhs.eras)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

extension ZoneTable: CustomStringConvertible {
  package var description: String { identifier }
}
