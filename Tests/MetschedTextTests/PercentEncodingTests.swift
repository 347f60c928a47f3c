import Foundation
import MetschedText
import Testing

struct PercentEncodingTests {
  private static let texts = [
    "452174", "a b/c?d=e&f#g", "Kōgō", "100%", "~tilde-._", "[x]\"<>\\^`{|}", "",
    String((0..<128).map { Character(Unicode.Scalar(UInt8($0))) }), "👩‍👩‍👧",
  ]

  @Test(arguments: texts)
  func `a path is encoded as Foundation encodes it`(_ text: String) {
    // NB: Foundation encodes `;`, which RFC 3986 lets stand.
    let allowed = CharacterSet.urlPathAllowed.union(CharacterSet(charactersIn: ";"))
    #expect(
      PercentEncoding.encoded(text, allowing: .path)
        == text.addingPercentEncoding(withAllowedCharacters: allowed))
  }

  @Test(arguments: texts)
  func `what was encoded comes back`(_ text: String) {
    let encoded = PercentEncoding.encoded(text, allowing: .unreserved)
    #expect(encoded.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: " ") })
    #expect(PercentEncoding.decoded(encoded) == text)
  }

  @Test(arguments: ["%", "%4", "%zz", "a%E", "%FF", "%C3"])
  func `what cannot be decoded is refused`(_ text: String) {
    #expect(PercentEncoding.decoded(text) == nil)
  }
}
