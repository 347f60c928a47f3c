import CLazyCurl
import MetschedText

/// One request on its way, with libcurl's easy handle and what has come of the answer.
///
/// A body is counted as it comes, after decompression, so an answer without end costs no more
/// memory than its limit. libcurl calls back inside of `Transfers.advance`, so on its thread.
final class Transfer {
  let easy: UnsafeMutableRawPointer
  let number: Int
  private let sizeLimit: Int
  /// libcurl copies texts, but not this.
  private var requestHeaders: UnsafeMutablePointer<curl_slist>?
  private var headers: [String: String] = [:]
  private var headerSize = 0
  private var hasBegun = false
  private var body: [UInt8] = []
  /// Why the callbacks have ended it.
  private var fault: HTTPFault?

  /// As much as libcurl itself allows since 8.3.
  private static let headerLimit = 300 << 10

  /// Prepares a request; nil where there is no memory for it.
  init?(_ request: HTTPRequest, number: Int) {
    guard let easy = lazy_curl_easy_init() else { return nil }
    self.easy = easy
    self.number = number
    sizeLimit = request.sizeLimit
    let this = Unmanaged.passUnretained(self).toOpaque()
    var codes = [
      lazy_curl_easy_set_text(easy, CURLOPT_URL, request.url),
      lazy_curl_easy_set_text(easy, CURLOPT_USERAGENT, Self.userAgent),
      // Whatever the library can decompress.
      lazy_curl_easy_set_text(easy, CURLOPT_ACCEPT_ENCODING, ""),
      lazy_curl_easy_set_long(easy, CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS)),
      lazy_curl_easy_set_long(easy, CURLOPT_NOSIGNAL, 1),
      lazy_curl_easy_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      // Refuses what says that it is larger before a byte of it comes.
      lazy_curl_easy_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, sizeLimit),
      lazy_curl_easy_set_function(easy, CURLOPT_HEADERFUNCTION, receiveHeader),
      lazy_curl_easy_set_pointer(easy, CURLOPT_HEADERDATA, this),
      lazy_curl_easy_set_function(easy, CURLOPT_WRITEFUNCTION, receiveBody),
      lazy_curl_easy_set_pointer(easy, CURLOPT_WRITEDATA, this),
      lazy_curl_easy_set_pointer(easy, CURLOPT_PRIVATE, this),
    ]
    // Whoever gives up does not wait for the system's answer to where a host is.
    _ = lazy_curl_easy_set_long(easy, lazy_curl_quick_exit, 1)
    for header in request.headers {
      // libcurl leaves out a header without a value, unless a semicolon ends its name.
      let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
      guard let longer = lazy_curl_slist_append(requestHeaders, line) else { return nil }
      requestHeaders = longer
    }
    codes.append(lazy_curl_easy_set_list(easy, CURLOPT_HTTPHEADER, requestHeaders))
    guard codes.allSatisfy({ $0 == CURLE_OK }) else { return nil }
  }

  deinit {
    lazy_curl_easy_cleanup(easy)
    lazy_curl_slist_free_all(requestHeaders)
  }

  private static let userAgent = "metsched libcurl/\(String(cString: lazy_curl_version()))"

  /// The transfer that an easy handle belongs to.
  static func of(_ easy: UnsafeMutableRawPointer) -> Transfer? {
    var pointer: UnsafeMutableRawPointer?
    lazy_curl_easy_get_pointer(easy, CURLINFO_PRIVATE, &pointer)
    return pointer.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: The answer

  /// Takes a line before the body, and returns whether it wants more.
  fileprivate func addHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerSize += line.count
    guard headerSize <= Self.headerLimit else {
      fault = .tooManyHeaders(limit: Self.headerLimit)
      return false
    }
    // What follows the body in pieces is no header; an answer before the answer has its own.
    guard body.isEmpty else { return true }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      hasBegun = true
      headers = [:]
    } else if let colon = text.firstIndex(of: ":") {
      let name = text[..<colon].lowercased()
      let value = String(text[text.index(after: colon)...].trimming(\.isWhitespace))
      // Source: RFC 9110, section 5.3.
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return true
  }

  /// Takes a part of the body, and returns whether it wants more.
  fileprivate func addBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= sizeLimit - body.count else {
      fault = .tooLarge(limit: sizeLimit)
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Returns what the request came to.
  func result(of code: CURLcode) -> Result<HTTPResponse, HTTPFault> {
    if let fault { return .failure(fault) }
    guard code == CURLE_OK else {
      return .failure(HTTPFault(code, hasBegun: hasBegun, sizeLimit: sizeLimit))
    }
    var status = 0
    lazy_curl_easy_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
    return .success(HTTPResponse(status: status, headers: headers, body: body))
  }
}

// libcurl calls these on the thread that works on it: plain functions, which belong to no actor.
// Any other number than that of the bytes ends the transfer.

private func receiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ transfer: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let transfer else { return 0 }
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  let wantsMore = Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().addHeader(line)
  return wantsMore ? line.count : 0
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ transfer: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let transfer else { return 0 }
  let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
  let wantsMore = Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().addBody(part)
  return wantsMore ? part.count : 0
}

extension HTTPFault {
  /// Says in words what libcurl's code says.
  ///
  /// - Parameters:
  ///   - code: any but `CURLE_OK`.
  ///   - hasBegun: whether an answer had begun.
  ///   - sizeLimit: the largest body.
  fileprivate init(_ code: CURLcode, hasBegun: Bool, sizeLimit: Int) {
    switch code {
    case CURLE_FILESIZE_EXCEEDED: self = .tooLarge(limit: sizeLimit)
    case CURLE_OPERATION_TIMEDOUT: self = .slow
    case CURLE_BAD_CONTENT_ENCODING: self = .connection("the answer cannot be decompressed")
    case _ where hasBegun: self = .connection("the connection broke before the answer was whole")
    case CURLE_COULDNT_RESOLVE_HOST: self = .connection("the host is unknown")
    case CURLE_COULDNT_RESOLVE_PROXY: self = .connection("the proxy is unknown")
    case CURLE_COULDNT_CONNECT: self = .connection("nobody answers at that address")
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
      self = .connection("the connection broke before the answer was whole")
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
      self = .connection("the secure connection failed")
    default:
      let words = String(cString: lazy_curl_easy_strerror(code))
      self = .connection("the connection failed (\(words))")
    }
  }
}
