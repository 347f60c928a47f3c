import Foundation
import TestSupport
import Testing

/// Signals and the control socket of the built binary.
@Suite(.serialized, .ownThreads) struct ServiceTests {
  static let file = LiveEditTests.file

  private static func socket(_ run: LiveProcess) throws -> String {
    let folder = run.url("r/metsched").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return folder + "/" + (try #require(names.first { $0.hasSuffix(".sock") }))
  }

  /// Says something to a socket, and returns all that comes back until it is closed or silent.
  private static func speak(
    _ path: String, _ request: [UInt8], seconds: Int = 10
  ) throws -> String {
    let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var rest = request[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while answer.last != UInt8(ascii: "\n") {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  @Test func `signals print the state, and end the run with its summary`() async throws {
    let run = try await LiveProcess(Self.file, ["--set", "host=widgetkit"])
    run.signal(SIGUSR1)
    try await run.waitForErrors("bob/Search")
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("widget.yaml · 2 placements · "))
    #expect(
      lines[1].split(separator: " ") == [
        "placement", "shows", "since", "next", "reload", "left", "pending",
      ])
    #expect(lines[2].hasPrefix("ann/Search  vase   "))
    #expect(lines[2].hasSuffix("  never        40"))
    let path = try Self.socket(run)
    #expect(await run.end(SIGINT) == 0)
    #expect(run.output.contains("2 placements · 2 entries shown"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `an event for later is asked once, over an edit and a kill`() async throws {
    let folder = try TemporaryFolder()
    let arguments = ["--record", "run.db", "--speed", "600"]
    let run = try await LiveProcess(Self.file, arguments, keepsRecords: true, in: folder)
    // The next one lies five seconds ahead.
    let asked = try await run.run("event", "{every: 50m, reload: Search, user: bob}")
    #expect(asked.output.hasSuffix("to 1 placement\n"))
    let edited = Self.file.replacing("users:", with: "users:\n  cleo: {Search: {}}")
    try run.edit(edited)
    try await run.wait("cleo") { run.output.contains("cleo/Search") }
    // What is a quarter of a second old is in the database.
    try await Task.sleep(for: .seconds(1))
    run.signal(SIGKILL)
    _ = await run.end()
    // Nothing else reloads by itself.
    let next = try await LiveProcess(
      edited, arguments, keepsRecords: true, in: folder, until: "bob/Search")
    #expect(await next.end() == 0)
    let replay = try await next.run("replay", "run.db")
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")
  }

  @Test func `an event may name what another has placed`() async throws {
    let run = try await LiveProcess(Self.file)
    let name = "{user: bob, remove: Search/side}"
    #expect(try await run.run("event", name).errors.contains("side"))
    let add = "{user: bob, add: {Search: {family: systemLarge, id: side}}}"
    #expect(try await run.run("event", add).status == 0)
    #expect(
      try await run.run("edit", "bob/Search/side", "query=bowl").output.hasSuffix("1 placement\n"))
    // It is there already.
    #expect(try await run.run("event", add).status == 2)
    #expect(try await run.run("event", name).output.hasSuffix("to 1 placement\n"))
    #expect(try await run.run("event", name).status == 2)
    #expect(try await run.run("event", add).status == 0)
  }

  @Test func `the verbs of the service`() async throws {
    let run = try await LiveProcess(Self.file)
    let status = try await run.run("status")
    #expect(status.status == 0)
    #expect(status.output.contains("\nbob/Search  vase   "))
    let json = try await run.run("status", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let placements = try #require(object?["placements"] as? [[String: Any]])
    #expect(placements.map { $0["shows"] as? String } == ["vase", "vase"])
    let reload = try await run.run("reload", "Search", "--user", "bob")
    #expect(reload.output.hasPrefix("happened at "))
    #expect(reload.output.hasSuffix("to 1 placement\n"))
    let edit = try await run.run("edit", "bob", "query=bowl")
    #expect(edit.output.hasSuffix("to 1 placement\n"))
    #expect(try await run.run("status").output.contains("\nbob/Search  bowl"))
    let event = try await run.run("event", "{at: 2199-01-01, reload-all: true}")
    #expect(event.output == "will happen at 2199-01-01T00:00:00Z\n")
    let add = try await run.run(
      "event", "{user: ann, add: {Search: {id: hall, family: systemLarge}}}")
    #expect(add.output.hasSuffix("to 1 placement\n"))
    #expect(try await run.run("status").output.contains("ann/Search/hall  vase"))
    // An edit of the file leaves alone what was edited in the run.
    try run.edit("# nothing\n" + Self.file)
    try await run.waitForErrors("changes no placement")
    #expect(try await run.run("status").output.contains("\nbob/Search       bowl"))
    #expect(try await run.run("reload", "--files").output == "nothing has changed in the files\n")
    #expect(await run.end() == 0)
    #expect(run.output.contains("1 edited, 1 reload"))
  }

  @Test(
    arguments: [
      (["reload", "Serch"], "did you mean `Search`?"),
      (["event", "{reload: Search, push: true}"], "error: "),
      (["event", ""], "error: "),
      (["event", "{at: 2001-01-01, push: true}"], "all of its dates have passed"),
      (["edit", "bob", "qery=x"], "did you mean `query`?"),
      (["edit", "zoe", "query=x"], "nobody called `zoe`"),
    ])
  func `what is wrong with a request is told to whoever asked`(
    _ arguments: [String], _ message: String
  ) async throws {
    let run = try await LiveProcess(Self.file)
    let outcome = try await Metsched.run(
      arguments, in: run.folder.url, environment: run.environment, waits: false)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(await run.end() == 0)
    #expect(run.errors == "")
  }

  @Test func `only its owner may speak to the socket`() async throws {
    let run = try await LiveProcess(Self.file)
    var status = stat()
    #expect(lstat(try Self.socket(run), &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    #expect(await run.end() == 0)
  }

  @Test func `nobody, several, and one that was killed`() async throws {
    let folder = try TemporaryFolder()
    let first = try await LiveProcess(Self.file, in: folder)
    try folder.write(Self.file, to: "other.yaml")
    let other = try Metsched.start(
      ["run", "other.yaml", "--clock", "system", "--no-record"], in: folder.url,
      environment: first.environment)
    try await first.wait("the other service") {
      try await first.run("status", "--in", "other.yaml").status == 0
    }
    let several = try await first.run("status")
    #expect(several.status == 1)
    #expect(
      several.errors == """
        metsched: 2 services are running
          `--in FILE` says which is meant:
            other.yaml
            widget.yaml

        """)
    await other.end(SIGKILL)
    #expect(try await first.run("status").status == 0)
    #expect(await first.end(SIGKILL) == SIGKILL)
    let nobody = try await first.run("status")
    #expect(nobody.status == 1)
    #expect(
      nobody.errors == """
        metsched: no service is running
          `metsched run widget.yaml --clock system` starts one

        """)
    #expect(
      try await first.run("status", "--in", "widget.yaml").errors.contains(
        "no service runs `widget.yaml`"))
    // The socket that it left behind is in nobody's way.
    let second = try await LiveProcess(Self.file, in: folder)
    #expect(try await second.run("status").status == 0)
    #expect(await second.end() == 0)
  }

  @Test func `a path that is too long is said, and the run goes on`() async throws {
    let long = String(repeating: "long/", count: 30)
    let folder = try TemporaryFolder()
    let run = try await LiveProcess(
      Self.file, environment: ["XDG_RUNTIME_DIR": folder.path + "/" + long], in: folder)
    try await run.waitForErrors("metsched: no control socket: ")
    #expect(run.errors.contains("bytes, and a socket's path 107 at most"))
    #expect(await run.end() == 0)
  }

  @Test func `a request is bounded, and has to be one`() async throws {
    let run = try await LiveProcess(Self.file)
    let path = try Self.socket(run)
    let long = try Self.speak(path, [UInt8](repeating: 0x20, count: 100_000))
    #expect(long.contains("a request has 65536 bytes at most"))
    #expect(try Self.speak(path, Array("nonsense\n".utf8)).contains("\"ok\":false"))
    #expect(
      try Self.speak(path, Array("{\"verb\": \"dance\"}\n".utf8)).contains(
        "is no verb of a service"))
    #expect(try Self.speak(path, Array("{\"verb\": \"status\"}\n".utf8)).contains("\"ok\":true"))
    #expect(await run.end() == 0)
  }

  @Test func `clients that say nothing keep nobody from the service`() async throws {
    let run = try await LiveProcess(Self.file)
    let path = try Self.socket(run)
    var idle: [Int32] = []
    for _ in 0..<20 {
      let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      _ = send(descriptor, "{\"verb\"", 7, Int32(MSG_NOSIGNAL))
      idle.append(descriptor)
    }
    #expect(try await run.run("status").status == 0)
    for descriptor in idle { close(descriptor) }
    #expect(try await run.run("status").status == 0)
    #expect(await run.end() == 0)
  }
}
