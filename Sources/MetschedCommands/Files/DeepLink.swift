import MetschedText

/// A deep link: a scheme and the id of an item, as in `themet://452174`.
struct DeepLink {
  var scheme: String
  var id: String

  /// What keeps a text from being a deep link.
  struct SyntaxError: Error {
    var message: String
  }

  /// Parses a link; the case of the scheme does not matter.
  ///
  /// Source: RFC 3986, section 3.1.
  init(_ text: String) throws(SyntaxError) {
    guard let colon = text.firstRange(of: "://") else {
      throw SyntaxError(message: "`\(text)` is no deep link; one looks like `themet://452174`")
    }
    let scheme = text[..<colon.lowerBound]
    guard let first = scheme.first, first.isASCII, first.isLetter,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else {
      throw SyntaxError(message: "`\(scheme)` cannot be the scheme of a link")
    }
    let rest = text[colon.upperBound...]
    let path = rest.hasSuffix("/") ? rest.dropLast() : rest
    guard !path.isEmpty else {
      throw SyntaxError(
        message: "`\(text)` names no item; write its id, as in `\(scheme)://452174`")
    }
    if let odd = path.first(where: { "?#".contains($0) || $0.isWhitespace }) {
      throw SyntaxError(message: "`\(text)` has `\(odd)` in its id, which an id cannot have")
    }
    guard let id = PercentEncoding.decoded(path) else {
      throw SyntaxError(message: "`\(text)` has a `%` without two hexadecimal digits behind it")
    }
    self.scheme = scheme.lowercased()
    self.id = id
  }
}
