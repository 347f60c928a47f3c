/// Makes text safe and visible on a terminal.
package enum VisibleText {
  /// Returns what is shown for a control character, or nil where a character shows itself.
  ///
  /// C0 controls and DEL show as their pictures (`␀`, `␛`, `␡`); C1 controls, line separators
  /// and the marks that turn the direction of writing show as `<U+202E>`.
  package static func replacement(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value).map { String(Character($0)) }
    case 0x7F: return "\u{2421}"
    case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
      return "<U+" + paddedHex(scalar.value) + ">"
    default: return nil
    }
  }

  /// Returns a text with its control characters made visible.
  package static func of(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacement(for: scalar) {
        shown += replacement
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func paddedHex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
