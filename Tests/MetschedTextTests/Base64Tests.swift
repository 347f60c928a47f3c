import Foundation
import MetschedText
import Testing

struct Base64Tests {
  @Test func `bytes are written as Foundation writes them, and come back`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + count * 31) }
      let text = Base64.encoded(bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.decoded(text) == bytes)
    }
  }

  @Test(arguments: [
    "A", "AA", "AAA", "A===", "AA=A", "=AAA", "AB==", "AAB=", "AA==AAAA", "AA A", "AA\n=", "ÄAAA",
    "AA-_",
  ])
  func `what no bytes give is refused`(_ text: String) {
    #expect(Base64.decoded(text) == nil)
  }
}
