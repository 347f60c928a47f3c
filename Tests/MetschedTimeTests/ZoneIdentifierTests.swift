import MetschedTime
import Testing

struct ZoneIdentifierTests {
  @Test(arguments: [
    "UTC", "Europe/Paris", "America/New_York", "US/Eastern", "Asia/Calcutta", "Etc/GMT+5",
    "America/Argentina/Buenos_Aires", "Etc/UTC", "Europe/Kyiv", "Europe/Kiev",
  ])
  func `names of the zone database are valid`(identifier: String) {
    #expect(ZoneIdentifier.check(identifier) == .valid)
  }

  @Test(
    arguments: [
      ("EST5EDT", ["America/New_York"]), ("PDT", ["America/Los_Angeles"]),
      ("pst8pdt", ["America/Los_Angeles"]), ("CEST", ["Europe/Berlin", "Europe/Paris"]),
      ("CET", ["Europe/Berlin", "Europe/Paris"]),
      ("IST", ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"]),
      ("GMT+1", ["Etc/GMT-1"]), ("UTC-05:00", ["Etc/GMT+5"]), ("+02:00", ["Etc/GMT-2"]),
      ("local", ["UTC"]), ("utc", ["UTC"]), ("GMT", ["UTC", "Europe/London"]),
      ("Japan", ["Asia/Tokyo"]), ("America/NewYork", ["America/New_York"]),
      ("europe/paris", ["Europe/Paris"]), ("Europe/Pari", ["Europe/Paris"]),
      ("Paris", ["Europe/Paris"]), ("New York", ["America/New_York"]),
      ("Asia/Sydney", ["Australia/Sydney"]), ("America/Los Angeles", ["America/Los_Angeles"]),
      ("Amercia/Chicago", ["America/Chicago"]), ("posix/Europe/Paris", ["Europe/Paris"]),
      ("SystemV/EST5", []), ("Mars/Olympus_Mons", []), ("Europe/", []), ("/", []), ("GMT+99", []),
      ("", ["UTC"]),
    ] as [(String, [String])])
  func `other names are refused with those that may be meant`(
    identifier: String, suggestions: [String]
  ) {
    #expect(ZoneIdentifier.check(identifier) == .unknown(suggestions: suggestions))
    #expect(ZoneTable.named(identifier) == nil)
  }

  @Test func `a suggestion is never refused itself`() {
    for identifier in ["CST", "EET", "MST", "AEST", "AST", "BST", "Portugal", "Zulu", "HST"] {
      guard case .unknown(let suggestions) = ZoneIdentifier.check(identifier) else {
        Issue.record("\(identifier) is valid")
        continue
      }
      #expect(!suggestions.isEmpty)
      for suggestion in suggestions { #expect(ZoneIdentifier.check(suggestion) == .valid) }
    }
  }
}
