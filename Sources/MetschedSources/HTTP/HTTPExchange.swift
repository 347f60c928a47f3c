/// A request with the bounds of its answer.
struct HTTPRequest: Sendable {
  /// The address, which is looked at when the request is made.
  var url: String
  /// The address as messages show it, without secrets.
  var name: String
  var headers: [(name: String, value: String)] = []
  /// The largest body, in bytes, after decompression.
  var sizeLimit: Int
  var redirects: Int
}

/// An answer with its whole body.
struct HTTPResponse: Sendable {
  var status: Int
  /// The headers by name in lower case.
  var headers: [String: String]
  var body: [UInt8]
}

/// Why there was no answer.
enum HTTPFault: Error, Sendable {
  /// libcurl is not there.
  case noLibrary(String)
  /// The address is not one of HTTP or HTTPS.
  case notURL
  /// The connection failed or broke; another try may do better.
  case connection(String)
  /// One try took too long.
  case slow
  case tooLarge(limit: Int)
  case tooManyHeaders(limit: Int)
  case tooManyRedirects(limit: Int)

  /// Whether another try may do better.
  var isPassing: Bool {
    switch self {
    case .connection, .slow: true
    case .noLibrary, .notURL, .tooLarge, .tooManyHeaders, .tooManyRedirects: false
    }
  }

  var message: String {
    switch self {
    case .noLibrary(let reason):
      "the network needs libcurl (`apt-get install libcurl4`): \(reason)"
    case .notURL: "the address is not a URL of HTTP or HTTPS"
    case .connection(let reason): reason
    case .slow: "nothing came for too long"
    case .tooLarge(let limit): "the answer is larger than \(HTTPFault.size(limit))"
    case .tooManyHeaders(let limit): "its headers are larger than \(HTTPFault.size(limit))"
    case .tooManyRedirects(let limit):
      "it redirects more than \(limit) time\(limit == 1 ? "" : "s")"
    }
  }

  private static func size(_ bytes: Int) -> String {
    if bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
    return bytes % (1 << 10) == 0 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
  }
}
