import MetschedDiagnostics
import MetschedYAML
import Testing

/// A text that is refused, and all that is said about it.
struct BadInput: CustomTestStringConvertible, Sendable {
  var name: String
  var text: String
  var rendered: String

  init(_ name: String, _ text: String, _ rendered: String) {
    self.name = name
    self.text = text
    self.rendered = rendered
  }

  var testDescription: String { name }
}

struct BadInputTests {
  @Test(arguments: BadInput.syntax + BadInput.meaning)
  func `a mistake is explained at its place`(_ example: BadInput) {
    #expect(Parsed(example.text).rendered == example.rendered)
  }
}

extension BadInput {
  static let meaning: [BadInput] = [
    BadInput(
      "an undefined alias",
      "x: &defaults 1\na: *default\nb: *other\n",
      #"""
      widget.yaml:2:4: error: no anchor `&default` stands before `*default` [undefined-alias]
          2 | a: *default
            |    ^~~~~~~~ did you mean `*defaults`?
      widget.yaml:3:4: error: no anchor `&other` stands before `*other`; define it, or quote the text [undefined-alias]
          3 | b: *other
            |    ^~~~~~

      """#),
    BadInput(
      "an alias inside its own value",
      "a: &x [1, *x]\n",
      #"""
      widget.yaml:1:11: error: `*x` stands inside the value that `&x` names [alias-cycle]
          1 | a: &x [1, *x]
            |           ^~
      widget.yaml:1:7: note: the anchor stands here
          1 | a: &x [1, *x]
            |       ^

      """#),
    BadInput(
      "keys that stand twice",
      "interval: 1h\nlimit: 2\ninterval: 2h\n\"limit\": 3\n",
      #"""
      widget.yaml:3:1: error: key `interval` stands twice in this mapping; keep one of them [duplicate-key]
          3 | interval: 2h
            | ^~~~~~~~
      widget.yaml:1:1: note: `interval` stands here first
          1 | interval: 1h
            | ^~~~~~~~
      widget.yaml:4:1: error: key `limit` stands twice in this mapping; keep one of them [duplicate-key]
          4 | "limit": 3
            | ^~~~~~~
      widget.yaml:2:1: note: `limit` stands here first
          2 | limit: 2
            | ^~~~~

      """#),
    BadInput(
      "two merge keys",
      "a: &a {x: 1}\nb: {<<: *a, <<: *a}\n",
      #"""
      widget.yaml:2:13: error: key `<<` stands twice in this mapping; give one `<<` a list: `<<: [*a, *b]` [duplicate-key]
          2 | b: {<<: *a, <<: *a}
            |             ^~
      widget.yaml:2:5: note: `<<` stands here first
          2 | b: {<<: *a, <<: *a}
            |     ^~

      """#),
    BadInput(
      "a merge of a scalar",
      "a: {<<: 1}\n",
      #"""
      widget.yaml:1:9: error: `<<` takes a mapping or a list of mappings; quote the key if it means itself [merge-value]
          1 | a: {<<: 1}
            |         ^

      """#),
    BadInput(
      "a second document",
      "a: 1\n---\nb: 2\n",
      #"""
      widget.yaml:2:1: error: a second document begins here; a file holds one, so split it [second-document]
          2 | ---
            | ^~~
      widget.yaml:1:1: note: the first begins here
          1 | a: 1
            | ^~~~

      """#),
    BadInput(
      "a second document after an end",
      "a: 1\n...\nb: 2\n",
      #"""
      widget.yaml:3:1: error: `b: 2` stands after `...`, which ends the document; a file holds one, so split it [second-document]
          3 | b: 2
            | ^~~~
      widget.yaml:2:1: note: the document ends here
          2 | ...
            | ^~~

      """#),
  ]
}
