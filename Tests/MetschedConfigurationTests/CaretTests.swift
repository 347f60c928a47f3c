import Foundation
import MetschedConfiguration
import MetschedDiagnostics
import MetschedText
import Testing

@Suite("Carets stand under the very words")
struct CaretTests {
  /// Text beside the mistake, as people write it and worse.
  static let surroundings: [String] = [
    "", "persimmon", "ペルシモン", "👩‍👩‍👧 👍🏽 🇯🇵", "e\u{301}o\u{308}\u{323}", "한국어", "\t", "a\tb\t",
    "\u{200B}\u{2060}", "\u{202E}abc", "ﷺ", "ｆｕｌｌ", String(repeating: "x", count: 300),
    String(repeating: "ペ", count: 5000), String(repeating: "e\u{301}", count: 4000),
    String(repeating: "👩‍👩‍👧", count: 700), String(repeating: "\t", count: 90),
  ]

  /// What is wrong, and where in it.
  static let mistakes: [(yaml: String, word: String)] = [
    ("reload: atend", "atend"), ("relaod: atEnd", "relaod"), ("families: [メディア👍]", "メディア👍"),
    ("reload: \"ａｔ\u{301}\"", "\"ａｔ\u{301}\""), ("entry: {title: \"é ${.x\"}", "${"),
  ]

  @Test("whatever stands before and after", arguments: surroundings)
  func carets(_ beside: String) throws {
    for (yaml, word) in Self.mistakes {
      for after in ["", ", x-b: \"\(beside)\""] {
        let line = "  Clock: {source: sample, x-a: \"\(beside)\", \(yaml)\(after)}"
        let loading = Loading("widgets:\n\(line)\n")
        let diagnostic = try #require(loading.result.diagnostics.all.first, "\(line)")
        let range = try #require(diagnostic.range)
        #expect(loading.sources.text(in: range) == word)
        let before = try #require(line.range(of: yaml, options: .literal))
        expectCarets(loading, under: word, line: line, at: before.lowerBound)
      }
    }
  }

  /// Checks the place in the heading, and the snippet's two lines.
  private func expectCarets(
    _ loading: Loading, under word: String, line: String, at start: String.Index
  ) {
    let output = loading.output.split(separator: "\n", omittingEmptySubsequences: false)
    let place = line[start...].range(of: word).map(\.lowerBound) ?? start
    let column = line.distance(from: line.startIndex, to: place) + 1
    #expect(output[0].hasPrefix("widget.yaml:2:\(column): error: "), "\(output[0].prefix(80))")
    let text = output[1].dropFirst("    2 | ".count)
    let marks = output[2].dropFirst("      | ".count)
    let indent = marks.prefix { $0 == " " }.count
    let length = marks.dropFirst(indent).prefix { $0 == "^" || $0 == "~" }.count
    #expect(length == DisplayWidth.of(word))
    // The cells above the carets are those of the word.
    var shown = ""
    var cells = 0
    for character in text {
      let width = DisplayWidth.of(character)
      if cells >= indent, cells < indent + length { shown.append(character) }
      cells += width
    }
    #expect(shown == word)
    #expect(cells <= 100, "a line is cut to what a terminal shows")
  }
}
