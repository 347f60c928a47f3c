import MetschedTime
import TestSupport
import Testing

struct InstantLiteralTests {
  @Test(arguments: [
    ("2026-01-05T09:00:00-05:00", 1_767_621_600_000), ("2026-01-05T14:00:00Z", 1_767_621_600_000),
    ("2026-01-05T14:00Z", 1_767_621_600_000), ("2026-01-05T14:00:00.25Z", 1_767_621_600_250),
    ("2026-01-05T14:00:00.007+00:00", 1_767_621_600_007), ("1970-01-01T00:00:00-00:00", 0),
    ("1969-12-31T23:59:59.9Z", -100), ("1970-01-01T23:59+23:59", 0),
  ])
  func `a time with an offset is an instant`(text: String, milliseconds: Int64) {
    #expect(InstantLiteral(text) == .absolute(Instant(milliseconds: milliseconds)))
  }

  @Test func `a time without an offset is local, a date is a date`() throws {
    #expect(InstantLiteral("2026-01-05T09:00") == .local(try local("2026-01-05T09:00:00.000")))
    #expect(try local("1970-01-02T00:00:01.5").milliseconds == 86_401_500)
    let leapDay = try #require(CivilDate(year: 2028, month: 2, day: 29))
    #expect(InstantLiteral("2028-02-29") == .date(leapDay))
  }

  @Test(arguments: [
    "", "2026", "2026-01", "2026-1-5", "2026-13-01", "2026-00-01", "2026-02-30", "2027-02-29",
    "2026-01-05 09:00", "2026-01-05t09:00", "2026-01-05T", "2026-01-05T09", "2026-01-05T24:00",
    "2026-01-05T09:60", "2026-01-05T09:00:60", "2026-01-05T09:00z", "2026-01-05T09:00:00.",
    "2026-01-05T09:00:00.1234Z", "2026-01-05T09:00.5Z", "2026-01-05T09:00:00,5Z",
    "2026-01-05T09:00+24:00", "2026-01-05T09:00+05:60", "2026-01-05T09:00+0500",
    "2026-01-05T09:00+05", "2026-01-05T09:00Z ", " 2026-01-05", "2026-01-05Z", "02026-01-05",
    "-2026-01-05", "2026-01-05T09:00ZZ", "２０２６-01-05", "2026-01-05T09:00−05:00",
  ])
  func `anything else is refused`(text: String) {
    #expect(InstantLiteral(text) == nil)
  }

  @Test func `the year is there to be checked`() {
    #expect(InstantLiteral("1899-12-31")?.year == 1899)
    #expect(InstantLiteral("2199-12-31T23:00-05:00")?.year == 2200)
    #expect(!Instant.supportedYears.contains(2200))
  }

  @Test func `a literal without an offset gets one from a zone`() throws {
    let havana = try zone("America/Havana")
    #expect(
      InstantLiteral("2026-03-08")?.resolved(in: havana).rfc3339(in: havana)
        == "2026-03-08T01:00:00-04:00")
    #expect(
      InstantLiteral("2026-03-07T09:00")?.resolved(in: havana).rfc3339(in: havana)
        == "2026-03-07T09:00:00-05:00")
  }

  @Test(arguments: [
    ("America/New_York", 1_767_621_600_000, "2026-01-05T09:00:00-05:00"),
    ("America/New_York", 1_767_621_600_250, "2026-01-05T09:00:00.250-05:00"),
    ("UTC", -1, "1969-12-31T23:59:59.999Z"), ("UTC", 0, "1970-01-01T00:00:00Z"),
    ("Europe/London", 1_767_621_600_000, "2026-01-05T14:00:00+00:00"),
    ("Asia/Kathmandu", 1_767_621_600_000, "2026-01-05T19:45:00+05:45"),
    ("Africa/Monrovia", 0, "1969-12-31T23:15:30-00:45"),
    ("America/New_York", 7_258_118_400_000, "2199-12-31T19:00:00-05:00"),
    ("UTC", -62_167_219_200_000, "0000-01-01T00:00:00Z"),
    ("UTC", -62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
    ("UTC", 253_402_300_800_000, "10000-01-01T00:00:00Z"),
  ])
  func `an instant is written in a zone`(
    identifier: String, milliseconds: Int64, text: String
  ) throws {
    #expect(Instant(milliseconds: milliseconds).rfc3339(in: try zone(identifier)) == text)
  }

  @Test func `parts of an instant are written alone`() throws {
    let paris = try zone("Europe/Paris")
    let time = try instant("2026-01-05T23:30:00.250Z")
    var text: [UInt8] = []
    paris.appendDate(of: time, to: &text)
    text.append(UInt8(ascii: " "))
    paris.appendTimeOfDay(of: time, to: &text)
    #expect(String(decoding: text, as: UTF8.self) == "2026-01-06 00:30:00.250")
  }

  @Test func `what is written is read again as the same instant`() throws {
    let seed: UInt64 = 20_260_105
    var random = SplitMix64(seed: seed)
    let zones = try ["UTC", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kolkata"].map {
      try zone($0)
    }
    for _ in 0..<2000 {
      // From 1973 on no offset has seconds.
      let time = Instant(
        milliseconds: .random(in: 94_694_400_000..<7_258_118_400_000, using: &random))
      for zone in zones {
        let text = time.rfc3339(in: zone)
        try #require(InstantLiteral(text) == .absolute(time), "\(text), seed \(seed)")
      }
    }
  }
}
