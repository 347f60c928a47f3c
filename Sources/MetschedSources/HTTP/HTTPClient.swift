import CLazyCurl
import Foundation
import FoundationNetworking
import Synchronization

/// HTTP through `URLSession`, with bounds on size, time and redirects.
///
/// The session, and libcurl under it, are made at the first request. A body is counted as it
/// comes, so an answer without end costs no more memory than its limit. NB: on Linux
/// `timeoutIntervalForResource` is not kept, so the time limit is a timer of our own.
final class HTTPClient: Sendable {
  private let session: Session
  private let connections: Int

  /// Creates a client.
  ///
  /// - Parameter connections: how many requests a host gets at once.
  init(connections: Int) {
    self.connections = connections
    session = Session(connections: connections)
  }

  /// Makes one request, once, and follows its redirects.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - limit: how long the whole of it may take.
  /// - Returns: the answer, whatever its status.
  /// - Throws: `HTTPFault`, or `CancellationError`.
  func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
    if let reason = lazy_curl_load() { throw HTTPFault.noLibrary(String(cString: reason)) }
    let allowance = TimeAllowance(limit)
    var request = request
    var redirects = 0
    while true {
      let left = allowance.left
      guard left > .zero else { throw HTTPFault.slow }
      let response = try await session.exchange(request, within: left)
      guard let next = Self.redirect(of: response, to: request.url) else { return response }
      guard redirects < request.redirects else {
        throw HTTPFault.tooManyRedirects(limit: request.redirects)
      }
      redirects += 1
      // What is meant for one server is not told to another.
      if next.origin != request.url.origin { request.headers = [] }
      request.url = next
    }
  }

  /// Where an answer says to look instead; nil where it says nothing of the kind.
  private static func redirect(of response: HTTPResponse, to url: URL) -> URL? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers["location"],
      let next = URL(string: location, relativeTo: url)?.absoluteURL,
      ["http", "https"].contains(next.scheme?.lowercased())
    else { return nil }
    return next
  }
}

/// The session and what is under way on it.
private final class Session: NSObject, URLSessionDataDelegate, Sendable {
  private struct Exchange {
    var request: HTTPRequest
    var continuation: CheckedContinuation<HTTPResponse, any Error>
    var response: HTTPURLResponse?
    var body = Data()
  }

  private let exchanges = Mutex<[Int: Exchange]>([:])
  private let made = Mutex<URLSession?>(nil)
  private let connections: Int

  init(connections: Int) {
    self.connections = connections
  }

  private func session() -> URLSession {
    made.withLock { made in
      if let made { return made }
      let settings = URLSessionConfiguration.ephemeral
      settings.httpMaximumConnectionsPerHost = connections
      settings.urlCache = nil
      settings.httpCookieStorage = nil
      settings.httpShouldSetCookies = false
      settings.urlCredentialStorage = nil
      let session = URLSession(
        configuration: settings, delegate: self, delegateQueue: ImmediateQueue())
      made = session
      return session
    }
  }

  func exchange(
    _ request: HTTPRequest, within limit: Duration
  ) async throws -> HTTPResponse {
    var message = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
    message.timeoutInterval = limit.seconds + 1
    message.httpShouldHandleCookies = false
    for header in request.headers {
      message.setValue(header.value, forHTTPHeaderField: header.name)
    }
    let task = session().dataTask(with: message)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchanges.withLock {
          $0[task.taskIdentifier] = Exchange(request: request, continuation: continuation)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) { [weak self] in
          self?.end(task, because: HTTPFault.slow)
        }
        task.resume()
        if Task.isCancelled { end(task, because: CancellationError()) }
      }
    } onCancel: {
      end(task, because: CancellationError())
    }
  }

  /// Ends a task at once, whether or not its connection does.
  private func end(_ task: URLSessionTask, because reason: any Error) {
    let ended = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let ended else { return }
    // NB: it waits for the session's queue, on which the delegate may stand right now.
    DispatchQueue.global().async { task.cancel() }
    ended.continuation.resume(throwing: reason)
  }

  // MARK: The delegate

  // NB: a task traps where a completion handler is called after it was cancelled
  // (HTTPURLProtocol.swift). Called inside of the callback, the handler is always before that.

  /// Takes each redirect as an answer, since whoever follows it has to count.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    exchanges.withLock { $0[task.taskIdentifier]?.response = response }
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let limit = exchanges.withLock { exchanges in
      exchanges[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse
      return exchanges[dataTask.taskIdentifier]?.request.sizeLimit
    }
    completionHandler(.allow)
    if let limit, response.expectedContentLength > Int64(limit) {
      end(dataTask, because: HTTPFault.tooLarge(limit: limit))
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let excess = exchanges.withLock { exchanges -> Int? in
      guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else {
        return nil
      }
      let limit = exchange.request.sizeLimit
      let isTooLarge = exchange.body.count + data.count > limit
      if !isTooLarge { exchange.body.append(data) }
      exchanges[dataTask.taskIdentifier] = exchange
      return isTooLarge ? limit : nil
    }
    if let excess { end(dataTask, because: HTTPFault.tooLarge(limit: excess)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) })
    else { return }
    guard error == nil, let response = exchange.response ?? task.response as? HTTPURLResponse else {
      exchange.continuation.resume(
        throwing: HTTPFault.connection(Self.words(of: error, hasBegun: exchange.response != nil)))
      return
    }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String {
        headers[name.lowercased()] = value
      }
    }
    exchange.continuation.resume(
      returning: HTTPResponse(
        status: response.statusCode, headers: headers, body: exchange.body))
  }

  private static func words(of error: (any Error)?, hasBegun: Bool) -> String {
    // What libcurl says of a body that is cut off has no code of its own in `URLError`.
    if hasBegun { return "the connection broke before the answer was whole" }
    guard let error = error as? URLError else { return "the connection failed" }
    return switch error.code {
    case .cannotFindHost: "the host is unknown"
    case .cannotConnectToHost: "nobody answers at that address"
    case .timedOut: "nothing came for too long"
    case .networkConnectionLost: "the connection broke before the answer was whole"
    case .notConnectedToInternet: "there is no network"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
      "the secure connection failed"
    default: "the connection failed (\(error.code.rawValue))"
    }
  }
}

/// A queue on which everything is done at once, on the thread that brings it.
///
/// NB: a queue of operations takes the body of a fast server more slowly than libcurl reads it, and
/// holds what it has not taken: two gigabytes of an answer without end, before the first sixteen
/// megabytes were counted. Here libcurl reads on when the bytes are counted, and not before.
private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
  // SAFETY: it adds no state to its superclass.
  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}

extension URL {
  fileprivate var origin: String { "\(scheme ?? "")://\(host ?? ""):\(port ?? -1)" }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
