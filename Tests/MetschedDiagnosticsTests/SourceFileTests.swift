import MetschedDiagnostics
import Testing

struct SourceFileTests {
  private func position(_ text: String, _ offset: Int) -> SourcePosition {
    SourceFile(path: "a.yaml", bytes: Array(text.utf8)).position(at: offset)
  }

  @Test(arguments: [
    ("", 0, 1, 1), ("abc", 0, 1, 1), ("abc", 3, 1, 4), ("a\nbc", 2, 2, 1), ("a\nbc", 4, 2, 3),
    ("a\n", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1), ("a\r\n\r\nb", 5, 3, 1),
    ("é: x", 2, 1, 2), ("浮世絵: x", 9, 1, 4), ("👩‍👩‍👧 x", 19, 1, 3), ("e\u{301} x", 4, 1, 3),
    ("\tx", 1, 1, 2),
    ("\u{FEFF}abc", 3, 1, 1), ("\u{FEFF}abc", 0, 1, 1), ("\u{FEFF}é\nb", 6, 2, 1),
    ("abc", 99, 1, 4),
  ])
  func `lines and columns count from one, columns in characters`(
    _ text: String, _ offset: Int, _ line: Int, _ column: Int
  ) {
    #expect(position(text, offset) == SourcePosition(line: line, column: column))
  }

  @Test func `the text of a line comes without its break`() {
    let file = SourceFile(path: "a.yaml", bytes: Array("\u{FEFF}one\r\ntwo\rthree\n".utf8))
    #expect((1...5).map { file.text(ofLine: $0) } == ["one", "two", "three", "", ""])
  }

  @Test func `bytes that are not UTF-8 are repaired`() {
    let file = SourceFile(path: "a.yaml", bytes: [0x61, 0xFF, 0x62])
    #expect(file.text(ofLine: 1) == "a\u{FFFD}b")
    #expect(file.position(at: 2) == SourcePosition(line: 1, column: 3))
  }

  @Test func `a range takes twelve bytes`() {
    #expect(MemoryLayout<SourceRange>.stride == 12)
  }
}
