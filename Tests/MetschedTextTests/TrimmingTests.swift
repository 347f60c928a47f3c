import MetschedText
import Testing

/// The ends of texts.
@Suite struct TrimmingTests {
  @Test(arguments: [("  a b\t", "a b"), ("a", "a"), (" \t ", ""), ("", ""), (" ü ", "ü")])
  func `both ends are trimmed, and nothing between`(text: String, trimmed: String) {
    #expect(text.trimming(\.isWhitespace) == trimmed)
  }
}
