import MetschedConfiguration
import MetschedSystem
import MetschedText
import MetschedWidgets

/// Any JSON document over HTTP.
struct JSONProvider: Sendable {
  let pace = RequestPace(rate: nil, atOnce: 8)
  let secrets: SecretStore

  /// Returns the items of a document; nil where an offline question finds none in the cache.
  func content(of query: JSONQuery, _ fetching: Fetching) async throws -> ProviderContent? {
    let target = try target(of: query)
    guard let response = try await fetching.response(to: target) else {
      if fetching.isOffline { return nil }
      throw Fetching.Fault("`\(target.request.name)` answers 404 (not found)")
    }
    var content = ProviderContent()
    content.add(response)
    content.items = try JSONItems.array(
      in: response.body, of: response.name, at: query.path.steps.isEmpty ? nil : query.path)
    return content
  }

  private func target(of query: JSONQuery) throws -> Fetching.Target {
    let name = query.url.redacted
    let address = try secrets.text(of: query.url)
    guard WebAddress.isHTTP(address) else { throw Fetching.Fault.notURL(name) }
    let headers = try query.headers.map { header in
      (name: header.name, value: try secrets.text(of: header.value))
    }
    // Answers to other secrets are other answers. The key shows itself as a hash alone.
    let key = ([address] + headers.map { "\($0.name): \($0.value)" }).joined(separator: "\n")
    let accept = [("Accept", "application/json")].filter { accept in
      !headers.contains { $0.name.lowercased() == accept.0.lowercased() }
    }
    return Fetching.Target(
      request: HTTPRequest(
        url: address, name: name, headers: accept + headers, sizeLimit: query.sizeLimit,
        redirects: query.redirects), key: key, fresh: query.fresh, pace: pace)
  }
}

/// Secrets by name, looked up for each request and kept nowhere.
struct SecretStore: Sendable {
  /// The configuration file's folder, to which files of secrets are relative.
  var folder: String
  var environment: @Sendable (String) -> String?

  private static let sizeLimit = 64 << 10

  /// Returns a text with its secrets put in.
  func text(of text: RequestText) throws -> String {
    try text.parts.map { part in
      switch part {
      case .literal(let literal): return literal
      case .environment(let name):
        guard let value = environment(name), !value.isEmpty else {
          throw Fetching.Fault("`${env:\(name)}` is not set")
        }
        return try checked(value, "${env:\(name)}")
      case .secret(let file):
        let path = PathName.appending(file, to: folder)
        guard let bytes = try? FileDescriptor.contents(of: path, atMost: Self.sizeLimit),
          let value = String(validating: bytes, as: UTF8.self)
        else { throw Fetching.Fault("`${secret:\(file)}` cannot be read") }
        return try checked(String(value.trimming(\.isNewline)), "${secret:\(file)}")
      }
    }.joined()
  }

  /// A line break would begin another header.
  private func checked(_ value: String, _ name: String) throws -> String {
    guard !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw Fetching.Fault("`\(name)` has more than one line")
    }
    return value
  }
}
