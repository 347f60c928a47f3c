import Foundation
import MetServer
import Testing

/// The built binary against the loopback server: the tutorial of The Met from end to end.
@Suite(.serialized, .enabled(if: MetServer.isAvailable), .timeLimit(.minutes(5)))
struct NetworkRunTests {
  /// A live run whose output is read while it grows.
  private final class LiveProcess {
    private let process = Process()
    private let output: URL

    init(_ arguments: [String], in folder: TemporaryFolder) throws {
      output = folder.url.appendingPathComponent("live-\(UUID().uuidString)")
      try Data().write(to: output)
      process.executableURL = Metsched.binary
      process.currentDirectoryURL = folder.url
      process.arguments = arguments
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// Waits until the output holds a text.
    func wait(for part: String) async throws {
      var tries = 0
      while !text.contains(part), tries < 3_000 {
        try await Task.sleep(for: .milliseconds(10))
        tries += 1
      }
      #expect(text.contains(part), "\(text)")
    }

    func stop() -> String {
      process.interrupt()
      process.waitUntilExit()
      return text
    }
  }

  private static let tutorial = """
    version: 1
    container: container
    link: themet
    clock: system
    widgets:
      TheMetWidget:
        families: [systemMedium]
        source: {file: objects.json}
        limit: 6
        interval: 1h
        reload: never
        reload-on: {container: changed}
        on-error: {show: ON-ERROR, retry: 15m}
    """

  private func fetch(
    _ query: String, _ server: MetServer, in folder: TemporaryFolder
  ) throws -> Metsched.Outcome {
    try Metsched.run(
      "fetch", "themet.yaml", "--query", query, "--base", server.api, "--cache", "",
      in: folder.url)
  }

  @Test func `the tutorial, from an empty container to a deep link`() async throws {
    let server = try MetServer()
    let folder = try TemporaryFolder()
    try folder.write(
      Self.tutorial.replacingOccurrences(of: "ON-ERROR", with: "sample"), to: "themet.yaml")
    let live = try LiveProcess(["run", "themet.yaml", "--format", "json"], in: folder)
    try await live.wait(for: #""shows":"sample""#)
    #expect(live.text.contains("is missing: there is no container `container`"))
    #expect(live.text.contains("Bahram Gur Slays the Rhino-Wolf"))

    let peony = try fetch("peony", server, in: folder)
    #expect(peony.output == "container/objects.json: 4 objects for `peony`\n")
    try await live.wait(for: "Depicting Peony and Butterflies")
    let lion = try fetch("lion", server, in: folder)
    #expect(lion.output == "container/objects.json: 12 objects for `lion`\n")
    try await live.wait(for: "Standing lion")

    // A failed fetch leaves the file and what shows as they are.
    try await server.fault("wrong")
    let failed = try fetch("rhino", server, in: folder)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("search?hasImages=true&q=rhino` is not JSON"))
    #expect(failed.errors.contains("`container/objects.json` stays as it was"))

    let text = live.stop()
    let reloads = text.split(separator: "\n").filter { $0.contains(#""what":"reload""#) }
    #expect(reloads.count == 2)
    #expect(reloads.allSatisfy { $0.contains(#""cause":["container"]"#) })
    #expect(text.contains(#""link":"themet://"#))
    let id = try #require(text.split(separator: "themet://").last?.prefix { $0.isNumber })
    let opened = try Metsched.run("open", "themet://\(id)", "--in", "themet.yaml", in: folder.url)
    #expect(opened.output.contains("title              Standing lion\n"))
    #expect(opened.status == 0)
  }

  @Test func `a file that breaks keeps the last good content, with its age`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.tutorial.replacingOccurrences(of: "ON-ERROR", with: "last"), to: "themet.yaml")
    try folder.write(#"[{"title": "Good", "objectID": 1}]"#, to: "container/objects.json")
    let live = try LiveProcess(
      ["run", "themet.yaml", "--format", "json", "--speed", "60"], in: folder)
    try await live.wait(for: #""title":"Good""#)
    try folder.write(#"[{"title": "Bro"#, to: "container/objects.json")
    try await live.wait(for: "ends in the middle of its JSON; the last good content is ")
    try folder.write("", to: "container/objects.json")
    try await live.wait(for: "is empty; a JSON array was expected; the last good content is ")
    let text = live.stop()
    // What shows stays, and nothing shows in its place.
    #expect(text.components(separatedBy: #""what":"show""#).count == 2)
  }

  @Test func `a live run gets its items when they come, and asks nobody else to wait`() async throws
  {
    let server = try MetServer()
    let folder = try TemporaryFolder()
    try folder.write(
      """
      version: 1
      clock: system
      link: themet
      widgets:
        Local: {source: {items: [{title: Here}, {title: There}]}, interval: 1s, reload: never}
        Remote:
          source: {met: {search: peony, has-images: true, base: "\(server.api)"}}
          on-error: {show: sample, retry: 1h}
      """, to: "widget.yaml")
    try await server.fault("slow", only: "search")
    let live = try LiveProcess(
      ["run", "widget.yaml", "--set", "host={profile: ideal, time-limit: 5s}", "--cache", ""],
      in: folder)
    // Time goes on for the other widget while the answer is on its way.
    try await live.wait(for: "There")
    #expect(live.text.contains("placeholder"))
    #expect(!live.text.contains("fail"))
    try await live.wait(for: "no answer within 5s")
    try await live.wait(for: "sample")
    let text = live.stop()
    #expect(text.contains("search?hasImages=true&q=peony` failed: nothing came for too long"))
  }

  @Test func `a thousand users with twenty queries cause twenty searches`() async throws {
    let server = try MetServer()
    let folder = try TemporaryFolder()
    let words = [
      "lion", "vase", "peony", "rhino", "sword", "armor", "jar", "bowl", "woman", "spring", "bird",
      "horse", "flower", "king", "silk", "gold", "lamp", "box", "chair", "portrait",
    ]
    let users = (0..<1_000).map { "  u\($0): {Met: {query: \(words[$0 % words.count])}}" }
    try folder.write(
      """
      version: 1
      clock: {virtual: {start: 2026-01-05T09:00, for: 2h}}
      host: {profile: ideal, time-limit: 60s}
      intents: {Search: {parameters: {query: {type: string, default: lion}}}}
      widgets:
        Met:
          intent: Search
          source: {met: {search: "${query}", count: 4, base: "\(server.api)"}}
      users:
      \(users.joined(separator: "\n"))
      """, to: "widget.yaml")
    let run = try Metsched.run(
      ["run", "widget.yaml", "--online", "--cache", "cache"], in: folder.url)
    #expect(run.output.contains("1,000 placements"))
    #expect(!run.output.contains("failed"))
    let statistics = try await server.statistics()
    #expect(statistics.searches == 20)
    #expect(statistics.mostInASecond <= 80)
    #expect(statistics.mostAtOnce <= 8)

    // Without `--online` the cache gives the same records, and the server is asked no more.
    let offline = try Metsched.run(["run", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(offline.output == run.output)
    #expect(offline.errors.contains("metsched: `Met` shows what the cache holds of "))
    #expect(try await server.statistics().requests == statistics.requests)
  }

  @Test func `without a network a run starts from the cache, and says so`() async throws {
    var server: MetServer? = try MetServer()
    let folder = try TemporaryFolder()
    func widget(_ show: String) -> String {
      """
      version: 1
      clock: system
      host: {profile: ideal, time-limit: 5s}
      widgets:
        Met:
          source: {met: {search: peony, has-images: true, fresh: 0s, base: "\(server?.api ?? "")"}}
          reload: never
          on-error: {show: \(show), retry: 1h}
      """
    }
    let (last, sample) = (widget("last"), widget("sample"))
    try folder.write(last, to: "widget.yaml")
    try folder.write(sample, to: "sample.yaml")
    let fetched = try Metsched.run(["fetch", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(fetched.status == 0)
    server = nil
    let run = try LiveProcess(["run", "widget.yaml", "--cache", "cache"], in: folder)
    try await run.wait(for: "Depicting Peony and Butterflies")
    #expect(run.stop().contains("failed: nobody answers at that address, 4 tries"))
    let samples = try LiveProcess(["run", "sample.yaml", "--cache", "cache"], in: folder)
    try await samples.wait(for: "Bahram Gur")
    #expect(!samples.stop().contains("Peony"))
  }

  @Test func `fetch fills the cache of widgets that ask for themselves`() async throws {
    let server = try MetServer()
    let folder = try TemporaryFolder()
    try folder.write(
      """
      version: 1
      clock: {virtual: {for: 1m}}
      link: themet
      widgets:
        Met: {source: {met: {search: peony, base: "\(server.api)"}}, reload: never}
        JSON: {source: {json: {url: "\(server.address)json/items", path: data.items}}, reload: never}
      """, to: "widget.yaml")
    let before = try Metsched.run(["run", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(before.output.contains("the search for `peony` is not in the cache"))
    let fetched = try Metsched.run(["fetch", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(
      fetched.output.replacingOccurrences(of: server.address, with: "SERVER/") == """
        cache: 4 items for the search for `peony`
        cache: 2 items for `SERVER/json/items`

        """)
    let after = try Metsched.run(["run", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(after.output.contains("show    First"))
    #expect(after.output.contains("Depicting Peony and Butterflies"))
    let opened = try Metsched.run(
      ["open", "themet://25706", "--in", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(opened.output.contains("Depicting Peony and Butterflies"))
  }
}
