import MetServer
import MetschedConfiguration
import Testing

@testable import MetschedSources

/// Addresses as libcurl takes them apart, which the network's tests need anyway.
@Suite(.enabled(if: MetServer.isAvailable)) struct HTTPAddressTests {
  static let base = "http://one.example/a/b/c?d=e#f"

  @Test(arguments: [
    ("g", "http://one.example/a/b/g"),
    ("./g/", "http://one.example/a/b/g/"),
    ("../g", "http://one.example/a/g"),
    ("../../../../g", "http://one.example/g"),
    ("/g/./h/../i", "http://one.example/g/i"),
    ("?g=h", "http://one.example/a/b/c?g=h"),
    ("g?x=http://y/", "http://one.example/a/b/g?x=http://y/"),
    ("//two.example/g", "http://two.example/g"),
    ("https://two.example:8443/g?h#i", "https://two.example:8443/g?h#i"),
    ("HTTPS://TWO.example/G", "https://TWO.example/G"),
    ("/g h?i j", "http://one.example/g%20h?i%20j"),
    ("https://two.example/g h", "https://two.example/g%20h"),
    ("/50%25/%2F", "http://one.example/50%25/%2F"),
  ])
  func `a redirect may be relative`(location: String, whole: String) throws {
    #expect(try HTTPAddress(Self.base).redirected(to: location)?.text == whole)
  }

  @Test func `other scripts are percent-encoded, but for the host's name`() throws {
    let text = try HTTPAddress("http://kōgō.example/Kōgō?é").text
    // Which case the digits have is the library's.
    #expect(text.lowercased() == "http://kōgō.example/k%c5%8dg%c5%8d?%c3%a9")
  }

  @Test(arguments: [
    "", "ftp://one.example/g", "FILE:///etc/passwd", "mailto:a@one.example", "javascript:alert(1)",
    "http://", "http://one.example:port/", "http://one.example:99999/", "/g\u{0}h", "/g\nh",
    "http://a b/",
    "http://[::1/",
  ])
  func `a redirect to what is not the web leads nowhere`(location: String) throws {
    #expect(try HTTPAddress(Self.base).redirected(to: location) == nil)
  }

  @Test(arguments: [
    ("http://one.example", "http://one.example:80/x?y"),
    ("https://one.example/", "https://one.example:443"),
    ("http://one.example/", "HTTP://ONE.Example/"),
    ("http://one.example/", "http://user:word@one.example/"),
    ("http://[::1]/", "http://[::1]:80/"),
  ])
  func `these are one server`(one: String, other: String) throws {
    #expect(try HTTPAddress(one).origin == HTTPAddress(other).origin)
  }

  @Test(arguments: [
    ("http://one.example/", "https://one.example/"),
    ("http://one.example/", "http://one.example:8080/"),
    ("http://one.example:443/", "https://one.example/"),
    ("http://one.example/", "http://two.example/"),
    ("http://one.example/", "http://one.example./"),
    ("http://one.example/", "http://one.example@two.example/"),
    ("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth1]/"),
  ])
  func `these are two servers`(one: String, other: String) throws {
    #expect(try HTTPAddress(one).origin != HTTPAddress(other).origin)
  }

  @Test(arguments: [
    ("/g", "http://a%40b:c@one.example/g"),
    ("http://one.example:80/g", "http://a%40b:c@one.example:80/g"),
    ("http://x:y@one.example/g", "http://a%40b:c@one.example/g"),
    ("https://one.example/g", "https://one.example/g"),
    ("//one.example:8080/g", "http://one.example:8080/g"),
    ("http://x:y@two.example/g", "http://two.example/g"),
  ])
  func `user info stays with its server`(location: String, whole: String) throws {
    let address = try HTTPAddress("http://a%40b:c@one.example/")
    #expect(try address.redirected(to: location)?.text == whole)
    let without = try HTTPAddress("http://one.example/")
    #expect(try without.redirected(to: location)?.text.contains("@") == false)
  }

  @Test(arguments: ["http://one.example:port/", "http://[::1/", "ftp://one.example/", "a b"])
  func `what libcurl refuses is no address`(text: String) {
    let fault = #expect(throws: HTTPFault.self) { try HTTPAddress(text) }
    #expect(fault?.isPassing == false)
    guard case .notURL? = fault else {
      Issue.record("\(text): \(String(describing: fault))")
      return
    }
  }
}
