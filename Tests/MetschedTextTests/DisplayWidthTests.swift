import MetschedText
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("浮世絵", 6), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("👩‍👩‍👧", 2),
    ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("\u{200B}", 0), ("…", 1), ("👍🏽", 2), ("", 0), ("\u{AD}", 0),
  ])
  func `width counts the cells of a terminal`(_ text: String, _ width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }
}
