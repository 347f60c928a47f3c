/// Percent-encoded text, as parts of a URL have it.
///
/// Source: RFC 3986, section 2.
package enum PercentEncoding {
  /// Which characters stand for themselves, beside ASCII letters and digits.
  package struct Allowed: Sendable {
    private let marks: [UInt8]

    /// `-._~` alone, so that a text is one value wherever it stands.
    package static let unreserved = Allowed("-._~")
    /// What a path may have, its slashes included.
    package static let path = Allowed("-._~!$&'()*+,;=:@/")

    private init(_ marks: String) { self.marks = Array(marks.utf8) }

    fileprivate func contains(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: marks.contains(byte)
      }
    }
  }

  /// Returns a text with all bytes of its UTF-8 encoded that do not stand for themselves.
  package static func encoded(_ text: String, allowing allowed: Allowed) -> String {
    if text.utf8.allSatisfy(allowed.contains) { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if allowed.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns what an encoded text stands for; nil where a `%` has no two hexadecimal digits behind
  /// it, or the bytes are not UTF-8.
  package static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
