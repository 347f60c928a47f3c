/// What stands in a file, short enough to be quoted in a sentence.
enum Excerpt {
  /// Returns a text, cut with `…` after 40 characters or at its first line break.
  static func of(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    let short = line.prefix(40)
    return short.endIndex < text.endIndex ? short + "…" : String(short)
  }

  /// Returns the text of some bytes, cut alike; invalid UTF-8 is repaired.
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    of(String(decoding: Array(bytes.prefix(240)), as: UTF8.self))
  }
}
