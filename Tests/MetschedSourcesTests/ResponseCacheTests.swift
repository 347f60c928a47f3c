import Foundation
import MetschedTime
import TestSupport
import Testing

@testable import MetschedSources

/// Files of the cache.
struct ResponseCacheTests {
  private let folder: TemporaryFolder
  private static let now = Instant(milliseconds: 1_800_000_000_000)

  init() throws { folder = try TemporaryFolder() }

  private var cache: ResponseCache { ResponseCache(folder: folder.file("a/cache").path) }

  private var files: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        at: folder.file("a/cache"), includingPropertiesForKeys: nil)
    }
  }

  private func response(_ headers: [String: String], _ body: [UInt8]) -> CachedResponse {
    CachedResponse(
      HTTPResponse(status: 200, headers: headers, body: body), of: "http://one.example/Kōgō",
      at: Self.now)
  }

  @Test(arguments: [
    ["etag": #"W/"a\b\#u{1}\#u{2028}""#, "last-modified": "then", "cache-control": "max-age=60"],
    [:],
  ])
  func `what was written is read again`(headers: [String: String]) throws {
    let body: [UInt8] = [0, 10, 255, 10]
    let response = response(headers, body)
    cache.store(response, under: "key")
    #expect(try files.map(\.pathExtension) == ["http"])
    let read = try #require(cache.response(of: "key"))
    #expect(read.name == response.name)
    #expect(read.fetched == response.fetched)
    #expect(read.maxAge == response.maxAge)
    #expect(read.etag == headers["etag"])
    #expect(read.lastModified == headers["last-modified"])
    #expect(read.isNotStored == false)
    #expect(read.body == body)
  }

  @Test func `another answer takes the place of the first, for its owner alone`() throws {
    for text in ["one", "two"] { cache.store(response([:], Array(text.utf8)), under: "key") }
    #expect(cache.response(of: "key")?.body == Array("two".utf8))
    let file = try #require(try files.first)
    #expect(try files.count == 1)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file of an earlier version is read`() throws {
    cache.store(response([:], []), under: "key")
    let head = #"{"isNotStored":false,"etag":"\"x\"","name":"http:\/\/a","fetched":5,"maxAge":7}"#
    try Data("\(head)\nbody\n".utf8).write(to: try #require(try files.first))
    let read = try #require(cache.response(of: "key"))
    #expect(read.name == "http://a")
    #expect(read.etag == #""x""#)
    #expect(read.fetched == 5)
    #expect(read.maxAge == 7)
    #expect(read.lastModified == nil)
    #expect(read.body == Array("body\n".utf8))
  }

  @Test(arguments: ["", "{}", "{}\n", "nonsense\nbody", #"{"name":"a","fetched":"5"}\#n"#])
  func `a file that cannot be read is none`(text: String) throws {
    cache.store(response([:], []), under: "key")
    try Data(text.utf8).write(to: try #require(try files.first))
    #expect(cache.response(of: "key") == nil)
  }

  @Test func `what a server forbids to keep is in memory alone`() throws {
    let cache = cache
    cache.store(response(["cache-control": "no-store"], [1]), under: "key")
    #expect(cache.response(of: "key")?.body == [1])
    #expect(self.cache.response(of: "key") == nil)
  }
}
