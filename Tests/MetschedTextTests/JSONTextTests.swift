import MetschedText
import Testing

struct JSONTextTests {
  @Test func `strings are escaped`() {
    #expect(
      JSONText.string("a\"\\\n\r\t\0\u{1B}\u{2028}\u{85}é猫/")
        == #""a\"\\\n\r\t\u0000\u001b\u2028\u0085é猫/""#)
  }
}

@Suite("A JSON value")
struct JSONValueTests {
  @Test("keeps its keys in order, and breaks only the lines that are too long")
  func lines() {
    let value: JSONValue = ["b": 1, "a": [true, .null, "x\ny"], "long": ["one", "two", "three"]]
    #expect(value.line == #"{"b": 1, "a": [true, null, "x\ny"], "long": ["one", "two", "three"]}"#)
    #expect(
      value.lines(width: 30) == """
        {
          "b": 1,
          "a": [true, null, "x\\ny"],
          "long": [
            "one",
            "two",
            "three"
          ]
        }
        """)
    #expect(value.lines(width: 200) == value.line)
  }
}
