import MetschedText
import Testing

struct JSONTextTests {
  @Test func `strings are escaped`() {
    #expect(
      JSONText.string("a\"\\\n\r\t\0\u{1B}\u{2028}\u{85}é猫/")
        == #""a\"\\\n\r\t\u0000\u001b\u2028\u0085é猫/""#)
  }
}
