/// How a text is written as a scalar: without quotes where every reader would give it back.
package enum ScalarText {
  /// Returns a text as it is to stand in a file, in a block or between brackets.
  ///
  /// `persimmon` stays as it is; `a, b` and `null` are put in double quotes.
  ///
  /// - Parameters:
  ///   - text: the text, of any characters.
  ///   - isText: whether it must not be taken for a number, a boolean or a time: `010`, `12:30`
  ///     and `no` are quoted then, since readers of YAML 1.1 would turn them into something else.
  /// - Returns: a scalar in one line.
  package static func scalar(_ text: String, isText: Bool = false) -> String {
    if isPlain(text), !(isText && isTyped(text)) { return text }
    return quoted(text)
  }

  /// Returns whether a text may stand without quotes wherever a scalar may.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, last != 0x20, last != 0x3A else {
      return false
    }
    let words: Set = ["~", "null", "Null", "NULL", "---", "...", "=", "<<"]
    if words.contains(text) || text.hasPrefix("--- ") || text.hasPrefix("... ") { return false }
    let indicators = Array(" ?:,[]{}#&*!|>'\"%@`".utf8)
    if indicators.contains(first) { return false }
    if first == 0x2D, text.utf8.count == 1 || text.hasPrefix("- ") { return false }
    var before: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x23, before == 0x20 { return false }
      if byte == 0x20, before == 0x3A { return false }
      if [UInt8](",[]{}".utf8).contains(byte) { return false }
      before = byte
    }
    return text.unicodeScalars.allSatisfy(isPrintable)
  }

  /// Whether a reader of YAML 1.1 or JSON takes a text for something else than text.
  private static func isTyped(_ text: String) -> Bool {
    let words: Set = ["true", "false", "yes", "no", "on", "off", "y", "n"]
    if words.contains(text.lowercased()) { return true }
    guard let first = text.utf8.first(where: { $0 != 0x2D && $0 != 0x2B && $0 != 0x2E }) else {
      return false
    }
    // A duration begins with a digit too, but ends with its unit.
    return (0x30...0x39).contains(first)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || [UInt8](":.-+_eExoTZ ".utf8).contains(byte)
          || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte) && text.hasPrefix("0x")
      }
  }

  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where isPrintable(scalar): output.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (letter, width) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
        output += "\\" + letter + String(repeating: "0", count: width - digits.count) + digits
      }
    }
    return output + "\""
  }

  /// Whether a character may stand in a file as itself, and is no line break.
  ///
  /// Source: YAML 1.1, section 4.1, without the breaks NEL, LS and PS and without the mark U+FEFF.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }
}
