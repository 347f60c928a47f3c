import MetschedTime
import TestSupport
import Testing

struct StepSequenceTests {
  /// Every date from number −reach to reach, found by walking and leaving out what does not rise.
  static func walk(
    anchor: Instant, wall: LocalTime, step: Step, zone: ZoneTable, reach: Int
  ) -> [Instant] {
    func point(_ count: Int64) -> Instant {
      guard count != 0 else { return anchor }
      guard step.days != 0 else { return anchor + count * step.milliseconds }
      let moved = LocalTime(milliseconds: wall.milliseconds + count * step.days * 86_400_000)
      return zone.instant(of: moved) + count * step.milliseconds
    }
    var dates = [anchor]
    var count: Int64 = 0
    while dates.count <= reach {
      count += 1
      let next = point(count)
      if next > dates[dates.count - 1] { dates.append(next) }
    }
    var earlier = [anchor]
    count = 0
    while earlier.count <= reach {
      count -= 1
      let next = point(count)
      if next < earlier[earlier.count - 1] { earlier.append(next) }
    }
    return earlier.dropFirst().reversed() + dates
  }

  @Test(arguments: [
    "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kwajalein",
    "Pacific/Kiritimati", "Pacific/Enderbury", "Pacific/Fakaofo", "America/Havana", "UTC",
    "Africa/Casablanca",
  ])
  func `dates rise, and their numbers are those of a walk`(identifier: String) throws {
    let zone = try zone(identifier)
    let all = zone.transitions(in: try instant("1950-01-01T00:00Z")..<instant("2050-01-01T00:00Z"))
    let jumps = all.filter { $0.offsetAfter - $0.offsetBefore > 4 * 3_600_000 }
    for seed in UInt64(0)..<60 {
      var random = SplitMix64(seed: seed)
      let step = try Step(
        parsing: ["1d", "1d", "1d", "2d", "1w", "1d12h", "36h", "15m", "1d1ms"].randomElement(
          using: &random) ?? "1d")
      let near =
        (seed % 3 == 0 ? all : jumps).randomElement(using: &random)?.instant
        ?? Instant(milliseconds: 0)
      var wall = zone.local(
        at: near + Int64.random(in: -40...40, using: &random) * 43_200_000
          + .random(in: 0...3_600_000, using: &random))
      if Bool.random(using: &random) {
        wall = LocalTime(date: wall.date, timeOfDay: .midnight)
      }
      let byWall = seed % 2 == 0
      let anchor = zone.instant(of: wall)
      let sequence =
        byWall
        ? StepSequence(anchor: wall, step: step, zone: zone)
        : StepSequence(anchor: anchor, step: step, zone: zone)
      let reach = 45
      let walked = Self.walk(
        anchor: anchor, wall: byWall ? wall : zone.local(at: anchor), step: step, zone: zone,
        reach: reach)
      let dates = (-reach...reach).map { sequence.date(Int64($0)) }
      let context = "\(step) from \(wall) in \(zone), seed \(seed)"
      try #require(dates == walked, "\(context)")
      for number in -reach..<reach {
        let date = walked[number + reach]
        let next = walked[number + reach + 1]
        try #require(date < next, "\(context)")
        let between = Instant(
          milliseconds: .random(in: date.milliseconds..<next.milliseconds, using: &random))
        for time in [date, between, next - 1] {
          try #require(
            sequence.index(notAfter: time) == Int64(number),
            "\(context), \(time.rfc3339(in: zone))")
        }
      }
    }
  }

  @Test func `Apia's missing day has no number`() throws {
    let apia = try zone("Pacific/Apia")
    let sequence = StepSequence(
      anchor: try instant("2011-12-28T00:00-10:00"), step: .day, zone: apia)
    #expect(
      (0...4).map { sequence.date($0).rfc3339(in: apia) } == [
        "2011-12-28T00:00:00-10:00", "2011-12-29T00:00:00-10:00", "2011-12-31T00:00:00+14:00",
        "2012-01-01T00:00:00+14:00", "2012-01-02T00:00:00+14:00",
      ])
    let later = StepSequence(
      anchor: try instant("2011-12-31T00:00+14:00"), step: .day, zone: apia)
    #expect(later.date(-1).rfc3339(in: apia) == "2011-12-29T00:00:00-10:00")
    #expect(later.date(-2).rfc3339(in: apia) == "2011-12-28T00:00:00-10:00")
  }

  @Test func `a midnight that a gap moved is midnight again the next day`() throws {
    let havana = try zone("America/Havana")
    let sequence = StepSequence(
      anchor: try local("2026-03-08T00:00"), step: .day, zone: havana)
    #expect(sequence.date(0).rfc3339(in: havana) == "2026-03-08T01:00:00-04:00")
    #expect(sequence.date(1).rfc3339(in: havana) == "2026-03-09T00:00:00-04:00")
    #expect(sequence.date(-1).rfc3339(in: havana) == "2026-03-07T00:00:00-05:00")
  }

  @Test func `numbers far away do not trap`() {
    let sequence = StepSequence(anchor: Instant(milliseconds: 0), step: .day, zone: .utc)
    #expect(sequence.date(.max).milliseconds == .max)
    #expect(sequence.date(.min).milliseconds == .min)
    #expect(sequence.date(-1).milliseconds == -86_400_000)
    #expect(sequence.index(notAfter: Instant(milliseconds: .max)) > 50_000_000_000)
    #expect(sequence.index(notAfter: Instant(milliseconds: .min)) < -50_000_000_000)
  }
}
