/// HTTP by libcurl, with bounds on size, time and redirects.
///
/// The library is loaded and the thread started at the first request. The thread ends with the
/// client.
final class HTTPClient: Sendable {
  private let thread: TransferThread

  /// Creates a client.
  ///
  /// - Parameter connections: the most connections to one host.
  init(connections: Int) {
    thread = TransferThread(connections: connections)
  }

  deinit {
    thread.close()
  }

  /// Makes one request, once, and follows its redirects.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - limit: how long the whole of it may take.
  /// - Returns: the answer, whatever its status.
  /// - Throws: `HTTPFault`, or `CancellationError`.
  func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
    let allowance = TimeAllowance(limit)
    var request = request
    var address = try HTTPAddress(request.url)
    var redirects = 0
    while true {
      request.url = address.text
      let response = try await thread.exchange(request, within: allowance)
      guard let next = try Self.redirect(of: response, to: address) else { return response }
      guard redirects < request.redirects else {
        throw HTTPFault.tooManyRedirects(limit: request.redirects)
      }
      redirects += 1
      // What is meant for one server is not told to another.
      if next.origin != address.origin { request.headers = [] }
      address = next
    }
  }

  /// Sleeps for a while on the client's thread, not on libdispatch's.
  ///
  /// - Parameter duration: for how long.
  /// - Throws: `HTTPFault` where there is no libcurl, or `CancellationError`.
  func sleep(for duration: Duration) async throws {
    try await thread.sleep(for: duration)
  }

  /// Where an answer says to look instead; nil where it says nothing of the kind.
  private static func redirect(
    of response: HTTPResponse, to address: HTTPAddress
  ) throws(HTTPFault) -> HTTPAddress? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers["location"]
    else { return nil }
    return try address.redirected(to: location)
  }
}
