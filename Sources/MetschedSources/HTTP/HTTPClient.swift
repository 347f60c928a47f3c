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

  /// Makes one request, once.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - limit: how long the whole of it may take.
  /// - Returns: the answer, whatever its status.
  /// - Throws: `HTTPFault`, or `CancellationError`.
  func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
    if let reason = lazy_curl_load() { throw HTTPFault.noLibrary(String(cString: reason)) }
    var message = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
    message.timeoutInterval = limit.seconds + 1
    message.httpShouldHandleCookies = false
    for header in request.headers {
      message.setValue(header.value, forHTTPHeaderField: header.name)
    }
    return try await session.exchange(message, of: request, within: limit)
  }
}

/// The session and what is under way on it.
private final class Session: NSObject, URLSessionDataDelegate, Sendable {
  private struct Exchange {
    var request: HTTPRequest
    var continuation: CheckedContinuation<HTTPResponse, any Error>
    var response: HTTPURLResponse?
    var body = Data()
    var redirects = 0
    /// Why we ended it ourselves.
    var reason: (any Error)?
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
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      let session = URLSession(configuration: settings, delegate: self, delegateQueue: queue)
      made = session
      return session
    }
  }

  func exchange(
    _ message: URLRequest, of request: HTTPRequest, within limit: Duration
  ) async throws -> HTTPResponse {
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
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) })
    else { return }
    task.cancel()
    exchange.continuation.resume(throwing: exchange.reason ?? reason)
  }

  // MARK: The delegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let (limit, isOver) = exchanges.withLock { exchanges in
      guard var exchange = exchanges[task.taskIdentifier] else { return (0, true) }
      exchange.redirects += 1
      exchanges[task.taskIdentifier] = exchange
      let limit = exchange.request.redirects
      return (limit, exchange.redirects > limit)
    }
    if isOver || !["http", "https"].contains(request.url?.scheme?.lowercased()) {
      end(task, because: HTTPFault.tooManyRedirects(limit: limit))
      completionHandler(nil)
      return
    }
    var next = request
    // What is meant for one server is not told to another.
    if let from = task.currentRequest?.url, request.url.map({ $0.origin != from.origin }) ?? true {
      for name in next.allHTTPHeaderFields?.keys.map({ $0 }) ?? [] {
        next.setValue(nil, forHTTPHeaderField: name)
      }
    }
    completionHandler(next)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let limit = exchanges.withLock { exchanges in
      exchanges[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse
      return exchanges[dataTask.taskIdentifier]?.request.sizeLimit
    }
    if let limit, response.expectedContentLength > Int64(limit) {
      end(dataTask, because: HTTPFault.tooLarge(limit: limit))
      completionHandler(.cancel)
      return
    }
    completionHandler(.allow)
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
      exchange.continuation.resume(throwing: HTTPFault.connection(Self.words(of: error)))
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

  private static func words(of error: (any Error)?) -> String {
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

extension URL {
  fileprivate var origin: String { "\(scheme ?? "")://\(host ?? ""):\(port ?? -1)" }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
