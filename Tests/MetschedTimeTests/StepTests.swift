import MetschedTime
import Testing

struct StepTests {
  @Test(
    arguments: [
      ("1h30m", 0, 5_400_000, "1h30m"), ("90m", 0, 5_400_000, "1h30m"), ("0s", 0, 0, "0s"),
      ("250ms", 0, 250, "250ms"), ("1s250ms", 0, 1250, "1s250ms"), ("7d", 7, 0, "1w"),
      ("1w3d", 10, 0, "1w3d"), ("1d", 1, 0, "1d"), ("24h", 0, 86_400_000, "24h"),
      ("1d24h", 1, 86_400_000, "1d24h"), ("1m1ms", 0, 60_001, "1m1ms"),
      ("1w1d1h1m1s1ms", 8, 3_661_001, "1w1d1h1m1s1ms"), ("0d5m", 0, 300_000, "5m"),
      ("007s", 0, 7000, "7s"), ("36525d", 36_525, 0, "5217w6d"),
    ] as [(String, Int64, Int64, String)])
  func `a duration is read, and written in its largest units`(
    text: String, days: Int64, milliseconds: Int64, written: String
  ) throws {
    let step = try Step(parsing: text)
    #expect(step == Step(days: days, milliseconds: milliseconds))
    #expect(step.description == written)
    #expect(try Step(parsing: written) == step)
  }

  @Test(
    arguments: [
      ("", .empty), ("5", .bareNumber("5")), ("1h30", .missingUnit(number: "30")),
      ("h", .missingNumber(unit: "h")), ("1hm", .unknownUnit("hm", suggestion: nil)),
      ("-5m", .negative),
      ("1h-5m", .negative), ("−5m", .negative), ("1.5h", .fraction("1.5")),
      ("1,5h", .fraction("1,5")), (".5h", .fraction(".5")), ("1h.5m", .fraction(".5")),
      ("5min", .unknownUnit("min", suggestion: .minute)),
      ("5H", .unknownUnit("H", suggestion: .hour)),
      ("2days", .unknownUnit("days", suggestion: .day)),
      ("1y", .unknownUnit("y", suggestion: nil)), ("1mo", .unknownUnit("mo", suggestion: nil)),
      ("PT5M", .unknownUnit("PT", suggestion: nil)), ("5µs", .unknownUnit("µs", suggestion: nil)),
      ("30m1h", .unitsOutOfOrder(.minute, .hour)),
      ("1ms1s", .unitsOutOfOrder(.millisecond, .second)),
      ("1h2h", .unitRepeated(.hour)), ("1h 30m", .unexpectedCharacter(" ")),
      (" 1h", .unexpectedCharacter(" ")), ("+1h", .unexpectedCharacter("+")),
      ("99999999999999999999s", .overflow), ("36526d", .overflow), ("5218w", .overflow),
      ("9223372036854775807w", .overflow), ("٥m", .unexpectedCharacter("٥")),
      ("5:30", .unexpectedCharacter(":")), (".", .unexpectedCharacter(".")),
    ] as [(String, StepSyntaxError)])
  func `what is wrong with a duration is said`(text: String, error: StepSyntaxError) {
    #expect(throws: error) { try Step(parsing: text) }
  }

  @Test func `a day is 24 hours for bounds and only there`() throws {
    let day = try Step(parsing: "1d")
    let hours = try Step(parsing: "24h")
    #expect(day != hours)
    #expect(day.nominalMilliseconds == hours.nominalMilliseconds)
    #expect(!day.isShorter(than: hours) && !hours.isShorter(than: day))
    #expect(hours.isExact && !day.isExact)
    #expect(try Step(parsing: "23h59m").isShorter(than: day))
  }

  @Test func `a multiple too long to count stays at the end`() {
    #expect(Step(days: 2, milliseconds: 3).multiplied(by: -2) == Step(days: -4, milliseconds: -6))
    #expect(Step(milliseconds: .max).multiplied(by: 2).milliseconds == .max)
    #expect(Step(milliseconds: .max).multiplied(by: -2).milliseconds == .min)
  }
}
