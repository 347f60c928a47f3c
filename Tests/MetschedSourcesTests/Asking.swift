import Foundation
import MetServer
import MetschedConfiguration
import MetschedTime
import MetschedWidgets
import Synchronization
import TestSupport

@testable import MetschedSources

/// A fetcher on a server of its own, with a wall clock that tests set.
final class Asking {
  let server: MetServer
  let fetcher: RemoteFetcher
  let folder: TemporaryFolder
  private let clock: SetClock

  final class SetClock: Sendable {
    private let time = Mutex(Instant(milliseconds: 1_800_000_000_000))

    var now: Instant { time.withLock { $0 } }

    func pass(_ milliseconds: Int64) { time.withLock { $0 = $0 + milliseconds } }
  }

  /// Starts a server and what asks it.
  ///
  /// - Parameters:
  ///   - mode: how the network is used.
  ///   - limit: the provider's time limit.
  ///   - environment: the variables of secrets.
  ///   - earlier: whose server, clock and cache folder it shares; nil for new ones.
  /// - Throws: what keeps the server from starting.
  init(
    _ mode: RemoteFetcher.Mode = .awaited, limit: Duration = .seconds(20),
    environment: [String: String] = [:], after earlier: Asking? = nil
  ) async throws {
    if let earlier { server = earlier.server } else { server = try await MetServer() }
    folder = try earlier?.folder ?? TemporaryFolder()
    let clock = earlier?.clock ?? SetClock()
    self.clock = clock
    fetcher = RemoteFetcher(
      mode: mode, timeLimit: limit,
      cache: ResponseCache(folder: folder.file("cache").path),
      folder: folder.path, environment: { environment[$0] }, now: { clock.now })
  }

  /// Lets time pass on the wall clock.
  func pass(_ milliseconds: Int64) { clock.pass(milliseconds) }

  /// Searches for a word.
  func search(_ word: String, count: Int = 12, fresh: Int64 = 300_000) async -> RemoteAnswer {
    await ask(
      .met(
        MetQuery(
          base: server.api, parameters: [.init("hasImages", "true"), .init("q", word)],
          count: count, fresh: fresh)))
  }

  /// Asks for a document of the server.
  func json(
    _ path: String, at place: String? = "data.items", headers: [JSONQuery.Header] = [],
    redirects: Int = 5, fresh: Int64 = 0
  ) async -> RemoteAnswer {
    await ask(
      .json(
        JSONQuery(
          url: RequestText(server.address + path),
          path: place.flatMap { JSONPath($0) } ?? JSONPath(),
          headers: headers, redirects: redirects, fresh: fresh)))
  }

  func ask(_ query: RemoteQuery) async -> RemoteAnswer { await fetcher.ask(query).wait() }
}

extension RemoteAnswer {
  /// The titles of the items; nil for a failure.
  var titles: [String]? {
    guard case .success(let content) = result else { return nil }
    return content.items.map { $0["title"]?.text ?? "" }
  }

  /// The failure's words with the server's address as `SERVER`; nil for content.
  func fault(of asking: Asking) -> String? {
    guard case .failure(let fault) = result else { return nil }
    return fault.message.replacingOccurrences(of: asking.server.address, with: "SERVER/")
  }
}
