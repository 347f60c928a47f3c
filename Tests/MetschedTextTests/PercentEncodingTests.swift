import MetschedText
import Testing

/// Values inside of URLs.
@Suite struct PercentEncodingTests {
  @Test func `what could mean something in a URL is escaped`() {
    #expect("aZ09-._~".percentEncoded == "aZ09-._~")
    #expect("a/ü &\n%".percentEncoded == "a%2F%C3%BC%20%26%0A%25")
  }
}
