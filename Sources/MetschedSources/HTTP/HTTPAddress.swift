import CLazyCurl

/// An address of HTTP or HTTPS, understood as libcurl understands it.
///
/// Only a request needs one, since libcurl is loaded with the first; `WebAddress` looks at text
/// alone. What is not ASCII, and blanks, are percent-encoded in the path and the query; all else
/// stays as it is written.
struct HTTPAddress: Sendable {
  /// The whole address, its user info included.
  let text: String
  let origin: Origin

  /// A server, as what is meant for one and not for another.
  struct Origin: Equatable, Sendable {
    /// In lower case.
    var scheme: String
    /// In lower case.
    var host: String
    /// The scheme's own where the address names none.
    var port: String
  }

  /// Reads an address.
  ///
  /// - Parameter text: a whole address.
  /// - Throws: `notURL` for what libcurl does not take or another scheme; `noLibrary`.
  init(_ text: String) throws(HTTPFault) {
    let parts = try Parts()
    guard parts.set(url: text), let address = HTTPAddress(parts) else { throw .notURL }
    self = address
  }

  private init?(_ parts: Parts) {
    guard let text = parts.text(CURLUPART_URL), let origin = parts.origin,
      ["http", "https"].contains(origin.scheme)
    else { return nil }
    self.text = text
    self.origin = origin
  }

  /// Returns where a redirect leads.
  ///
  /// User info is told to its own server alone, as headers are, and what a redirect names itself to
  /// nobody.
  ///
  /// - Parameter location: the header's value, a whole address or one that is relative to this.
  /// - Returns: the address; nil where that is none of HTTP or HTTPS.
  /// - Throws: `connection` where there is no memory.
  /// - Note: Source: RFC 3986, section 5.2; RFC 9110, sections 4.2.4 and 10.2.2.
  func redirected(to location: String) throws(HTTPFault) -> HTTPAddress? {
    let parts = try Parts()
    guard !location.isEmpty, parts.set(url: text) else { return nil }
    let (user, password) = (parts.text(CURLUPART_USER), parts.text(CURLUPART_PASSWORD))
    guard parts.set(url: location) else { return nil }
    let isOwn = parts.origin == origin
    guard parts.set(CURLUPART_USER, isOwn ? user : nil),
      parts.set(CURLUPART_PASSWORD, isOwn ? password : nil)
    else { return nil }
    return HTTPAddress(parts)
  }
}

/// libcurl's handle of an address.
private final class Parts {
  private let handle: OpaquePointer

  init() throws(HTTPFault) {
    try HTTPFault.loadLibrary()
    guard let handle = lazy_curl_url() else { throw .connection("there is no memory for it") }
    self.handle = handle
  }

  deinit { lazy_curl_url_cleanup(handle) }

  var origin: HTTPAddress.Origin? {
    guard let scheme = text(CURLUPART_SCHEME), var host = text(CURLUPART_HOST),
      let port = text(CURLUPART_PORT, CURLU_DEFAULT_PORT)
    else { return nil }
    // One address of a link may be another machine on another link.
    if let zone = text(CURLUPART_ZONEID) { host += "%" + zone }
    return HTTPAddress.Origin(
      scheme: scheme.lowercased(), host: host.lowercased(), port: port)
  }

  /// Sets the whole, also relative to what is there, and returns whether libcurl has taken it.
  func set(url: String) -> Bool {
    // An address with a zero byte would be read up to it. libcurl takes blanks in some versions,
    // and makes a plus of one in a query.
    let text = url.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
    return !url.utf8.contains(0)
      && lazy_curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_URLENCODE)) == CURLUE_OK
  }

  /// Sets a part, or takes it away, and returns whether libcurl has taken it.
  func set(_ part: CURLUPart, _ text: String?) -> Bool {
    lazy_curl_url_set(handle, part, text, 0) == CURLUE_OK
  }

  /// A part as the address has it, not decoded; nil where it has none.
  func text(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard lazy_curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else {
      return nil
    }
    defer { lazy_curl_free(text) }
    return String(cString: text)
  }
}

extension HTTPFault {
  /// Loads libcurl, unless it is there.
  static func loadLibrary() throws(HTTPFault) {
    if let reason = lazy_curl_load() { throw .noLibrary(String(cString: reason)) }
  }
}
