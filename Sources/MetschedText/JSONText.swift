/// Writes JSON text without a library, for lines that must come out byte for byte alike.
package enum JSONText {
  /// Appends a string as a JSON string, quotes included.
  ///
  /// Quotes, backslashes and control characters are escaped, U+2028 and U+2029 too, so that one
  /// value stays on one line everywhere; other characters stand for themselves.
  ///
  /// Source: RFC 8259, section 7.
  package static func append(_ text: String, to output: inout String) {
    output.unicodeScalars.append("\"")
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }) {
      output += text
      output.unicodeScalars.append("\"")
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output.unicodeScalars.append("\"")
  }

  /// Returns a string as a JSON string, quotes included.
  package static func string(_ text: String) -> String {
    var output = ""
    append(text, to: &output)
    return output
  }
}
