import Foundation
import MetschedDiagnostics
import MetschedYAML
import Testing

/// Edits of small files, byte for byte.
@Suite struct YAMLEditorTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var before: String
    var path: [YAMLStep]
    /// Nil takes the key away.
    var value: String?
    var after: String
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a value before a comment", before: "a: 1   # one\nb: 2\n", path: [.key("a")],
      value: "3", after: "a: 3   # one\nb: 2\n"),
    Case(
      name: "a quoted value", before: "a: \"1\"\r\nb: 'x' # y\r\n", path: [.key("b")], value: "z",
      after: "a: \"1\"\r\nb: z # y\r\n"),
    Case(
      name: "an empty value before a comment", before: "a:     # has it\nb: 2\n",
      path: [.key("a")], value: "{c: 1}", after: "a: {c: 1}     # has it\nb: 2\n"),
    Case(
      name: "an empty value that is nested into", before: "a:\n  b:\n  c: 1\n",
      path: [.key("a"), .key("b"), .key("x"), .key("y")], value: "1",
      after: "a:\n  b: {x: {y: 1}}\n  c: 1\n"),
    Case(
      name: "null", before: "a: null\n", path: [.key("a"), .key("b")], value: "1",
      after: "a: {b: 1}\n"),
    Case(
      name: "an empty value in brackets", before: "a: {b: , c: }\n",
      path: [.key("a"), .key("b")], value: "1", after: "a: {b: 1, c: }\n"),
    Case(
      name: "an empty value before a bracket", before: "a: {b: , c: }\n",
      path: [.key("a"), .key("c"), .key("d")], value: "1", after: "a: {b: , c: {d: 1}}\n"),
    Case(
      name: "a key without colon in brackets", before: "a: {b, c}\n",
      path: [.key("a"), .key("c")], value: "1", after: "a: {b, c: 1}\n"),
    Case(
      name: "a new key in brackets", before: "a: {b: 1}  # c\n", path: [.key("a"), .key("d")],
      value: "2", after: "a: {b: 1, d: 2}  # c\n"),
    Case(
      name: "a new key after an empty value in brackets", before: "a: {b: }\n",
      path: [.key("a"), .key("d")], value: "2", after: "a: {b: , d: 2}\n"),
    Case(
      name: "a new key after a comma", before: "a: {b: 1,}\n", path: [.key("a"), .key("d")],
      value: "2", after: "a: {b: 1, d: 2}\n"),
    Case(
      name: "a new key in brackets over lines", before: "a: {\n  b: 1 # one\n}\n",
      path: [.key("a"), .key("d")], value: "2", after: "a: {\n  b: 1, d: 2 # one\n}\n"),
    Case(
      name: "a new key in empty brackets", before: "a: {}   # b\n", path: [.key("a"), .key("b")],
      value: "1", after: "a: {b: 1}   # b\n"),
    Case(
      name: "a new key in a block, before the comments that follow",
      before: "a:\n  b: 1  # one\n# next\nc: 2\n", path: [.key("a"), .key("d"), .key("e")],
      value: "2", after: "a:\n  b: 1  # one\n  d: {e: 2}\n# next\nc: 2\n"),
    Case(
      name: "a new key in a block of CR LF", before: "a:\r\n    b: 1\r\nc: 2\r\n",
      path: [.key("a"), .key("d")], value: "2",
      after: "a:\r\n    b: 1\r\n    d: 2\r\nc: 2\r\n"),
    Case(
      name: "a new key at the end of a file without a line end", before: "a: 1",
      path: [.key("b")], value: "2", after: "a: 1\nb: 2"),
    Case(
      name: "a new key behind a mark", before: "\u{FEFF}a: 1\r\n", path: [.key("b")], value: "2",
      after: "\u{FEFF}a: 1\r\nb: 2\r\n"),
    Case(
      name: "a new key after a nested block", before: "a:\n  b:\n    - 1\n    - {x: y}\nc: 2\n",
      path: [.key("a"), .key("d")], value: "3",
      after: "a:\n  b:\n    - 1\n    - {x: y}\n  d: 3\nc: 2\n"),
    Case(
      name: "a new key after a block scalar and its blank lines",
      before: "a:\n  b: |\n    text\n\n\nc: 2\n",
      path: [.key("a"), .key("d")], value: "3",
      after: "a:\n  b: |\n    text\n\n\n  d: 3\nc: 2\n"),
    Case(
      name: "a new key behind a dash", before: "a:\n  - b: 1\n  - b: 2\n",
      path: [.key("a"), .element(0), .key("c")], value: "3",
      after: "a:\n  - b: 1\n    c: 3\n  - b: 2\n"),
    Case(
      name: "a block scalar", before: "a: |  # text\n  one\n  two\nb: 1\n", path: [.key("a")],
      value: "x", after: "a: x\nb: 1\n"),
    Case(
      name: "a list below its key", before: "a:\n  - 1\n  - 2\nb: 1\n", path: [.key("a")],
      value: "[3]", after: "a: [3]\nb: 1\n"),
    Case(
      name: "a list at the key's own column", before: "a:\n- 1\n- 2\nb: 1\n", path: [.key("a")],
      value: "[3]", after: "a: [3]\nb: 1\n"),
    Case(
      name: "an alias, which is replaced alone", before: "a: &x 1\nb: *x   # c\n",
      path: [.key("b")], value: "2", after: "a: &x 1\nb: 2   # c\n"),
    Case(
      name: "an anchor that nobody uses", before: "a: &x 1\n", path: [.key("a")], value: "2",
      after: "a: &x 2\n"),
    Case(
      name: "a merged key, of which the mapping gets one of its own",
      before: "a: &x {b: 1}\nc:\n  <<: *x\n", path: [.key("c"), .key("b")], value: "2",
      after: "a: &x {b: 1}\nc:\n  <<: *x\n  b: 2\n"),
    Case(
      name: "quoted keys", before: "\"a b\": {'c': 1}\n", path: [.key("a b"), .key("c")],
      value: "2", after: "\"a b\": {'c': 2}\n"),
    Case(
      name: "a key that has to be quoted", before: "a: 1\n", path: [.key("b: c"), .key("d")],
      value: "2", after: "a: 1\n\"b: c\": {d: 2}\n"),
    Case(
      name: "an empty file", before: "", path: [.key("a"), .key("b"), .key("c")], value: "1",
      after: "a:\n  b: {c: 1}\n"),
    Case(
      name: "a file of comments", before: "# mine\r\n# all of it\r\n", path: [.key("a")],
      value: "1", after: "# mine\r\n# all of it\r\na: 1\r\n"),
    Case(
      name: "a key is taken away", before: "a: 1\nb: 2  # two\n# three\nc: 3\n",
      path: [.key("b")], value: nil, after: "a: 1\n# three\nc: 3\n"),
    Case(
      name: "a nested block is taken away", before: "a:\r\n  b:\r\n    c: 1\r\n  d: 2\r\n",
      path: [.key("a"), .key("b")], value: nil, after: "a:\r\n  d: 2\r\n"),
    Case(
      name: "the last key is taken away", before: "a:\n  b: 1\nc: 2\n",
      path: [.key("a"), .key("b")], value: nil, after: "a:\nc: 2\n"),
    Case(
      name: "the first key in brackets", before: "a: {b: 1, c: 2}\n",
      path: [.key("a"), .key("b")], value: nil, after: "a: {c: 2}\n"),
    Case(
      name: "the last key in brackets", before: "a: {b: 1, c: 2 }\n",
      path: [.key("a"), .key("c")], value: nil, after: "a: {b: 1 }\n"),
    Case(
      name: "the only key in brackets", before: "a: { b: 1 }  # b\n",
      path: [.key("a"), .key("b")], value: nil, after: "a: {}  # b\n"),
    Case(
      name: "the first key behind a dash", before: "- a: 1\n  b: 2\n- c\n",
      path: [.element(0), .key("a")], value: nil, after: "- b: 2\n- c\n"),
    Case(
      name: "the only key behind a dash", before: "- a: 1  # one\n- c\n",
      path: [.element(0), .key("a")], value: nil, after: "- {}  # one\n- c\n"),
  ]

  @Test(arguments: cases)
  func `an edit touches its place alone`(_ one: Case) throws {
    let editor = YAMLEditor(try #require(Parsed(one.before).document))
    let edit =
      try one.value.map { try editor.setting(one.path, to: $0) } ?? editor.removing(one.path)
    let after = try #require(edit).applied(to: Array(one.before.utf8))
    #expect(String(decoding: after, as: UTF8.self) == one.after)
    #expect(Parsed(after).rendered == "")
  }

  @Test func `elements are added to lists of both kinds`() throws {
    let cases = [
      ("a:\n  - 1  # one\n# end\n", "a:\n  - 1  # one\n  - {b: 2}\n# end\n"),
      ("a:\n- 1\n", "a:\n- 1\n- {b: 2}\n"), ("a: [1]  # one\n", "a: [1, {b: 2}]  # one\n"),
      ("a: []\n", "a: [{b: 2}]\n"), ("a:\n", "a: [{b: 2}]\n"), ("b: 1\n", "b: 1\na: [{b: 2}]\n"),
    ]
    for (before, after) in cases {
      let editor = YAMLEditor(try #require(Parsed(before).document))
      let edit = try editor.appending("{b: 2}", to: [.key("a")])
      #expect(String(decoding: edit.applied(to: Array(before.utf8)), as: UTF8.self) == after)
    }
  }

  struct Refused: CustomTestStringConvertible {
    var name: String
    var text: String
    var path: [YAMLStep]
    var message: String
    var testDescription: String { name }
  }

  static let refused = [
    Refused(
      name: "inside an alias", text: "a: &x {b: 1}\nc: 1️⃣*x2️⃣\n", path: [.key("c"), .key("b")],
      message: "this is an alias"),
    Refused(
      name: "inside an anchor that is used", text: "a: 1️⃣&x {b: 1}2️⃣\nc: *x\n",
      path: [.key("a"), .key("b")], message: "this value has an anchor"),
    Refused(
      name: "inside an anchor that is merged", text: "a: 1️⃣&x {b: 1}2️⃣\nc: {<<: *x}\n",
      path: [.key("a"), .key("b")], message: "this value has an anchor"),
    Refused(
      name: "an anchored scalar that is used", text: "a: 1️⃣&x 12️⃣\nc: *x\n", path: [.key("a")],
      message: "this value has an anchor"),
    Refused(
      name: "inside a merged mapping", text: "a: &x {b: 1️⃣{d: 1}2️⃣}\nc: {<<: *x}\n",
      path: [.key("c"), .key("b"), .key("d")], message: "`b` comes from a merge key"),
    Refused(
      name: "below a scalar", text: "a: 1️⃣12️⃣\n", path: [.key("a"), .key("b")],
      message: "a mapping was expected here"),
  ]

  @Test(arguments: refused)
  func `an edit that would change others is refused`(_ one: Refused) throws {
    let marked = MarkedText(one.text)
    let editor = YAMLEditor(try #require(Parsed(marked.text).document))
    let refusal = #expect(throws: YAMLEditRefusal.self) {
      _ = try editor.setting(one.path, to: "9")
    }
    let diagnostic = try #require(refusal?.diagnostic)
    #expect(diagnostic.message.hasPrefix(one.message), "\(diagnostic.message)")
    #expect(diagnostic.range?.offsets == marked.range)
  }

  @Test func `taking away what a merge key brought is refused, what is not there is nothing`()
    throws
  {
    let editor = YAMLEditor(
      try #require(Parsed("a: &x {b: 1}\nc: {<<: *x, d: 1}\n").document))
    #expect(throws: YAMLEditRefusal.self) { _ = try editor.removing([.key("c"), .key("b")]) }
    #expect(try editor.removing([.key("c"), .key("e")]) == nil)
    #expect(try editor.removing([.key("z"), .key("e")]) == nil)
  }
}
