import MetschedText
import Testing

struct WebAddressTests {
  @Test(arguments: [
    "http://museum.example", "HTTPS://museum.example:8080/api?q=a#b", "http://[::1]:80/",
    "http://user@museum.example/", "https://浮世絵.example",
  ])
  func `an address has a scheme and a host`(_ text: String) {
    #expect(WebAddress.isHTTP(text))
  }

  @Test(arguments: [
    "museum.example", "ftp://museum.example", "http:/museum.example", "http://", "http:///path",
    "http://:80/", "http://user@/", "http://a b/", "http://a\n/", "", ":", "https:museum.example",
  ])
  func `what has none is none`(_ text: String) {
    #expect(!WebAddress.isHTTP(text))
  }
}
