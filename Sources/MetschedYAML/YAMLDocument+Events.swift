extension YAMLDocument {
  /// The document as the YAML test suite writes events, one a line, for tests and debugging.
  ///
  /// `a: &x [1]` gives `+STR`, `+DOC`, `+MAP`, `=VAL :a`, `+SEQ [] &x`, `=VAL :1`, `-SEQ`, `-MAP`,
  /// `-DOC`, `-STR`. Source: https://github.com/yaml/yaml-test-suite.
  package var events: String {
    var output = "+STR\n"
    if let root {
      output += hasExplicitStart ? "+DOC ---\n" : "+DOC\n"
      append(root.placeIndex, to: &output)
      output += hasExplicitEnd ? "-DOC ...\n" : "-DOC\n"
    }
    return output + "-STR\n"
  }

  private func append(_ row: UInt32, to output: inout String) {
    let record = records[Int(row)]
    let names = properties[Int(record.properties)]
    var marks = names.anchor == 0 ? "" : " &" + self.names[Int(names.anchor)]
    if names.tag != 0 { marks += " <" + self.names[Int(names.tag)] + ">" }
    switch record.kind {
    case .alias: output += "=ALI *\(self.names[Int(names.anchor)])\n"
    case .scalar:
      let mark =
        switch record.style {
        case .singleQuoted: "'"
        case .doubleQuoted: "\""
        case .literal: "|"
        case .folded: ">"
        default: ":"
        }
      output += "=VAL\(marks) \(mark)\(Self.escaped(Node(self, place: row).text))\n"
    case .sequence, .mapping:
      let isMapping = record.kind == .mapping
      let brackets = record.style == .flow ? (isMapping ? " {}" : " []") : ""
      output += isMapping ? "+MAP" : "+SEQ"
      output += brackets + marks + "\n"
      var child = row + 1
      while child < record.next {
        append(child, to: &output)
        child = records[Int(child)].next
      }
      output += isMapping ? "-MAP\n" : "-SEQ\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{8}": output += "\\b"
      case "\0": output += "\\0"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
