/// Bytes as text of 64 characters.
///
/// Source: RFC 4648, section 4; with padding and without line breaks.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// Returns bytes as text, four characters for three of them.
  package static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(
          place <= group.count ? alphabet[bits >> (18 - 6 * place) & 0x3F] : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes that a text stands for; nil where it is none that `encoded` gives.
  package static func decoded(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    for start in stride(from: 0, to: characters.count, by: 4) {
      let isLast = start + 4 == characters.count
      let group = characters[start..<start + 4]
      let values = group.prefix { $0 != padding }.compactMap(value)
      let missing = group.reversed().prefix { $0 == padding }.count
      guard values.count + missing == 4, missing == 0 || isLast && missing <= 2 else { return nil }
      let bits = values.reduce(0) { $0 << 6 | Int($1) } << (6 * missing)
      let count = 3 - missing
      // What is left over has to be zero, so that one text alone stands for bytes.
      guard missing == 0 || bits & (1 << (8 * missing) - 1) == 0 else { return nil }
      for place in 0..<count { bytes.append(UInt8(bits >> (16 - 8 * place) & 0xFF)) }
    }
    return bytes
  }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
