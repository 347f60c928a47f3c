import MetschedTime
import MetschedWidgets

/// One question's way to servers: what the cache has, the pace, and further tries within its time.
struct Fetching: Sendable {
  var client: HTTPClient
  var cache: ResponseCache
  /// Whether the cache alone answers, whatever its age.
  var isOffline: Bool
  var allowance: TimeAllowance
  /// Reads the wall clock.
  var now: @Sendable () -> Instant
  /// Takes note of what has happened, for whoever gives up waiting.
  var note: @Sendable (String) -> Void

  /// How often one request is made.
  private static let tries = 4
  /// The part of the whole time that one try may take.
  private static let share = 3

  /// A server that did not answer as it should.
  struct Fault: Error {
    var message: String
    /// How long the server does not want to be asked, in milliseconds.
    var wait: Int64?

    init(_ message: String, wait: Int64? = nil) {
      self.message = message
      self.wait = wait
    }

    /// An address, by its name, that is not one.
    static func notURL(_ name: String) -> Fault {
      Fault("`\(name)` is not a URL of HTTP or HTTPS")
    }
  }

  /// What is asked for, and how long an answer may be used where the server says nothing.
  struct Target: Sendable {
    var request: HTTPRequest
    /// What tells it from other requests in the cache.
    var key: String
    /// In milliseconds.
    var fresh: Int64
    var pace: RequestPace
  }

  /// Returns a server's answer; nil where what was asked for does not exist.
  ///
  /// - Parameter target: what is asked for.
  /// - Returns: a good answer, new or fresh; in an offline question any good answer.
  /// - Throws: `Fault`, or `CancellationError`.
  func response(to target: Target) async throws -> CachedResponse? {
    let known = cache.response(of: target.key)
    if isOffline { return known }
    if let known, known.isFresh(at: now(), otherwise: target.fresh) { return known }
    var request = target.request
    request.headers += known?.conditions ?? []
    let response = try await exchange(request, target.pace)
    switch response.status {
    case 200..<300:
      let answer = CachedResponse(response, of: request.name, at: now())
      cache.store(answer, under: target.key)
      return answer
    case 304:
      guard var known else { throw Fault("`\(request.name)` answers 304 to a first request") }
      known.refresh(by: response, at: now())
      cache.store(known, under: target.key)
      return known
    case 404, 410: return nil
    default: throw Fault("`\(request.name)` answers \(HTTPStatus.words(of: response.status))")
    }
  }

  /// Makes a request until it gets an answer that another try would not better.
  private func exchange(_ request: HTTPRequest, _ pace: RequestPace) async throws -> HTTPResponse {
    let limit = max(allowance.left / Self.share, .milliseconds(50))
    var count = 0
    while true {
      count += 1
      var reason: String
      var wait = Backoff.delay(after: count)
      do {
        let response = try await pace.turn(on: client) {
          try await client.send(request, within: min(limit, allowance.left))
        }
        guard HTTPStatus.isPassing(response.status) else { return response }
        reason = "answers \(HTTPStatus.words(of: response.status))"
        if let asked = HTTPStatus.retryAfter(response, now: now()) {
          guard asked < allowance.left else {
            throw Fault(
              "`\(request.name)` \(reason) and asks to wait \(asked.step)",
              wait: asked.milliseconds)
          }
          wait = max(wait, asked)
        }
      } catch HTTPFault.notURL {
        throw Fault.notURL(request.name)
      } catch let fault as HTTPFault {
        guard fault.isPassing else { throw Fault("`\(request.name)`: \(fault.message)") }
        reason = "failed: \(fault.message)"
      }
      let tries = count == 1 ? "" : ", \(count) tries"
      note("`\(request.name)` \(reason)\(tries)")
      guard count < Self.tries, wait < allowance.left else {
        throw Fault("`\(request.name)` \(reason)\(tries)")
      }
      try await client.sleep(for: wait)
    }
  }
}

/// How long a failed request waits before its next try: doubled each time, and spread.
enum Backoff {
  private static let first = 250.0
  private static let longest = 4_000.0

  /// Returns half of the time to all of it, so that many who failed together come back apart.
  static func delay(after tries: Int) -> Duration {
    let whole = min(first * Double(1 << min(tries - 1, 10)), longest)
    return .milliseconds(Int64(whole * Double.random(in: 0.5...1)))
  }
}

/// What the numbers of answers mean.
enum HTTPStatus {
  /// Whether another try may get another answer.
  static func isPassing(_ status: Int) -> Bool {
    [408, 425, 429, 500, 502, 503, 504].contains(status)
  }

  static func words(of status: Int) -> String {
    let name: String? =
      switch status {
      case 400: "bad request"
      case 401: "unauthorized"
      case 403: "forbidden"
      case 408: "request timeout"
      case 429: "too many requests"
      case 500: "internal server error"
      case 502: "bad gateway"
      case 503: "service unavailable"
      case 504: "gateway timeout"
      default: nil
      }
    return name.map { "\(status) (\($0))" } ?? String(status)
  }

  /// How long a server asks to wait, in seconds or until a date.
  ///
  /// Source: RFC 9110, section 10.2.3.
  static func retryAfter(_ response: HTTPResponse, now: Instant) -> Duration? {
    guard let text = response.headers["retry-after"] else { return nil }
    if let seconds = Int64(text) { return .seconds(min(max(seconds, 0), 31_536_000)) }
    return HTTPDate.instant(of: text, now: now).map { .milliseconds(max($0 - now, 0)) }
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// As people write it: `30s`, `1h`.
  var step: Step { Step(milliseconds: milliseconds) }
}
