import MetschedDiagnostics
import Testing

struct DiagnosticRendererTests {
  /// Renders an error about the first occurrence of a part of a text.
  private func error(
    in text: String, at part: String, width: Int = 100, fixIt: (String, String)? = nil
  ) -> String {
    var sources = SourceMap()
    let file = sources.add(path: "widget.yaml", bytes: Array(text.utf8))
    let bytes = Array(text.utf8)
    let wanted = Array(part.utf8)
    let start = (0...bytes.count).first { bytes[$0...].starts(with: wanted) } ?? 0
    let range = SourceRange(file: file, start..<start + wanted.count)
    let suggestion = fixIt.map { Diagnostic.FixIt($0.0, at: range, replacement: $0.1) }
    return DiagnosticRenderer(sources: sources, width: width)
      .text(.error(.unknownKey, "what is wrong", at: range, suggestion: suggestion))
  }

  @Test func `a mistake is underlined, with the edit beside it`() {
    #expect(
      error(
        in: "a: 1\n    inverval: 5s\n", at: "inverval",
        fixIt: ("did you mean `interval`?", "interval")) == """
          widget.yaml:2:5: error: what is wrong [unknown-key]
              2 |     inverval: 5s
                |     ^~~~~~~~ did you mean `interval`?

          """)
  }

  @Test func `carets stand under wide characters, emoji and after tabs`() {
    #expect(
      error(in: "浮世絵: {é: 猫猫}\n", at: "猫猫") == """
        widget.yaml:1:10: error: what is wrong [unknown-key]
            1 | 浮世絵: {é: 猫猫}
              |             ^~~~

        """)
    #expect(
      error(in: "👩‍👩‍👧 e\u{301}: bad\n", at: "bad") == """
        widget.yaml:1:6: error: what is wrong [unknown-key]
            1 | 👩‍👩‍👧 e\u{301}: bad
              |       ^~~

        """)
    #expect(
      error(in: "a:\tx\tbad\n", at: "bad") == """
        widget.yaml:1:6: error: what is wrong [unknown-key]
            1 | a:  x   bad
              |         ^~~

        """)
  }

  @Test func `control characters are made visible`() {
    #expect(
      error(in: "a\u{1B}[31m\u{202E}: bad\n", at: "bad") == """
        widget.yaml:1:10: error: what is wrong [unknown-key]
            1 | a␛[31m<U+202E>: bad
              |                 ^~~

        """)
  }

  @Test func `a long line is cut around the range`() {
    let filler = String(repeating: "0123456789", count: 30)
    #expect(
      error(in: "\(filler)bad\(filler)\n", at: "bad", width: 40) == """
        widget.yaml:1:301: error: what is wrong [unknown-key]
            1 | …890123456789bad01234567890123456789012…
              |              ^~~

        """)
    #expect(
      error(in: "bad\(filler)\n", at: "bad", width: 40) == """
        widget.yaml:1:1: error: what is wrong [unknown-key]
            1 | bad01234567890123456789012345678901234…
              | ^~~

        """)
    #expect(
      error(in: "\(filler)bad", at: "bad", width: 40) == """
        widget.yaml:1:301: error: what is wrong [unknown-key]
            1 | …56789012345678901234567890123456789bad
              |                                     ^~~

        """)
  }

  @Test func `a very long line is cut without being laid out`() {
    let filler = String(repeating: "é", count: 100_000)
    let text = error(in: "\(filler)bad\(filler)", at: "bad", width: 40)
    #expect(text.contains("1 | …éééééééééééébad"))
  }

  @Test func `a range of several lines shows its first`() {
    #expect(
      error(in: "a:\n  b: 1\n  c: 2\n", at: "b: 1\n  c: 2") == """
        widget.yaml:2:3: error: what is wrong [unknown-key]
            2 |   b: 1
              |   ^~~~

        """)
  }

  @Test func `the end of a file has a place`() {
    #expect(render("a: 1\n", 5..<5).hasPrefix("widget.yaml:2:1: error: what is wrong"))
    #expect(
      render("a: 1", 4..<4) == """
        widget.yaml:1:5: error: what is wrong [unknown-key]
            1 | a: 1
              |     ^

        """)
    #expect(
      render("", 0..<0) == """
        widget.yaml:1:1: error: what is wrong [unknown-key]
            1 |
              | ^

        """)
  }

  private func render(_ text: String, _ range: Range<Int>) -> String {
    var sources = SourceMap()
    let file = sources.add(path: "widget.yaml", bytes: Array(text.utf8))
    return DiagnosticRenderer(sources: sources)
      .text(.error(.unknownKey, "what is wrong", at: SourceRange(file: file, range)))
  }

  /// A diagnostic with a note in another file and an edit elsewhere.
  private var example: (sources: SourceMap, diagnostics: Diagnostics) {
    var sources = SourceMap()
    let first = sources.add(path: "widget.yaml", bytes: Array("interval: 5s\nmin: 10s\n".utf8))
    let second = sources.add(path: "mine.yaml", bytes: Array("é: \"1\"\n".utf8))
    var diagnostics = Diagnostics()
    diagnostics.append(.warning(.unreadFile, "seen second", at: SourceRange(file: second, 0..<2)))
    diagnostics.append(
      .error(
        .outOfRange, "`5s` is below the minimum", at: SourceRange(file: first, 10..<12),
        notes: [
          Diagnostic.Note("the minimum is `10s`", at: SourceRange(file: first, 18..<21)),
          Diagnostic.Note("bounds bind every layer"),
        ],
        suggestion: Diagnostic.FixIt(
          "or lower the minimum", at: SourceRange(file: first, 18..<21), replacement: "5s")))
    diagnostics.append(.error(.emptyFile, "there is no `x`", at: nil))
    return (sources, diagnostics)
  }

  @Test func `text is sorted by place and holds notes and edits`() {
    let (sources, diagnostics) = example
    let renderer = DiagnosticRenderer(sources: sources)
    #expect(
      renderer.text(diagnostics) == """
        error: there is no `x` [empty-file]
        widget.yaml:1:11: error: `5s` is below the minimum [out-of-range]
            1 | interval: 5s
              |           ^~
        widget.yaml:2:6: note: or lower the minimum
            2 | min: 10s
              |      ^~~
        widget.yaml:2:6: note: the minimum is `10s`
            2 | min: 10s
              |      ^~~
        note: bounds bind every layer
        mine.yaml:1:1: warning: seen second [unread-file]
            1 | é: "1"
              | ^

        """)
    #expect(renderer.summary(diagnostics) == "2 errors, 1 warning")
    #expect(renderer.summary(Diagnostics()) == "no errors")
  }

  @Test func `JSON is one object a line`() {
    let (sources, diagnostics) = example
    #expect(
      DiagnosticRenderer(sources: sources).jsonLines(diagnostics) == #"""
        {"severity":"error","id":"empty-file","message":"there is no `x`","notes":[]}
        {"severity":"error","id":"out-of-range","message":"`5s` is below the minimum","file":"widget.yaml","line":1,"column":11,"endLine":1,"endColumn":13,"notes":[{"message":"the minimum is `10s`","file":"widget.yaml","line":2,"column":6,"endLine":2,"endColumn":9},{"message":"bounds bind every layer"}],"suggestion":{"message":"or lower the minimum","file":"widget.yaml","line":2,"column":6,"endLine":2,"endColumn":9,"replacement":"5s","automatic":false}}
        {"severity":"warning","id":"unread-file","message":"seen second","file":"mine.yaml","line":1,"column":1,"endLine":1,"endColumn":2,"notes":[]}

        """#)
  }

  @Test func `annotations are one workflow command a line`() {
    let (sources, diagnostics) = example
    #expect(
      DiagnosticRenderer(sources: sources).workflowCommands(diagnostics) == """
        ::error title=metsched (empty-file)::there is no `x`
        ::error file=widget.yaml,line=1,col=11,endLine=1,endColumn=13,title=metsched (out-of-range)::\
        `5s` is below the minimum%0Aor lower the minimum%0Anote: widget.yaml:2:6: the minimum is \
        `10s`%0Anote: bounds bind every layer
        ::warning file=mine.yaml,line=1,col=1,endLine=1,endColumn=2,title=metsched (unread-file)::\
        seen second

        """)
  }

  @Test func `annotations escape what GitHub would take for its own`() {
    var sources = SourceMap()
    let file = sources.add(path: "a,b:c%.yaml", bytes: Array("x: [\n]\n".utf8))
    let renderer = DiagnosticRenderer(sources: sources)
    let lines = SourceRange(file: file, 3..<6)
    #expect(
      renderer.workflowCommand(.warning(.unreadFile, "100%: a,\r\nb", at: lines))
        == "::warning file=a%2Cb%3Ac%25.yaml,line=1,endLine=2,title=metsched (unread-file)"
        + "::100%25: a,%0D%0Ab")
    var many = Diagnostics(limit: 1)
    for _ in 0..<3 { many.append(.error(.unknownKey, "e", at: nil)) }
    #expect(
      renderer.workflowCommands(many)
        == "::error title=metsched (unknown-key)::e\n::error title=metsched::2 errors more not shown\n"
    )
  }

  @Test func `colours are put on request`() {
    var sources = SourceMap()
    let file = sources.add(path: "a.yaml", bytes: Array("ab".utf8))
    let renderer = DiagnosticRenderer(sources: sources, usesColor: true)
    #expect(
      renderer.text(.error(.unknownKey, "no", at: SourceRange(file: file, 0..<2)))
        == "\u{1B}[1ma.yaml:1:1:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m \u{1B}[1mno\u{1B}[0m "
        + "\u{1B}[2m[unknown-key]\u{1B}[0m\n\u{1B}[2m    1 |\u{1B}[0m ab\n"
        + "\u{1B}[2m      |\u{1B}[0m \u{1B}[1;32m^~\u{1B}[0m\n")
  }
}

struct DiagnosticsTests {
  @Test func `errors past the limit are counted`() {
    var diagnostics = Diagnostics(limit: 2)
    for number in 0..<5 { diagnostics.append(.error(.unknownKey, "e\(number)", at: nil)) }
    for number in 0..<3 { diagnostics.append(.warning(.unknownKey, "w\(number)", at: nil)) }
    #expect(diagnostics.all.map(\.message) == ["e0", "e1", "w0", "w1"])
    #expect(diagnostics.errorCount == 5)
    #expect(diagnostics.warningCount == 3)
    let text = DiagnosticRenderer(sources: SourceMap()).text(diagnostics)
    #expect(text.contains("error: 3 errors more not shown"))
    #expect(text.contains("warning: 1 warning more not shown"))
  }

  @Test func `two collections add up`() {
    var first = Diagnostics(limit: 2)
    var second = Diagnostics(limit: 2)
    for number in 0..<3 { second.append(.error(.unknownKey, "e\(number)", at: nil)) }
    first.append(.error(.unknownKey, "f", at: nil))
    first.append(contentsOf: second)
    #expect(first.all.map(\.message) == ["f", "e0"])
    #expect(first.errorCount == 4)
    #expect(first.omittedErrors == 2)
  }
}
