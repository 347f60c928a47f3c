import Foundation
import MetServer
import Synchronization
import TestSupport
import Testing

@testable import MetschedSources

extension NetworkTests {
  /// Single requests over real sockets, and the thread that makes them.
  @Suite struct HTTPClientTests {
    let server: MetServer
    let client = HTTPClient(connections: 3)

    init() async throws {
      server = try await MetServer()
    }

    private func request(
      _ path: String, headers: [(name: String, value: String)] = [], sizeLimit: Int = 1 << 20,
      redirects: Int = 3
    ) -> HTTPRequest {
      HTTPRequest(
        url: path.contains(/^[a-z]+:/) ? path : server.address + path, name: path, headers: headers,
        sizeLimit: sizeLimit, redirects: redirects)
    }

    private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      try await client.send(request, within: .seconds(20))
    }

    /// The words of a request's fault; nil where it is answered.
    private func fault(of request: HTTPRequest, within limit: Duration = .seconds(20)) async throws
      -> String?
    {
      do {
        _ = try await client.send(request, within: limit)
        return nil
      } catch let fault as HTTPFault {
        return fault.message
      }
    }

    private func echo(_ request: HTTPRequest) async throws -> [String: String] {
      try JSONDecoder().decode(
        [String: String].self, from: Data(try await send(request).body))
    }

    // MARK: Headers

    @Test func `headers reach the server as they are, and none that nobody asked for`() async throws
    {
      let headers = try await echo(
        request(
          "http/echo", headers: [("X-One", "a, b: c"), ("X-Empty", ""), ("Accept", "text/plain")]))
      #expect(
        Set(headers.keys)
          == ["host", "user-agent", "accept", "accept-encoding", "x-one", "x-empty"])
      #expect(headers["x-one"] == "a, b: c")
      #expect(headers["x-empty"] == "")
      #expect(headers["accept"] == "text/plain")
      #expect(headers["user-agent"]?.hasPrefix("metsched libcurl/") == true)
      #expect(headers["accept-encoding"]?.contains("gzip") == true)
    }

    @Test func `the last answer's headers count, and one that comes twice is a list`() async throws
    {
      let response = try await send(request("http/hints"))
      #expect(response.status == 200)
      #expect(response.headers["x-part"] == "one, two")
      #expect(response.body == Array("{}".utf8))
    }

    @Test func `headers without end are too large`() async throws {
      #expect(try await fault(of: request("http/headers")) == "its headers are larger than 300 KiB")
    }

    // MARK: Redirects

    @Test func `another origin is not told the headers`() async throws {
      let other = server.address.replacing("127.0.0.1", with: "localhost")
      let secret = [(name: "X-Secret", value: "sesame")]
      let here = try await echo(request("http/to?url=/http/echo", headers: secret))
      #expect(here["x-secret"] == "sesame")
      let there = try await echo(request("http/to?url=\(other)http/echo", headers: secret))
      #expect(there["host"]?.hasPrefix("localhost:") == true)
      #expect(there["x-secret"] == nil)
      // Nor is the first, when it is led back to.
      let back = "\(other)http/to?url=\(server.address)http/echo"
      #expect(try await echo(request("http/to?url=\(back)", headers: secret))["x-secret"] == nil)
    }

    @Test func `an address's user info is its own server's alone`() async throws {
      let port = server.address.split(separator: ":")[2]
      let own = "http://user:sesame@127.0.0.1:\(port)"
      for location in ["/http/echo", "\(server.address)http/echo"] {
        let headers = try await echo(request("\(own)http/to?url=\(location)"))
        // "user:sesame"
        #expect(headers["authorization"] == "Basic dXNlcjpzZXNhbWU=")
      }
      for location in ["http://localhost:\(port)http/echo", "//localhost:\(port)http/echo"] {
        let headers = try await echo(request("\(own)http/to?url=\(location)"))
        #expect(headers["host"]?.hasPrefix("localhost:") == true)
        #expect(headers["authorization"] == nil)
      }
      // Nor does a server choose what another one is told.
      let chosen = "http://user:sesame@localhost:\(port)http/echo"
      #expect(try await echo(request("http/to?url=\(chosen)"))["authorization"] == nil)
    }

    @Test func `a redirect to what is not the web is an answer`() async throws {
      let response = try await send(request("http/to?url=file:///etc/passwd"))
      #expect(response.status == 302)
      #expect(response.body == Array("{}".utf8))
    }

    @Test func `no other protocol is spoken`() async throws {
      let words = try await fault(of: request("file:///etc/passwd"))
      #expect(words == "the address is not a URL of HTTP or HTTPS")
    }

    // MARK: Bodies

    @Test(arguments: ["gzip", "deflate"])
    func `a body is decompressed`(coding: String) async throws {
      let response = try await send(request("http/coded/\(coding)"))
      #expect(response.body == Array(#"{"coded": true}"#.utf8))
    }

    @Test func `a body that is not what its coding says is a fault`() async throws {
      #expect(
        try await fault(of: request("http/coded/wrong")) == "the answer cannot be decompressed")
    }

    @Test func `the size limit counts bytes after decompression`() async throws {
      let bomb = request("http/coded/bomb")
      #expect(try await fault(of: bomb) == "the answer is larger than 1 MiB")
      let fitting = request("http/coded/bomb", sizeLimit: 64 << 20)
      #expect(try await send(fitting).body.count == 64 << 20)
    }

    @Test func `what says that it is too large is refused, and what fits to the byte is not`()
      async throws
    {
      let size = try await send(request("json/items")).body.count
      #expect(try await send(request("json/items", sizeLimit: size)).body.count == size)
      #expect(
        try await fault(of: request("json/items", sizeLimit: size - 1))
          == "the answer is larger than \(size - 1) bytes")
    }

    // MARK: Ends

    @Test func `nobody at the address, and no such host`() async throws {
      #expect(
        try await fault(of: request("http://127.0.0.1:9/")) == "nobody answers at that address")
      #expect(try await fault(of: request("http://nowhere.invalid/")) == "the host is unknown")
    }

    @Test func `a host may have letters of any script`() async throws {
      let port = try #require(URL(string: server.address)?.port)
      // IDNA takes these wide letters for those of ASCII.
      let wide = request("http://ｌｏｃａｌｈｏｓｔ:\(port)/http/echo")
      #expect(try await echo(wide)["host"] == "localhost:\(port)")
    }

    @Test func `the time limit ends a request, and what waits for a connection too`() async throws {
      try await server.fault("slow")
      let slow = request("json/items")
      await withThrowingTaskGroup { group in
        for _ in 0..<6 {
          group.addTask { try await self.fault(of: slow, within: .milliseconds(300)) }
        }
        while let words = await group.nextResult() {
          #expect((try? words.get()) == "nothing came for too long")
        }
      }
      // The connections are free again.
      try await server.fault("none")
      #expect(try await send(slow).status == 200)
    }

    @Test func `a cancelled task ends at once, and leaves its connection to others`() async throws {
      try await server.fault("slow")
      let slow = request("json/items")
      let client = client
      for count in 1...6 {
        let task = Task { try await client.send(slow, within: .seconds(600)) }
        try await Waiting.wait(for: "the request") {
          try await server.statistics().requests == count
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      try await server.fault("none")
      #expect(try await send(slow).status == 200)
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await client.send(slow, within: .seconds(600))
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func `requests at once are never more than the connections`() async throws {
      let brief = request("http/wait?ms=5")
      let statuses = try await withThrowingTaskGroup { group in
        for _ in 0..<200 { group.addTask { try await self.send(brief).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 200, count: 200))
      #expect(try await server.statistics().mostAtOnce == 3)
    }

    // MARK: The thread

    @Test func `an idle client is never woken, and its thread ends with it`() async throws {
      let others = try Self.threads()
      var client: HTTPClient? = HTTPClient(connections: 2)
      #expect(try Self.threads() == others)
      let request = request("json/items")
      for _ in 0..<3 { _ = try await client?.send(request, within: .seconds(20)) }
      let mine = try Self.threads().filter { others[$0.key] == nil }
      #expect(mine.count == 1)
      let thread = try #require(mine.first?.key)
      // What comes after the answer is done in a moment; then there is nothing.
      try await Task.sleep(for: .milliseconds(200))
      let before = try #require(try Self.threads()[thread])
      try await Task.sleep(for: .seconds(2))
      #expect(try Self.threads()[thread] == before)
      client = nil
      try await Waiting.wait(for: "the end of the thread") { try Self.threads()[thread] == nil }
    }

    /// How often each thread of a client has been woken, by its id.
    private static func threads() throws -> [String: Int] {
      let folder = "/proc/self/task"
      var switches: [String: Int] = [:]
      for id in try FileManager.default.contentsOfDirectory(atPath: folder) {
        // A thread may end meanwhile.
        guard let status = try? String(contentsOfFile: "\(folder)/\(id)/status", encoding: .utf8),
          status.hasPrefix("Name:\tmetsched.http\n")
        else { continue }
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        let count: Int = try #require(line.flatMap { Int($0.filter(\.isNumber)) })
        switches[id] = count
      }
      return switches
    }
  }
}
