import MetschedDiagnostics
import MetschedYAML
import Testing

struct NodeTests {
  @Test(arguments: [
    ("a: one", "one"), ("a: 'it''s'", "it's"), (#"a: "x\ty""#, "x\ty"), (#"a: "\u732B""#, "猫"),
    ("a: |\n  x\n  y\n", "x\ny\n"), ("a: >-\n  x\n  y\n", "x y"),
    ("a: |\r\n  x\r\n  y\r\n", "x\ny\n"),
    ("a: x\n  y", "x y"), ("a: \"x\n  y\"", "x y"), ("a: ''", ""), ("a: 猫 é", "猫 é"), ("a:", ""),
    ("a: \"x   \n  y\"", "x y"),
  ])
  func `text is what YAML means`(_ yaml: String, _ text: String) throws {
    let node = try #require(Parsed(yaml).node("a"))
    #expect(node.text == text)
    #expect(Array(node.bytes) == Array(text.utf8))
    #expect(node.withBytes { $0.count } == text.utf8.count)
  }

  @Test func `scalars are not guessed`() throws {
    let root = try #require(Parsed("[no, 0x1F, 12:30, 010, 1e3, true]").document?.root)
    #expect(root.elements.map(\.text) == ["no", "0x1F", "12:30", "010", "1e3", "true"])
    #expect(root.elements.allSatisfy { !$0.isNull && $0.style == .plain })
  }

  @Test(arguments: [
    ("a:", true), ("a: ~", true), ("a: null", true), ("a: Null", true), ("a: NULL", true),
    ("a: nULL", false), ("a: ''", false), ("a: 'null'", false), ("a: []", false), ("a: |", false),
  ])
  func `null is plain or nothing at all`(_ yaml: String, _ isNull: Bool) throws {
    #expect(try #require(Parsed(yaml).node("a")).isNull == isNull)
  }

  @Test func `words are compared without a string`() throws {
    let node = try #require(Parsed("a: \"inter\\x76al\"").node("a"))
    #expect(node.equals("interval"))
    #expect(!node.equals("intervax"))
    #expect(!node.equals("interva"))
    #expect(!(try #require(Parsed("[]").document?.root).equals("")))
  }

  @Test func `elements and entries come in order`() throws {
    let root = try #require(Parsed("b: [1, [2, 3], {x: 4}]\na: 5\n? [k]\n: v\n").document?.root)
    #expect(root.entries.map(\.key.kind) == [.scalar, .scalar, .sequence])
    #expect(root.count == 3)
    #expect(root["b"]?.count == 3)
    #expect(root["b"]?.elements.map(\.kind) == [.scalar, .sequence, .mapping])
    #expect(root["a"]?.text == "5")
    #expect(root["c"] == nil)
    #expect(root.elements.map(\.text) == [])
    #expect(root["a"]?.entries.map(\.key.text) == [])
  }

  @Test func `a file of blanks and comments has no root and no error`() {
    for text in ["", "\u{FEFF}", "\n\n", "# nothing\n", "   "] {
      let parsed = Parsed(text)
      #expect(parsed.document != nil)
      #expect(parsed.document?.root == nil)
      #expect(parsed.rendered == "")
    }
  }
}

struct MergeTests {
  private func entries(_ yaml: String, _ path: String) throws -> [String] {
    let parsed = Parsed(yaml)
    #expect(parsed.rendered == "")
    return try #require(parsed.node(path)).entries.map { entry in
      "\(entry.key.text)=\(entry.value.text)\(entry.mergedAt == nil ? "" : "<")"
    }
  }

  @Test func `own keys win over merged ones`() throws {
    #expect(
      try entries("d: &d {a: 1, b: 2}\nm:\n  <<: *d\n  b: 3\n  c: 4\n", "m")
        == ["b=3", "c=4", "a=1<"])
  }

  @Test func `of several merged mappings the first wins`() throws {
    #expect(
      try entries("x: &x {a: 1}\ny: &y {a: 2, b: 3}\nm: {<<: [*x, *y], c: 4}\n", "m")
        == ["c=4", "a=1<", "b=3<"])
  }

  @Test func `merged mappings merge others in turn`() throws {
    #expect(
      try entries("x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nm: {<<: *y}\n", "m") == ["b=2<", "a=1<"])
  }

  @Test func `a mapping may be merged where it is written`() throws {
    #expect(try entries("m: {<<: {a: 1}, b: 2}\n", "m") == ["b=2", "a=1<"])
    #expect(try entries("m: {<<: {}}\n", "m") == [])
    #expect(try entries("m: {<<: []}\n", "m") == [])
  }

  @Test func `a quoted merge key is an ordinary key`() throws {
    #expect(try entries("m: {'<<': 1}\n", "m") == ["<<=1"])
  }

  @Test func `merged entries keep their nodes and name the place of the merge`() throws {
    let text = MarkedText("d: &d {a: 1️⃣one2️⃣}\nm: {<<: 3️⃣*d4️⃣}\n")
    let entry = try #require(Parsed(text.text).node("m")?.entries.first { _ in true })
    #expect(entry.value.range.offsets == text.range)
    #expect(entry.mergedAt.map { Int($0.start) } == text.marks[3])
    #expect(entry.mergedAt.map { Int($0.end) } == text.marks[4])
  }
}
