internal import CUTF8Proc

/// Text as searches compare it: without case, diacritics, and forms that only look different.
package enum TextFolding {
  /// Returns a text without them: `Kōgō` and `kogo` are the same, `ＭＥＴ` and `met`, `ﬁ` and `fi`.
  ///
  /// Folded for case, decomposed for compatibility, and then without combining diacritics. Marks that
  /// are letters of their script stay, such as the vowels of Devanagari and Thai.
  ///
  /// Source: Unicode Standard, section 3.13, D146 (NFKD and case folding), as utf8proc has them.
  package static func folded(_ text: String) -> String {
    // ASCII has case alone.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: decomposed(text).lazy.filter { !isDiacritic($0) })
    return String(result)
  }

  private static let options =
    UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
    | UTF8PROC_CASEFOLD.rawValue

  private static func decomposed(_ text: String) -> String.UnicodeScalarView {
    var text = text
    return text.withUTF8 { bytes in
      var folded: UnsafeMutablePointer<utf8proc_uint8_t>?
      let count = utf8proc_map(
        bytes.baseAddress, bytes.count, &folded, utf8proc_option_t(rawValue: options))
      defer { free(folded) }
      // Only memory can be missing: a string of Swift's is valid UTF-8.
      guard let folded, count >= 0 else { fatalError("no memory to fold \(bytes.count) bytes") }
      // SAFETY: the library has written so many bytes, and they are copied here.
      return String(decoding: UnsafeBufferPointer(start: folded, count: count), as: UTF8.self)
        .unicodeScalars
    }
  }

  /// Whether a scalar is a combining mark of no script in particular.
  private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
