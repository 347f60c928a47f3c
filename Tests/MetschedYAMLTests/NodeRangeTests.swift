import MetschedDiagnostics
import MetschedYAML
import Testing

/// A text with marks around the node at a path.
struct RangeCase: CustomTestStringConvertible, Sendable {
  var name: String
  var path: String
  var marked: String

  init(_ name: String, _ path: String, _ marked: String) {
    self.name = name
    self.path = path
    self.marked = marked
  }

  var testDescription: String { name }

  static let all: [RangeCase] = [
    // Scalars
    RangeCase("plain", "a", "a: 1️⃣one two2️⃣ \nb: 1\n"),
    RangeCase("plain over two lines", "a", "a: 1️⃣one\n  two2️⃣\nb: 1\n"),
    RangeCase("plain before a comment", "a", "a: 1️⃣one2️⃣  # note\n"),
    RangeCase("plain in braces", "a", "{a: 1️⃣one2️⃣ , b: 2}\n"),
    RangeCase("single quoted", "a", "a: 1️⃣'it''s'2️⃣ # note\n"),
    RangeCase("double quoted", "a", "a: 1️⃣\"x\\ty\"2️⃣\n"),
    RangeCase("double quoted over lines", "a", "a: 1️⃣\"x\n\n  y\"2️⃣\nb: 1\n"),
    RangeCase("literal", "a", "a: 1️⃣|\n  one\n  two2️⃣\nb: 1\n"),
    RangeCase("literal before blanks and a comment", "a", "a: 1️⃣|\n  one2️⃣\n\n\n# note\nb: 1\n"),
    RangeCase("literal that keeps its breaks", "a", "a: 1️⃣|+\n  one2️⃣\n\nb: 1\n"),
    RangeCase("literal without text", "a", "a: 1️⃣|-2️⃣ # note\n\nb: 1\n"),
    RangeCase("literal at the end without a break", "a", "a: 1️⃣|\n  one2️⃣"),
    RangeCase("folded", "a", "a: 1️⃣>-\n  one\n\n  two2️⃣\n\nb: 1\n"),
    RangeCase("empty value", "a", "a:1️⃣\nb: 1\n"),
    RangeCase("empty value before a comment", "a", "a:1️⃣   # note\nb: 1\n"),
    RangeCase("empty value at the end", "b", "a: 1\nb:1️⃣"),
    RangeCase("empty value in braces", "a", "{a:1️⃣ , b: 1}\n"),
    RangeCase("key alone in braces", "a", "{a1️⃣ , b: 1}\n"),
    RangeCase("explicit key without value", "a", "? a1️⃣\n# note\n? b\n"),
    RangeCase("empty element", "1", "- x\n-1️⃣ # note\n- y\n"),
    RangeCase("empty element at first", "0", "-1️⃣\n- y\n"),
    // Properties
    RangeCase("after a tag", "a", "a: !!str 1️⃣one2️⃣\n"),
    RangeCase("after an anchor and a tag", "a", "a: &x  !<tag:x,1>  1️⃣one2️⃣\n"),
    RangeCase("after a tag and an anchor on lines", "a", "a: !t\n  &x # note\n  1️⃣one2️⃣\n"),
    RangeCase("quoted after an anchor", "a", "a: &x 1️⃣'one'2️⃣\n"),
    RangeCase("literal after an anchor", "a", "a: &x 1️⃣|\n  one2️⃣\n"),
    RangeCase("nothing after an anchor", "a", "a: &x1️⃣\nb: 1\n"),
    RangeCase("mapping after an anchor", "a", "a: &x\n  1️⃣&k b: 12️⃣\nc: 1\n"),
    RangeCase("sequence after an anchor", "a", "a: &x\n  1️⃣- 12️⃣\n"),
    RangeCase("sequence after a tag, not indented", "a", "a: !t\n1️⃣- 1\n- 22️⃣\nb: 1\n"),
    RangeCase("braces after an anchor", "a", "a: &x 1️⃣{b: 1}2️⃣\n"),
    // Collections
    RangeCase("block mapping", "", "# first\n1️⃣a: 1\nb: 22️⃣\n\n# last\n"),
    RangeCase("block mapping inside", "a", "a:\n  1️⃣b: 1\n  c: 22️⃣ # note\n\n# note\nd: 1\n"),
    RangeCase("block mapping that ends with nothing", "a", "a:\n  1️⃣b: 1\n  c:2️⃣\n\nd: 1\n"),
    RangeCase("block sequence", "a", "a:\n  1️⃣- 1\n  - 22️⃣\n\n# note\nb: 1\n"),
    RangeCase("block sequence, not indented", "a", "a:\n1️⃣- 1\n- 22️⃣\n# note\nb: 1\n"),
    RangeCase("sequence in a sequence", "0", "- 1️⃣- 1\n  - 22️⃣\n- 3\n"),
    RangeCase("mapping in a sequence", "0", "- 1️⃣a: 1\n  b: 22️⃣\n- 3\n"),
    RangeCase("explicit key", "", "1️⃣? a\n: b2️⃣\n"),
    RangeCase("flow mapping", "a", "a: 1️⃣{ b: 1, c: [2] }2️⃣ # note\n"),
    RangeCase("flow mapping over lines", "a", "a: 1️⃣{\n  b: 1, # note\n}2️⃣\nb: 1\n"),
    RangeCase("flow sequence", "a", "a: 1️⃣[ 1, 2 ]2️⃣\n"),
    RangeCase("empty brackets", "a", "a: 1️⃣[]2️⃣\n"),
    RangeCase("pair in a sequence", "0", "[1️⃣a: b2️⃣ , c]\n"),
    // Characters
    RangeCase("after wide characters", "b", "{\"浮世絵\": 猫, b: 1️⃣one2️⃣}\n"),
    RangeCase("wide characters themselves", "a", "x: 猫\na: 1️⃣歌川 広重2️⃣\n"),
    RangeCase("after an emoji", "1", "[👩‍👩‍👧, 1️⃣é2️⃣]\n"),
    RangeCase("after a combining mark", "1", "[e\u{301}, 1️⃣\"z\"2️⃣]\n"),
    RangeCase("after a tab", "a", "a:\t1️⃣one2️⃣\t# note\n"),
    RangeCase("CR LF", "b", "a: é\r\nb: 1️⃣one\r\n  two2️⃣\r\nc: 1\r\n"),
    RangeCase("CR LF in a literal", "b", "a: é\r\nb: 1️⃣|\r\n  one\r\n  two2️⃣\r\n\r\nc: 1\r\n"),
    RangeCase("a lone CR", "b", "a: 1\rb: 1️⃣one2️⃣\rc: 1\r"),
    RangeCase("a byte order mark", "a", "\u{FEFF}a: 1️⃣é2️⃣\n"),
    RangeCase("a byte order mark and a literal", "b", "\u{FEFF}a: é\nb: 1️⃣|\n  ü2️⃣\n\nc: 1\n"),
  ]
}

struct NodeRangeTests {
  @Test(arguments: RangeCase.all)
  func `a node's range is exact`(_ example: RangeCase) throws {
    let text = MarkedText(example.marked)
    let parsed = Parsed(text.text)
    #expect(parsed.rendered == "")
    let node = try #require(parsed.node(example.path))
    #expect(node.range.offsets == text.range)
  }

  @Test func `an alias keeps its own place beside the range of its value`() throws {
    let text = MarkedText("a: &x 1️⃣one2️⃣\nb: 3️⃣*x4️⃣\n")
    let node = try #require(Parsed(text.text).node("b"))
    #expect(node.text == "one")
    #expect(node.isAlias)
    #expect(node.range.offsets == text.range)
    #expect(Int(node.place.start) == text.marks[3])
    #expect(Int(node.place.end) == text.marks[4])
  }

  @Test func `properties are within reach of the range`() throws {
    let text = MarkedText("a: 1️⃣&x !!str one2️⃣\n")
    let node = try #require(Parsed(text.text).node("a"))
    #expect(node.rangeWithProperties.offsets == text.range)
    #expect(node.anchor == "x")
    #expect(node.tag == "tag:yaml.org,2002:str")
  }
}
