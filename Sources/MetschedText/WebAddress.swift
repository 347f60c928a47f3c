/// Addresses of the web, as far as text alone says what they are.
package enum WebAddress {
  /// Returns whether a text is an address of HTTP or HTTPS with a host, in one piece.
  ///
  /// Source: RFC 9110, section 4.2; RFC 3986, section 3.
  package static func isHTTP(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"),
      ["http", "https"].contains(text[..<colon].lowercased()),
      text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return false }
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else { return false }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return !host.isEmpty && !host.hasPrefix(":")
  }
}
