extension BadInput {
  static let syntax: [BadInput] = [
    BadInput(
      "a quoted text without its end",
      "a: \"unclosed\nb: 1\n",
      #"""
      widget.yaml:1:4: error: the quoted text that begins here is never closed; end it with `"` [yaml-syntax]
          1 | a: "unclosed
            |    ^~~~~~~~~

      """#),
    BadInput(
      "a colon inside a plain value",
      "title: Vienna: a city # note\n",
      #"""
      widget.yaml:1:8: error: `: ` inside the value `Vienna: a city` would begin another key; quote the value [yaml-syntax]
          1 | title: Vienna: a city # note
            |        ^~~~~~~~~~~~~~ write `"Vienna: a city"`

      """#),
    BadInput(
      "a key under a key that has a value",
      "a: 1\n  b: 2\n",
      #"""
      widget.yaml:2:3: error: `b` is indented more than the key above it, which has a value already; indent both alike, or take the value away [yaml-syntax]
          2 |   b: 2
            |   ^
      widget.yaml:1:4: note: the value of the key above
          1 | a: 1
            |    ^

      """#),
    BadInput(
      "a key under a quoted value",
      "a: \"1\"\n  b: 2\n",
      #"""
      widget.yaml:2:3: error: `b: 2` is indented more than the key above it, which has a value already; indent both alike, or take the value away [yaml-syntax]
          2 |   b: 2
            |   ^~~~
      widget.yaml:1:4: note: the value of the key above
          1 | a: "1"
            |    ^~~

      """#),
    BadInput(
      "a key indented like nothing above",
      "widgets:\n  A:\n    interval: 1h\n   limit: 3\n",
      #"""
      widget.yaml:4:4: error: `limit: 3` is indented by 3 spaces, unlike everything that it could belong to (the line above has 4) [yaml-syntax]
          4 |    limit: 3
            |    ^~~~~~~~
      widget.yaml:2:3: note: the mapping begins here
          2 |   A:
            |   ^~

      """#),
    BadInput(
      "an at sign",
      "handle: @museum\n",
      #"""
      widget.yaml:1:9: error: a plain value cannot begin with `@`; quote it [yaml-syntax]
          1 | handle: @museum
            |         ^~~~~~~ write `"@museum"`

      """#),
    BadInput(
      "a percent sign in brackets",
      "a: [%d, 1]\n",
      #"""
      widget.yaml:1:5: error: a plain value cannot begin with `%`; quote it [yaml-syntax]
          1 | a: [%d, 1]
            |     ^~ write `"%d"`

      """#),
    BadInput(
      "a star",
      "files: *.jpg\n",
      #"""
      widget.yaml:1:8: error: `*` begins an alias, whose name has letters, digits, `-` and `_`; quote `*.jpg` if it is text [yaml-syntax]
          1 | files: *.jpg
            |        ^~~~~ write `"*.jpg"`

      """#),
    BadInput(
      "no space after a colon",
      "version: 1\nlimit:6\n",
      #"""
      widget.yaml:2:1: error: no space after the colon in `limit:6` [yaml-syntax]
          2 | limit:6
            | ^~~~~~~ write `limit: 6`

      """#),
    BadInput(
      "no space after the first colon",
      "limit:6\nversion: 1\n",
      #"""
      widget.yaml:1:1: error: no space after the colon in `limit:6` [yaml-syntax]
          1 | limit:6
            | ^~~~~~~ write `limit: 6`

      """#),
    BadInput(
      "a line without a colon",
      "a: b\nthree\nc: d\n",
      #"""
      widget.yaml:2:1: error: `three` stands where a key is expected and has no `: `; write `key: value`, or indent it more if it goes on with the value above [yaml-syntax]
          2 | three
            | ^~~~~

      """#),
    BadInput(
      "a bracket that is never closed",
      "families: [systemSmall, systemLarge\nlimit: 3\n",
      #"""
      widget.yaml:1:11: error: `[` is never closed; add `]` [yaml-syntax]
          1 | families: [systemSmall, systemLarge
            |           ^
      widget.yaml:1:36: note: it could be closed here
          1 | families: [systemSmall, systemLarge
            |                                    ^

      """#),
    BadInput(
      "a brace that is never closed",
      "a: {b: {c: 1}\n",
      #"""
      widget.yaml:1:4: error: `{` is never closed; add `}` [yaml-syntax]
          1 | a: {b: {c: 1}
            |    ^
      widget.yaml:1:14: note: it could be closed here
          1 | a: {b: {c: 1}
            |              ^

      """#),
    BadInput(
      "a bracket closed by another",
      "a: [1, 2}\n",
      #"""
      widget.yaml:1:9: error: `}` does not close `[`; expected `]` [yaml-syntax]
          1 | a: [1, 2}
            |         ^
      widget.yaml:1:4: note: `[` stands here
          1 | a: [1, 2}
            |    ^

      """#),
    BadInput(
      "a bracket that closes nothing",
      "a: [1]]\n",
      #"""
      widget.yaml:1:7: error: `]` closes nothing; remove it, or quote the value [yaml-syntax]
          1 | a: [1]]
            |       ^

      """#),
    BadInput(
      "two colons in one entry",
      "a: {b: c: d}\n",
      #"""
      widget.yaml:1:9: error: a second `:` in one entry; quote the value, or separate entries with `,` [yaml-syntax]
          1 | a: {b: c: d}
            |         ^
      widget.yaml:1:4: note: `{` stands here
          1 | a: {b: c: d}
            |    ^

      """#),
    BadInput(
      "a comma after nothing",
      "a: [1,,2]\n",
      #"""
      widget.yaml:1:7: error: nothing stands before this comma; remove it, or write `null` [yaml-syntax]
          1 | a: [1,,2]
            |       ^

      """#),
    BadInput(
      "no comma in brackets",
      "[\"a\" \"b\"]\n",
      #"""
      widget.yaml:1:6: error: expected `,` or `]` before `"b"` [yaml-syntax]
          1 | ["a" "b"]
            |      ^~~
      widget.yaml:1:1: note: `[` stands here
          1 | ["a" "b"]
            | ^

      """#),
    BadInput(
      "a tab that indents",
      "a:\n\tb: 1\n",
      #"""
      widget.yaml:2:1: error: a tab cannot indent; use spaces [yaml-syntax]
          2 |     b: 1
            | ^~~~

      """#),
    BadInput(
      "a tab that indents after a value",
      "a:\n  b: 1\n\tc: 1\n",
      #"""
      widget.yaml:3:1: error: a tab cannot indent; use spaces [yaml-syntax]
          3 |     c: 1
            | ^~~~

      """#),
    BadInput(
      "a reference in braces",
      "source: {met: {search: ${query}, limit: 1}}\n",
      #"""
      widget.yaml:1:24: error: `${query}` must be quoted inside `{…}` and `[…]`, where YAML takes its braces for a mapping [yaml-syntax]
          1 | source: {met: {search: ${query}, limit: 1}}
            |                        ^~~~~~~~ write `"${query}"`

      """#),
    BadInput(
      "two references in braces",
      "m: {title: ${a}-${b}}\n",
      #"""
      widget.yaml:1:12: error: `${a}-${b}` must be quoted inside `{…}` and `[…]`, where YAML takes its braces for a mapping [yaml-syntax]
          1 | m: {title: ${a}-${b}}
            |            ^~~~~~~~~ write `"${a}-${b}"`

      """#),
    BadInput(
      "a reference in brackets",
      "m: [x, a ${b}]\n",
      #"""
      widget.yaml:1:8: error: `a ${b}` must be quoted inside `{…}` and `[…]`, where YAML takes its braces for a mapping [yaml-syntax]
          1 | m: [x, a ${b}]
            |        ^~~~~~ write `"a ${b}"`

      """#),
    BadInput(
      "a list item on the line of its key",
      "families: - systemSmall\n",
      #"""
      widget.yaml:1:11: error: a list item cannot begin on the line of its key; put `- systemSmall` on a line of its own, or quote it [yaml-syntax]
          1 | families: - systemSmall
            |           ^~~~~~~~~~~~~

      """#),
    BadInput(
      "a list item among keys",
      "a: 1\n- b\n",
      #"""
      widget.yaml:2:1: error: a list item stands among the keys of a mapping; indent it under its key [yaml-syntax]
          2 | - b
            | ^~~
      widget.yaml:1:1: note: the mapping begins here
          1 | a: 1
            | ^~

      """#),
    BadInput(
      "a key among list items",
      "- a\nb: 1\n",
      #"""
      widget.yaml:2:1: error: `b: 1` stands among the items of a list; begin it with `- `, or indent it otherwise [yaml-syntax]
          2 | b: 1
            | ^~~~
      widget.yaml:1:1: note: the list begins here
          1 | - a
            | ^

      """#),
    BadInput(
      "an unknown escape",
      "a: \"C:\\q\"\n",
      #"""
      widget.yaml:1:7: error: `\q` is no escape; write a backslash in double quotes twice, or use single quotes [yaml-syntax]
          1 | a: "C:\q"
            |       ^~

      """#),
    BadInput(
      "an apostrophe in single quotes",
      "a: 'it's'\n",
      #"""
      widget.yaml:1:8: error: `s'` stands after the closing quote; write a quote inside single quotes twice (`''`) [yaml-syntax]
          1 | a: 'it's'
            |        ^~

      """#),
    BadInput(
      "text after a quoted value",
      "a: \"b\" c\n",
      #"""
      widget.yaml:1:8: error: `c` stands after the closing quote; write a quote inside double quotes as `\"` [yaml-syntax]
          1 | a: "b" c
            |        ^

      """#),
    BadInput(
      "an undeclared tag",
      "a: !foo!bar x\n",
      #"""
      widget.yaml:1:4: error: the handle of the tag `!foo!bar` is not declared; quote the text if `!` belongs to it [yaml-syntax]
          1 | a: !foo!bar x
            |    ^~~~~~~~

      """#),
    BadInput(
      "an unknown version",
      "%YAML 3.0\n---\na\n",
      #"""
      widget.yaml:1:1: error: this version of YAML is not known; use 1.1 or 1.2 [yaml-syntax]
          1 | %YAML 3.0
            | ^~~~~~~~~

      """#),
    BadInput(
      "text after a block indicator",
      "a: | b\n  c\n",
      #"""
      widget.yaml:1:4: error: only a comment may follow the indicator of a text block; put the text on the next line, or quote it [yaml-syntax]
          1 | a: | b
            |    ^~~

      """#),
    BadInput(
      "an anchor before an alias",
      "x: &x 1\na: &y *x\n",
      #"""
      widget.yaml:2:7: error: an alias cannot have an anchor or a tag of its own [yaml-syntax]
          2 | a: &y *x
            |       ^~

      """#),
  ]
}
