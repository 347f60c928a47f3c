import Foundation
import MetServer
import TestSupport
import Testing

/// The built binary against the loopback server: the tutorial of The Met from end to end.
@Suite(.serialized, .ownThreads, .enabled(if: MetServer.isAvailable))
struct NetworkRunTests {
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
  ) async throws -> Metsched.Outcome {
    try await Metsched.run(
      ["fetch", "widget.yaml", "--query", query, "--base", server.api, "--cache", ""],
      in: folder.url, waits: false)
  }

  @Test func `the tutorial, from an empty container to a deep link`() async throws {
    let server = try await MetServer()
    let folder = try TemporaryFolder()
    let live = try await LiveProcess(
      Self.tutorial.replacingOccurrences(of: "ON-ERROR", with: "sample"), ["--format", "json"],
      in: folder, until: #""shows":"sample""#)
    #expect(live.output.contains("is missing: there is no container `container`"))
    #expect(live.output.contains("Bahram Gur Slays the Rhino-Wolf"))

    let peony = try await fetch("peony", server, in: folder)
    #expect(peony.output == "container/objects.json: 4 objects for `peony`\n")
    try await live.waitForOutput("Depicting Peony and Butterflies")
    let lion = try await fetch("lion", server, in: folder)
    #expect(lion.output == "container/objects.json: 12 objects for `lion`\n")
    try await live.waitForOutput("Standing lion")

    // A failed fetch leaves the file and what shows as they are.
    try await server.fault("wrong")
    let failed = try await fetch("rhino", server, in: folder)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("search?hasImages=true&q=rhino` is not JSON"))
    #expect(failed.errors.contains("`container/objects.json` stays as it was"))

    #expect(await live.end(SIGINT) == 0)
    let text = live.output
    let reloads = text.split(separator: "\n").filter { $0.contains(#""what":"reload""#) }
    #expect(reloads.count == 2)
    #expect(reloads.allSatisfy { $0.contains(#""cause":["container"]"#) })
    #expect(text.contains(#""link":"themet://"#))
    let id = try #require(text.split(separator: "themet://").last?.prefix { $0.isNumber })
    let opened = try await Metsched.run(
      "open", "themet://\(id)", "--in", "widget.yaml", in: folder.url)
    #expect(opened.output.contains("title              Standing lion\n"))
    #expect(opened.status == 0)
  }

  @Test func `a file that breaks keeps the last good content, with its age`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"title": "Good", "objectID": 1}]"#, to: "container/objects.json")
    let live = try await LiveProcess(
      Self.tutorial.replacingOccurrences(of: "ON-ERROR", with: "last"),
      ["--format", "json", "--speed", "60"], in: folder, until: #""title":"Good""#)
    try folder.write(#"[{"title": "Bro"#, to: "container/objects.json")
    try await live.waitForOutput("ends in the middle of its JSON; the last good content is ")
    try folder.write("", to: "container/objects.json")
    try await live.waitForOutput("is empty; a JSON array was expected; the last good content is ")
    #expect(await live.end(SIGINT) == 0)
    let text = live.output
    // What shows stays, and nothing shows in its place.
    #expect(text.components(separatedBy: #""what":"show""#).count == 2)
  }

  @Test func `a live run gets its items when they come, and asks nobody else to wait`() async throws
  {
    let server = try await MetServer()
    let folder = try TemporaryFolder()
    try await server.fault("slow", only: "search")
    let live = try await LiveProcess(
      """
      version: 1
      clock: system
      link: themet
      widgets:
        Local: {source: {items: [{title: Here}, {title: There}]}, interval: 1s, reload: never}
        Remote:
          source: {met: {search: peony, has-images: true, base: "\(server.api)"}}
          on-error: {show: sample, retry: 1h}
      """, ["--set", "host={profile: ideal, time-limit: 5s}", "--cache", ""], in: folder)
    try await live.waitForOutput("no answer within 5s")
    try await live.waitForOutput("sample")
    #expect(await live.end(SIGINT) == 0)
    let text = live.output
    #expect(text.contains("search?hasImages=true&q=peony` failed: nothing came for too long"))
    // Time goes on for the other widget while the answer is on its way.
    let before = try #require(text.split(separator: "fail").first)
    #expect(before.contains("placeholder"))
    #expect(before.contains("There"))
  }

  @Test func `a live run that has asked the network wakes nobody`() async throws {
    let server = try await MetServer()
    let live = try await LiveProcess(
      """
      version: 1
      clock: system
      link: themet
      widgets:
        Remote:
          source: {met: {search: peony, has-images: true, base: "\(server.api)"}}
          interval: 1h
          reload: {after: 6h}
      """, ["--set", "host=ideal", "--cache", ""])
    try await live.waitForOutput("Sword Guard")
    // What comes after the last record is done in a moment; then there is nothing.
    try await Task.sleep(for: .seconds(1))
    let before = try Self.switches(of: live.identifier)
    #expect(before.count > 1)
    try await Task.sleep(for: .seconds(3))
    #expect(try Self.switches(of: live.identifier) == before)
    #expect(await live.end(SIGINT) == 0)
  }

  /// How often each thread of a process has been woken, by the thread's id.
  private static func switches(of process: Int32) throws -> [String: Substring] {
    let folder = "/proc/\(process)/task"
    let threads = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: threads.map { thread in
        let status = try String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return (thread, try #require(line))
      })
  }

  @Test func `a thousand users with twenty queries cause twenty searches`() async throws {
    let server = try await MetServer()
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
    let run = try await Metsched.run(
      ["run", "widget.yaml", "--online", "--cache", "cache"], in: folder.url)
    #expect(run.output.contains("1,000 placements"))
    #expect(!run.output.contains("failed"))
    let statistics = try await server.statistics()
    #expect(statistics.searches == 20)
    #expect(statistics.mostInASecond <= 80)
    #expect(statistics.mostAtOnce <= 8)

    // Without `--online` the cache gives the same records, and the server is asked no more.
    let offline = try await Metsched.run(
      ["run", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(offline.output == run.output)
    #expect(offline.errors.contains("metsched: `Met` shows what the cache holds of "))
    #expect(try await server.statistics().requests == statistics.requests)
  }

  @Test func `without a network a run starts from the cache, and says so`() async throws {
    var server: MetServer? = try await MetServer()
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
    let fetched = try await Metsched.run(
      ["fetch", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(fetched.status == 0)
    server = nil
    let options = ["--cache", "cache"]
    let run = try await LiveProcess(
      last, options, in: folder, until: "Depicting Peony and Butterflies")
    #expect(await run.end(SIGINT) == 0)
    #expect(run.output.contains("failed: nobody answers at that address, 4 tries"))
    let samples = try await LiveProcess(sample, options, in: folder, until: "Bahram Gur")
    #expect(await samples.end(SIGINT) == 0)
    #expect(!samples.output.contains("Peony"))
  }

  @Test func `fetch fills the cache of widgets that ask for themselves`() async throws {
    let server = try await MetServer()
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
    let before = try await Metsched.run(["run", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(before.output.contains("the search for `peony` is not in the cache"))
    let fetched = try await Metsched.run(
      ["fetch", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(
      fetched.output.replacingOccurrences(of: server.address, with: "SERVER/") == """
        cache: 4 items for the search for `peony`
        cache: 2 items for `SERVER/json/items`

        """)
    let after = try await Metsched.run(["run", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(after.output.contains("show    First"))
    #expect(after.output.contains("Depicting Peony and Butterflies"))
    let opened = try await Metsched.run(
      ["open", "themet://25706", "--in", "widget.yaml", "--cache", "cache"], in: folder.url)
    #expect(opened.output.contains("Depicting Peony and Butterflies"))
  }
}
