import Foundation
import MetschedTime
import TestSupport
import Testing

/// The oracle is `DateFormatter` in `en_US_POSIX`.
struct DatePatternTests {
  private static func formatter(_ zone: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: zone)
    return formatter
  }

  /// Every field as often as its letter may stand.
  private static let fields: [String] =
    [
      ("G", 5), ("y", 6), ("Y", 6), ("u", 6), ("Q", 5), ("q", 5), ("M", 5), ("L", 5), ("w", 2),
      ("W", 1), ("d", 2), ("D", 3), ("F", 1), ("E", 6), ("e", 6), ("c", 6), ("a", 5), ("h", 2),
      ("H", 2), ("K", 2), ("k", 2), ("m", 2), ("s", 2), ("S", 6), ("A", 9), ("Z", 5), ("O", 1),
      ("X", 5), ("x", 5),
    ].flatMap { letter, most in (1...most).map { String(repeating: letter, count: $0) } }
    + ["OOOO", "VV"]

  private static let zones = [
    "UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns",
    "Africa/Monrovia", "Pacific/Apia",
  ]

  @Test(arguments: zones)
  func `every field is written as Foundation writes it`(_ name: String) throws {
    let seed: UInt64 = 35
    var random = SplitMix64(seed: seed)
    let zone = try #require(ZoneTable.named(name))
    let formatter = Self.formatter(name)
    let newYear: Int64 = 1_767_225_600_000
    var instants: [Int64] = (0..<60).map { _ in .random(in: ZoneTableTests.years, using: &random) }
    // Each day around New Year, where the week has another year.
    instants += (-9..<9).map { newYear + $0 * 86_400_000 }
    // NB: Foundation calls UTC by the name GMT.
    for field in Self.fields where field != "VV" || name != "UTC" {
      formatter.dateFormat = field
      let pattern = try DatePattern(field)
      for time in instants {
        let expected = formatter.string(from: Date(timeIntervalSince1970: Double(time) / 1_000))
        let text = pattern.text(of: Instant(milliseconds: time), in: zone)
        #expect(text == expected, "\(field) at \(time) in \(name), seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    "EEEE d MMMM", "HH:mm", "h:mm a", "yyyy-MM-dd'T'HH:mm:ssXXX", "'after' EEEE", "H 'o''clock'",
    "''yy", "d. MMMM — EEEE", "EEE, dd MMM yyyy HH:mm:ss O", "'Today is' EEEE", "日 d", "d''",
  ])
  func `whole patterns, with quotes and other letters`(_ text: String) throws {
    let formatter = Self.formatter("America/New_York")
    formatter.dateFormat = text
    let zone = try #require(ZoneTable.named("America/New_York"))
    let time: Int64 = 1_767_621_600_000
    let written = try DatePattern(text).text(of: Instant(milliseconds: time), in: zone)
    #expect(written == formatter.string(from: Date(timeIntervalSince1970: Double(time) / 1_000)))
  }

  typealias Reason = DatePattern.SyntaxError.Reason

  @Test(arguments: [
    ("Today is EEEE", Reason.unknownLetter("T"), "Today", 0),
    ("EEEE n", .unknownLetter("n"), "n", 5), ("d Monday", .unknownLetter("o"), "Monday", 2),
    ("HHH", .count(1...2), "HHH", 0), ("V", .count(2...2), "V", 0), ("WW", .count(1...1), "WW", 0),
    ("HH zzz", .unknownLetter("z"), "zzz", 3), ("d 'of", .openQuote, "'of", 2),
    ("日 jj", .unknownLetter("j"), "jj", 4),
  ])
  func `what is wrong first is told with its place`(
    _ text: String, _ reason: Reason, _ part: String, _ offset: Int
  ) {
    let error = #expect(throws: DatePattern.SyntaxError.self) { try DatePattern(text) }
    #expect(error?.reason == reason)
    #expect(error?.text == part)
    #expect(error?.offset == offset)
  }

  @Test(arguments: [
    ("EEEE", true), ("d", true), ("D", true), ("HH:mm", false), ("'day' H", false), ("MMMM", false),
  ])
  func `a pattern names the day where a day's field is in it`(_ text: String, _ isSo: Bool) throws {
    #expect(try DatePattern(text).namesDay == isSo)
  }
}
