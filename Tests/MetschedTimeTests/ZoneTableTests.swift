import Foundation
import MetschedTime
import TestSupport
import Testing

struct ZoneTableTests {
  /// All zones that Foundation lists and the file accepts, with the rules that Foundation has.
  static let zones = TimeZone.knownTimeZoneIdentifiers.filter { $0 != "GMT" }
    .compactMap { ZoneTable.foundation($0) }

  /// The first instants of 1900 and 2200 in UTC, in milliseconds.
  static let years: Range<Int64> = -2_208_988_800_000..<7_258_118_400_000

  static func offset(of zone: TimeZone, at milliseconds: Int64) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    return Int64(zone.secondsFromGMT(for: date)) * 1000
  }

  @Test func `every zone that Foundation lists has a table`() {
    #expect(Self.zones.count > 430)
    let refused = TimeZone.knownTimeZoneIdentifiers.filter { ZoneTable.named($0) == nil }
    #expect(refused == ["GMT"])
  }

  @Test func `offsets are Foundation's from 1900 to 2199`() throws {
    let seed: UInt64 = 1900
    var random = SplitMix64(seed: seed)
    for table in Self.zones {
      let zone = try #require(TimeZone(identifier: table.identifier))
      for _ in 0..<40 {
        let time = Instant(milliseconds: .random(in: Self.years, using: &random))
        let expected = Self.offset(of: zone, at: time.milliseconds)
        try #require(table.offset(at: time) == expected, "\(table) \(time), seed \(seed)")
        try #require(table.local(at: time).milliseconds == time.milliseconds + expected)
      }
    }
  }

  @Test func `a zone is the same from its rules`() throws {
    for table in Self.zones + [.utc] {
      let again = try #require(ZoneTable(identifier: table.identifier, rules: table.rules))
      #expect(again == table)
      #expect(again.fingerprint == table.fingerprint)
    }
  }

  @Test(
    arguments: [
      [], [0, 1], [3_600_000, 5, 3_600_000], [0, 10, 3_600_000, 0, 0], [0, 10, 3_600_000, -5, 0],
      [0, .max, 3_600_000, .max, 0], [900_000_000], [0, 10, -3_600_000, 5, 0, 5, 3_600_000],
    ] as [[Int64]])
  func `integers that are no rules make no zone`(_ rules: [Int64]) {
    #expect(ZoneTable(identifier: "Europe/Paris", rules: rules) == nil)
  }

  @Test func `rules may be put in the place of others`() throws {
    let own = try #require(ZoneTable(identifier: "Europe/Paris", rules: [18_000_000]))
    let zones = ZoneDatabase.machine.replacing([own])
    #expect(zones.zone("Europe/Paris") === own)
    #expect(zones.zone("Asia/Tokyo") == ZoneTable.named("Asia/Tokyo"))
    #expect(zones.zone("Europe/Pari") == nil)
  }

  @Test func `no change of an offset is left out or put in`() throws {
    let seed: UInt64 = 2199
    var random = SplitMix64(seed: seed)
    let everything =
      Instant(
        milliseconds: Self.years.lowerBound)..<Instant(
        milliseconds: Self.years.upperBound)
    for table in Self.zones {
      let zone = try #require(TimeZone(identifier: table.identifier))
      for change in table.transitions(in: everything).shuffled(using: &random).prefix(12) {
        let time = change.instant.milliseconds
        try #require(Self.offset(of: zone, at: time) == change.offsetAfter, "\(table) \(time)")
        try #require(
          Self.offset(of: zone, at: time - 1000) == change.offsetBefore, "\(table) \(time)")
        try #require(table.offset(at: change.instant) == change.offsetAfter)
        try #require(table.offset(at: change.instant - 1) == change.offsetBefore)
      }
      // A scan of one decade a zone, without Foundation's own list of changes.
      let decade = Int64.random(in: 0..<29, using: &random) * 315_576_000_000
      for day in 0..<365 {
        let time = Self.years.lowerBound + decade + Int64(day) * 10 * 86_400_000
        try #require(
          table.offset(at: Instant(milliseconds: time)) == Self.offset(of: zone, at: time),
          "\(table) \(time), seed \(seed)")
      }
    }
  }

  /// Finds the instant of a wall time from Foundation's offsets alone.
  static func naiveInstant(of wall: Int64, in zone: TimeZone) -> Int64 {
    let reach: Int64 = 30 * 3_600_000
    var offsets: Set<Int64> = []
    for hour in -30...30 {
      offsets.insert(offset(of: zone, at: wall + Int64(hour) * 3_600_000))
    }
    let shown = offsets.map { wall - $0 }.filter { $0 + offset(of: zone, at: $0) == wall }
    if let first = shown.min() { return first }
    // Never shown: bisect for the change between a time that shows less and one that shows more.
    var before = wall - reach
    var after = wall + reach
    while after - before > 1000 {
      let middle = (before + after) / 2000 * 1000
      if middle + offset(of: zone, at: middle) > wall { after = middle } else { before = middle }
    }
    return after
  }

  @Test func `wall times are resolved as a search through Foundation's offsets does`() throws {
    let seed: UInt64 = 230
    var random = SplitMix64(seed: seed)
    let recent = Instant(milliseconds: -631_152_000_000)..<Instant(milliseconds: 4_000_000_000_000)
    for table in Self.zones {
      let zone = try #require(TimeZone(identifier: table.identifier))
      let changes = table.transitions(in: recent)
      for round in 0..<8 {
        var wall = Int64.random(in: -631_152_000_000..<4_000_000_000_000, using: &random) / 1000
        if round < 6, let change = changes.randomElement(using: &random) {
          let start = change.instant.milliseconds + min(change.offsetBefore, change.offsetAfter)
          let size = abs(change.offsetAfter - change.offsetBefore)
          wall = .random(in: start - 60_000...start + size + 60_000, using: &random) / 1000
        }
        wall *= 1000
        let found = table.instant(of: LocalTime(milliseconds: wall))
        try #require(
          found.milliseconds == Self.naiveInstant(of: wall, in: zone),
          "\(LocalTime(milliseconds: wall)) in \(table), seed \(seed)")
      }
    }
  }

  // Foundation differs in three cases, and only there may the table differ from it: in a gap it
  // keeps the distance from the gap's start (02:30 → 03:30), in an overlap it may return the
  // second occurrence, and it does not count the day that a zone jumped over at the date line.
  @Test func `steps are those of Foundation's calendar outside gaps, overlaps and jumps`() throws {
    let seed: UInt64 = 6
    var random = SplitMix64(seed: seed)
    let units: [(StepUnit, Calendar.Component)] = [
      (.week, .weekOfYear), (.day, .day), (.hour, .hour), (.minute, .minute), (.second, .second),
    ]
    for table in Self.zones {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: table.identifier))
      for (unit, component) in units {
        for _ in 0..<3 {
          // From 1980: Foundation's calendar rounds older offsets with seconds.
          let anchor = Int64.random(in: 315_532_800..<4_102_444_800, using: &random) * 1000
          let count = Int64.random(in: -3000...3000, using: &random)
          let step = Step(days: unit.days, milliseconds: unit.milliseconds)
          let found = table.adding(count, step, to: Instant(milliseconds: anchor))
          let expected = try #require(
            calendar.date(
              byAdding: component, value: Int(count),
              to: Date(timeIntervalSince1970: Double(anchor) / 1000)))
          let theirs = Int64((expected.timeIntervalSince1970 * 1000).rounded())
          if found.milliseconds == theirs { continue }
          let wanted =
            table.local(at: Instant(milliseconds: anchor)).milliseconds
            + count * unit.days * 86_400_000
          let isGap = table.local(at: found).milliseconds != wanted
          let isOverlap =
            table.local(at: Instant(milliseconds: theirs)).milliseconds == wanted
            && found.milliseconds < theirs
          let ends = [Instant(milliseconds: anchor), found].sorted()
          let isJump = table.transitions(in: ends[0]..<ends[1]).contains {
            abs($0.offsetAfter - $0.offsetBefore) > 20 * 3_600_000
          }
          try #require(
            !step.isExact && (isGap || isOverlap || isJump),
            "\(count) × \(unit) from \(anchor) in \(table): \(theirs), seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [
    // Gaps: the first instant after them.
    ("America/New_York", "2026-03-08T02:30", "2026-03-08T03:00:00-04:00"),
    ("America/New_York", "2026-03-08T02:00", "2026-03-08T03:00:00-04:00"),
    ("America/New_York", "2026-03-08T01:59:59.999", "2026-03-08T01:59:59.999-05:00"),
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:30:00+11:00"),
    ("America/Havana", "2026-03-08T00:00", "2026-03-08T01:00:00-04:00"),
    ("America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T01:00:00-02:00"),
    ("Pacific/Apia", "2011-12-30T12:00", "2011-12-31T00:00:00+14:00"),
    // Overlaps: the first occurrence.
    ("America/New_York", "2026-11-01T01:30", "2026-11-01T01:30:00-04:00"),
    ("America/New_York", "2026-11-01T02:00", "2026-11-01T02:00:00-05:00"),
    ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-05T01:45:00+11:00"),
    ("America/Sao_Paulo", "2018-02-17T23:30", "2018-02-17T23:30:00-02:00"),
    // Dublin's winter time is the one that its law calls saving; the clock is London's.
    ("Europe/Dublin", "2026-03-29T01:30", "2026-03-29T02:00:00+01:00"),
    ("Europe/Dublin", "2026-10-25T01:30", "2026-10-25T01:30:00+01:00"),
    // Casablanca goes back an hour for Ramadan, from 2026-02-15 to 2026-03-22.
    ("Africa/Casablanca", "2026-02-15T02:30", "2026-02-15T02:30:00+01:00"),
    ("Africa/Casablanca", "2026-03-01T12:00", "2026-03-01T12:00:00+00:00"),
    ("Africa/Casablanca", "2026-03-22T02:30", "2026-03-22T03:00:00+01:00"),
  ])
  func `a wall time is one instant`(identifier: String, wall: String, text: String) throws {
    let zone = try zone(identifier)
    #expect(zone.instant(of: try local(wall)).rfc3339(in: zone) == text)
  }

  @Test(arguments: [
    ("America/New_York", "2026-03-07T02:30-05:00", 1, "1d", "2026-03-08T03:00:00-04:00"),
    ("America/New_York", "2026-03-07T02:30-05:00", 2, "1d", "2026-03-09T02:30:00-04:00"),
    ("America/New_York", "2026-03-07T02:30-05:00", 1, "24h", "2026-03-08T03:30:00-04:00"),
    ("America/New_York", "2026-10-31T01:30-04:00", 1, "1d", "2026-11-01T01:30:00-04:00"),
    ("America/New_York", "2026-10-31T01:30-04:00", 1, "1d1h", "2026-11-01T01:30:00-05:00"),
    ("America/New_York", "2026-11-01T01:30-05:00", 0, "1d", "2026-11-01T01:30:00-05:00"),
    ("America/New_York", "2026-11-01T01:30-05:00", 1, "1h", "2026-11-01T02:30:00-05:00"),
    ("America/New_York", "2026-11-01T01:30-05:00", -7, "1d", "2026-10-25T01:30:00-04:00"),
    ("Europe/Paris", "2028-02-28T09:00+01:00", 1, "1d", "2028-02-29T09:00:00+01:00"),
    ("Europe/Paris", "2028-02-22T09:00+01:00", 1, "1w", "2028-02-29T09:00:00+01:00"),
    ("Pacific/Apia", "2011-12-29T10:00-10:00", 1, "1d", "2011-12-31T00:00:00+14:00"),
    ("Pacific/Apia", "2011-12-29T10:00-10:00", 2, "1d", "2011-12-31T10:00:00+14:00"),
  ])
  func `steps count from the anchor`(
    identifier: String, anchor: String, count: Int64, step: String, text: String
  ) throws {
    let zone = try zone(identifier)
    let date = zone.adding(count, try Step(parsing: step), to: try instant(anchor))
    #expect(date.rfc3339(in: zone) == text)
  }

  @Test(arguments: [
    ("America/New_York", "02:30", "2026-03-07T02:30-05:00", "2026-03-08T03:00:00-04:00"),
    ("America/New_York", "02:30", "2026-03-08T03:00-04:00", "2026-03-09T02:30:00-04:00"),
    ("America/New_York", "01:30", "2026-11-01T01:30-04:00", "2026-11-02T01:30:00-05:00"),
    ("UTC", "04:00", "2026-01-05T04:00Z", "2026-01-06T04:00:00Z"),
    ("UTC", "04:00", "2026-01-05T03:59:59.999Z", "2026-01-05T04:00:00Z"),
  ])
  func `the next time of day is strictly after`(
    identifier: String, time: String, after: String, text: String
  ) throws {
    let zone = try zone(identifier)
    let next = zone.next(try #require(TimeOfDay(time)), after: try instant(after))
    #expect(next.rfc3339(in: zone) == text)
    #expect(zone.last(try #require(TimeOfDay(time)), notAfter: next) == next)
    #expect(zone.last(try #require(TimeOfDay(time)), notAfter: next - 1) <= (try instant(after)))
  }

  @Test func `the next and the last time of day have none between them`() throws {
    let seed: UInt64 = 4
    var random = SplitMix64(seed: seed)
    for table in Self.zones {
      for _ in 0..<10 {
        let time = Instant(milliseconds: .random(in: Self.years, using: &random))
        let day = try #require(
          TimeOfDay(milliseconds: .random(in: 0..<86_400_000, using: &random)))
        let last = table.last(day, notAfter: time)
        let next = table.next(day, after: time)
        try #require(last <= time && time < next, "\(table) \(time), seed \(seed)")
        try #require(table.next(day, after: last) == next, "\(table) \(time), seed \(seed)")
        let midnight = table.startOfDay(containing: time)
        try #require(midnight <= time && table.date(at: midnight) == table.date(at: time))
      }
    }
  }

  @Test func `changes are listed from the range's start to before its end`() throws {
    let apia = try zone("Pacific/Apia")
    let change = try instant("2011-12-30T10:00Z")
    let expected = ZoneTable.Transition(
      instant: change, offsetBefore: -36_000_000, offsetAfter: 50_400_000)
    #expect(apia.transitions(in: change..<change + 1) == [expected])
    #expect(apia.transitions(in: change - 1..<change).isEmpty)
    #expect(apia.transitions(in: change + 1..<change + 86_400_000).isEmpty)
    #expect(ZoneTable.utc.transitions(in: Instant(milliseconds: .min)..<change).isEmpty)
    // Changes without daylight saving time are changes.
    let caracas = try zone("America/Caracas")
    let years = try instant("2007-01-01T00:00Z")..<instant("2017-01-01T00:00Z")
    #expect(
      caracas.transitions(in: years).map { $0.instant.rfc3339(in: .utc) } == [
        "2007-12-09T07:00:00Z", "2016-05-01T07:00:00Z",
      ])
  }

  @Test func `tables are shared, and instants at the ends do not trap`() throws {
    #expect(try zone("Europe/Paris") === zone("Europe/Paris"))
    #expect(try zone("UTC") === ZoneTable.utc)
    let paris = try zone("Europe/Paris")
    for end in [Int64.min, .max] {
      #expect(paris.local(at: Instant(milliseconds: end)).milliseconds.signum() == end.signum())
      #expect(paris.instant(of: LocalTime(milliseconds: end)).milliseconds.signum() == end.signum())
    }
  }
}
