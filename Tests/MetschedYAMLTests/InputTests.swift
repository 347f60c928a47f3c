import MetschedDiagnostics
import MetschedYAML
import Testing

struct InputTests {
  @Test(arguments: [
    ([0x61, 0x3A, 0x20, 0xE9, 0x0A], 3), ([0x61, 0xC0, 0xAF], 1), ([0xF0, 0x9F, 0x98], 0),
    ([0xED, 0xA0, 0x80], 0), ([0x80], 0), ([0xC3, 0xA9, 0xFF], 2), ([0xF4, 0x90, 0x80, 0x80], 0),
    (Array(repeating: 0x61, count: 40) + [0xE2, 0x82], 40),
  ])
  func `a byte that is not UTF-8 is named where it stands`(_ bytes: [UInt8], _ offset: Int) throws {
    let parsed = Parsed(bytes)
    #expect(parsed.document == nil)
    let found = try #require(parsed.diagnostics.all.first)
    #expect(found.id == .yamlEncoding)
    #expect(found.range?.offsets == offset..<offset + 1)
  }

  @Test func `encoding faults are shown on their line`() {
    #expect(
      Parsed([UInt8](" a: caf".utf8) + [0xE9, 0x20, 0x78, 0x0A]).rendered == """
        widget.yaml:1:8: error: byte 0xE9 is not UTF-8; save the file as UTF-8 [yaml-encoding]
            1 |  a: caf\u{FFFD} x
              |        ^

        """)
    #expect(
      Parsed([0xFF, 0xFE, 0x61, 0x00]).diagnostics.all.map(\.message)
        == ["the file is UTF-16; save it as UTF-8"])
    #expect(
      Parsed([0xFF, 0xFE, 0x00, 0x00]).diagnostics.all.map(\.message)
        == ["the file is UTF-32; save it as UTF-8"])
  }

  @Test(
    arguments: [
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0],
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0, 0, 0],
      [0x61, 0, 0x3A, 0, 0x20, 0, 0x31, 0],
    ] as [[UInt8]])
  func `a file that is no text is called so`(_ bytes: [UInt8]) throws {
    let found = try #require(Parsed(bytes).diagnostics.all.first)
    #expect(found.id == .yamlEncoding)
    #expect(
      found.message == "this is no text in UTF-8: the file is binary, or in another encoding")
  }

  @Test func `control characters are shown and named`() {
    #expect(
      Parsed("é: a\u{1B}[1mb\n").rendered == """
        widget.yaml:1:5: error: YAML does not allow the character U+001B; remove it, or write `\\x1B` in double quotes [yaml-character]
            1 | é: a␛[1mb
              |     ^

        """)
    #expect(
      Parsed("a: \0\n").rendered == """
        widget.yaml:1:4: error: YAML does not allow the character U+0000 (is this a text file in UTF-8?) [yaml-character]
            1 | a: ␀
              |    ^

        """)
    #expect(
      Parsed("a: \u{7F}\n").diagnostics.all.first?.message
        == "YAML does not allow the character U+007F; remove it, or write `\\x7F` in double quotes")
    #expect(
      Parsed("a: 1\nb: \u{FEFF}\n").diagnostics.all.first?.message
        == "a byte order mark (U+FEFF) may stand only at the beginning of the file; remove it")
  }

  @Test func `only the first hundred errors are kept`() {
    let parsed = Parsed((0..<250).map { "- *a\($0)\n" }.joined())
    #expect(parsed.diagnostics.all.count == 100)
    #expect(parsed.diagnostics.errorCount == 250)
    #expect(parsed.rendered.hasSuffix("error: 150 errors more not shown; mend these first\n"))
  }
}
