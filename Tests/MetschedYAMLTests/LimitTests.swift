import MetschedDiagnostics
import MetschedYAML
import Testing

struct LimitTests {
  private func limits(_ change: (inout YAMLLimits) -> Void) -> YAMLLimits {
    var limits = YAMLLimits()
    change(&limits)
    return limits
  }

  @Test func `forty thousand brackets are refused at once`() {
    let parsed = Parsed(String(repeating: "[", count: 40_000))
    #expect(parsed.document == nil)
    #expect(parsed.diagnostics.all.map(\.id) == [.yamlLimit])
    #expect(parsed.diagnostics.all.first?.range?.offsets == 64..<65)
    #expect(
      parsed.diagnostics.all.first?.message
        == "more than 64 collections inside each other (nesting depth)")
  }

  @Test(arguments: ["[", "{", "- ", "? ", "{a: ", "- ? ", "[{", "[\n"])
  func `deep nesting of every kind is refused`(_ unit: String) {
    let parsed = Parsed(String(repeating: unit, count: 100_000))
    #expect(parsed.document == nil)
    #expect(parsed.diagnostics.all.map(\.id) == [.yamlLimit])
  }

  @Test func `sixty-four collections inside each other are allowed`() {
    let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(Parsed(text).rendered == "")
    #expect(Parsed("[" + text + "]").document == nil)
  }

  @Test func `an alias bomb of 300 bytes is refused without being built`() {
    var bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
    for level in 1...8 {
      let uses = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",")
      bomb += "a\(level): &a\(level) [\(uses)]\n"
    }
    let parsed = Parsed(bomb)
    #expect(parsed.document == nil)
    #expect(
      parsed.rendered == """
        widget.yaml:7:10: error: aliases up to here stand for 1411570 nodes; at most 1000000, and ten for each node written, are allowed (alias expansion) [yaml-limit]
            7 | a6: &a6 [*a5,*a5,*a5,*a5,*a5,*a5,*a5,*a5,*a5]
              |          ^~~
        widget.yaml:6:9: note: the anchor stands here
            6 | a5: &a5 [*a4,*a4,*a4,*a4,*a4,*a4,*a4,*a4,*a4]
              |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

        """)
  }

  @Test func `a bomb of merge keys is refused too`() {
    var bomb = "a0: &a0 {k: v}\n"
    for level in 1...40 {
      bomb += "a\(level): &a\(level) {<<: [*a\(level - 1), *a\(level - 1)], k\(level): v}\n"
    }
    let parsed = Parsed(bomb)
    #expect(parsed.document == nil)
    #expect(parsed.diagnostics.all.map(\.id) == [.yamlLimit])
  }

  @Test func `depth counts through aliases`() {
    var chain = "a0: &a0 [x]\n"
    for level in 1...80 { chain += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    let parsed = Parsed(chain)
    #expect(parsed.document == nil)
    #expect(
      parsed.diagnostics.all.first?.message
        == "this alias makes more than 64 collections inside each other (nesting depth)")
  }

  @Test func `defaults merged for very many users are allowed`() {
    var text = "d: &d {a: 1, b: 2, c: 3}\nusers:\n"
    for user in 0..<50_000 { text += "  u\(user): {<<: *d}\n" }
    #expect(Parsed(text).rendered == "")
  }

  @Test func `size, nodes, keys and tag directives have limits`() {
    #expect(
      Parsed("a: 12345", limits: limits { $0.inputBytes = 7 }).rendered == """
        widget.yaml:1:1: error: the file has 8 bytes; at most 7 are allowed (input size) [yaml-limit]
            1 | a: 12345
              | ^

        """)
    #expect(
      Parsed("[1, 2, 3]", limits: limits { $0.nodes = 3 }).rendered == """
        widget.yaml:1:8: error: more than 3 nodes in one file (node count) [yaml-limit]
            1 | [1, 2, 3]
              |        ^

        """)
    #expect(
      Parsed("abcdef: 1", limits: limits { $0.keyBytes = 5 }).rendered == """
        widget.yaml:1:1: error: a key of 6 bytes; at most 5 are allowed (key length) [yaml-limit]
            1 | abcdef: 1
              | ^~~~~~

        """)
    let directives = (0..<100_000).map { "%TAG !a\($0)! b\n" }.joined()
    #expect(Parsed(directives + "--- x\n").diagnostics.all.map(\.id) == [.yamlLimit])
  }

  @Test func `a mapping of very many keys is checked in good time`() {
    var text = ""
    for key in 0..<50_000 { text += "key\(key): 1\n" }
    #expect(Parsed(text).rendered == "")
    let parsed = Parsed(text + "key17: 2\n")
    #expect(parsed.diagnostics.all.map(\.id) == [.duplicateKey])
  }
}
