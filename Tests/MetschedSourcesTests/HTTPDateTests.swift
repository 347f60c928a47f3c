import MetschedTime
import Testing

@testable import MetschedSources

/// The dates of HTTP's headers.
@Suite struct HTTPDateTests {
  private static let now = Instant(milliseconds: 1_800_000_000_000)  // 2027-01-15

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `the three forms of RFC 9110`(text: String) {
    #expect(HTTPDate.instant(of: text, now: Self.now)?.milliseconds == 784_111_777_000)
  }

  @Test(arguments: [
    ("Friday, 31-Dec-77 23:59:59 GMT", 3_408_220_799),
    ("Sunday, 01-Jan-78 00:00:00 GMT", 252_460_800),
  ])
  func `a year of two digits is at most fifty years ahead`(text: String, seconds: Int64) {
    #expect(HTTPDate.instant(of: text, now: Self.now)?.milliseconds == seconds * 1_000)
  }

  @Test(arguments: [
    "", "soon", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, +6 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
  ])
  func `what is no date is none`(text: String) {
    #expect(HTTPDate.instant(of: text, now: Self.now) == nil)
  }

  @Test func `a server asks to wait until a date`() {
    let response = HTTPResponse(
      status: 503, headers: ["retry-after": "Fri, 15 Jan 2027 08:01:40 GMT"], body: [])
    #expect(HTTPStatus.retryAfter(response, now: Self.now) == .seconds(100))
    #expect(HTTPStatus.retryAfter(response, now: Self.now + 200_000) == .zero)
  }
}
