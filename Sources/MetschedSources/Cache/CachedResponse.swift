import MetschedConfiguration
import MetschedText
import MetschedTime

/// A good answer of a server, with what tells how long it may be used and how to ask again.
///
/// Source: RFC 9111 (freshness), RFC 9110 section 13 (validators).
struct CachedResponse: Sendable {
  /// The request's address as messages show it.
  var name: String
  /// When the answer came, or was last found unchanged, in milliseconds since 1970.
  var fetched: Int64
  /// How long the server lets it be used, in milliseconds; nil where it says nothing.
  var maxAge: Int64?
  var etag: String?
  var lastModified: String?
  /// Whether the server forbids to keep it on a disk.
  var isNotStored: Bool
  var body: [UInt8]

  init(_ response: HTTPResponse, of name: String, at time: Instant) {
    self.name = name
    fetched = time.milliseconds
    body = response.body
    let directives = Self.directives(response.headers["cache-control"])
    isNotStored = directives["no-store"] != nil
    etag = response.headers["etag"]
    lastModified = response.headers["last-modified"]
    maxAge = Self.maxAge(directives, age: response.headers["age"])
  }

  /// Takes over what a `304 Not Modified` says anew.
  mutating func refresh(by response: HTTPResponse, at time: Instant) {
    fetched = time.milliseconds
    if let control = response.headers["cache-control"] {
      maxAge = Self.maxAge(Self.directives(control), age: response.headers["age"])
    }
    etag = response.headers["etag"] ?? etag
  }

  /// The headers that ask whether it has changed.
  var conditions: [(name: String, value: String)] {
    [("If-None-Match", etag), ("If-Modified-Since", lastModified)].compactMap { name, value in
      value.map { (name, $0) }
    }
  }

  /// Whether it may be used without asking.
  ///
  /// - Parameters:
  ///   - time: now.
  ///   - fresh: how long, in milliseconds, where the server says nothing.
  /// - Returns: false for one from the future too, since then a clock was set.
  func isFresh(at time: Instant, otherwise fresh: Int64) -> Bool {
    (0..<max(maxAge ?? fresh, 0)).contains(age(at: time))
  }

  func age(at time: Instant) -> Int64 { time.milliseconds - fetched }

  private static func directives(_ text: String?) -> [String: String] {
    var result: [String: String] = [:]
    for part in (text ?? "").split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard let name = pair.first?.trimming(\.isWhitespace).lowercased() else { continue }
      let value = pair.count > 1 ? pair[1].trimming(\.isWhitespace) : ""
      result[name] = String(value.trimming { $0 == "\"" })
    }
    return result
  }

  /// Bounded by a year, as the largest that anybody means.
  private static func maxAge(_ directives: [String: String], age: String?) -> Int64? {
    if directives["no-cache"] != nil || directives["no-store"] != nil { return 0 }
    guard let seconds = directives["max-age"].flatMap({ Int64($0) }), seconds >= 0 else {
      return nil
    }
    let passed = age.flatMap { Int64($0) }.map { max($0, 0) } ?? 0
    return max(min(seconds, 31_536_000) - min(passed, 31_536_000), 0) * 1_000
  }
}

// MARK: In a file

extension CachedResponse {
  /// All but the body.
  var head: JSONValue {
    let optional: [(String, JSONValue?)] = [
      ("maxAge", maxAge.map { .integer(Int($0)) }), ("etag", etag.map { .string($0) }),
      ("lastModified", lastModified.map { .string($0) }),
    ]
    return .object(
      [("name", .string(name)), ("fetched", .integer(Int(fetched)))]
        + optional.compactMap { name, value in value.map { (name, $0) } }
        + [("isNotStored", .boolean(isNotStored))])
  }

  /// Reads what `head` has written; nil where a member is missing or of another type.
  ///
  /// - Parameters:
  ///   - head: the object.
  ///   - body: the body that belongs to it.
  init?(head: ItemValue, body: [UInt8]) {
    guard case .string(let name)? = head["name"], let fetched = head["fetched"]?.milliseconds,
      case .boolean(let isNotStored)? = head["isNotStored"]
    else { return nil }
    self.name = name
    self.fetched = fetched
    self.isNotStored = isNotStored
    self.body = body
    maxAge = head["maxAge"]?.milliseconds
    etag = head["etag"]?.text
    lastModified = head["lastModified"]?.text
  }
}

extension ItemValue {
  fileprivate var milliseconds: Int64? {
    if case .number(let digits) = self { Int64(digits) } else { nil }
  }
}
