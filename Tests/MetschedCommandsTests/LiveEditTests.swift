import Foundation
import TestSupport
import Testing

/// Files that are written while the built binary runs them.
@Suite(.serialized, .ownThreads) struct LiveEditTests {
  static let file = """
    intents:
      Search: {parameters: {query: {type: string, default: vase}, interval: {type: duration, default: 7m}}}
    widgets:
      Search: {intent: Search, source: {items: [{title: vase}, {title: bowl}]}, reload: never}
    users:
      ann: {Search: {family: systemSmall}}
      bob: {Search: {family: systemSmall}}

    """

  private static func bob(_ values: String) -> String {
    file.replacing("bob: {Search: {", with: "bob: {Search: {\(values), ")
  }

  /// The records after the first instant, without their times.
  private static func later(_ run: LiveProcess) -> [String] {
    run.output.split(separator: "\n").dropFirst(5).map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).dropFirst()
        .drop { $0.first?.isNumber == true }.prefix { $0 != "1" && $0 != "entry" }
        .joined(separator: " ")
    }
  }

  @Test func `an edit changes what it touches, and a wrong one is told once`() async throws {
    let run = try await LiveProcess(Self.file)
    try run.edit(Self.bob("query: bowl"))
    try await run.waitForErrors("  ~ bob/Search  query vase → bowl\n")
    try await run.wait("the edit") { run.output.contains("bowl") }
    try run.edit(Self.bob("qery: bowl"))
    try await run.waitForErrors("the run goes on with what `widget.yaml` said before\n")
    #expect(run.errors.contains("widget.yaml:7:18: error: `qery` is no parameter of `Search`"))
    // The same bytes again are no news, whoever writes them, and a signal says so.
    try run.edit(Self.bob("qery: bowl"))
    run.signal(SIGHUP)
    try await run.waitForErrors("metsched: nothing has changed in the files, which are wrong\n")
    #expect(run.errors.components(separatedBy: "`qery` is no parameter").count == 2)
    try run.edit(Self.bob("query: bowl"))
    try await run.waitForErrors("metsched: `widget.yaml` is right again, as it was before\n")
    try run.edit(Self.bob("query: vase"))
    try await run.waitForErrors("  ~ bob/Search  query bowl → vase\n")
    try await run.wait("the second edit") {
      run.output.components(separatedBy: "edited").count == 5
    }
    #expect(await run.end() == 0)
    let records = Self.later(run)
    #expect(records.filter { $0.hasPrefix("ann") } == [])
    #expect(
      records.prefix(6) == [
        "bob/Search state edited", "bob/Search reload edited", "bob/Search show bowl",
        "bob/Search state edited", "bob/Search reload edited", "bob/Search show vase",
      ])
  }

  @Test func `it does not matter how an editor writes`() async throws {
    let run = try await LiveProcess(Self.file)
    let path = run.url("widget.yaml")
    // In place, through a backup, by a new file, and through a symbolic link from elsewhere.
    let writes: [(String, (Data) throws -> Void)] = [
      ("one", { try $0.write(to: path) }),
      (
        "two",
        { data in
          try FileManager.default.moveItem(at: path, to: run.url("widget.yaml~"))
          try data.write(to: path)
        }
      ),
      (
        "three",
        { data in
          unlink(path.path)
          try data.write(to: path)
        }
      ),
      (
        "four",
        { data in
          try run.folder.write(String(decoding: data, as: UTF8.self), to: "elsewhere/real.yaml")
          unlink(path.path)
          #expect(symlink("elsewhere/real.yaml", path.path) == 0)
        }
      ),
      ("five", { try $0.write(to: run.url("elsewhere/real.yaml")) }),
    ]
    for (word, write) in writes {
      try write(Data(Self.bob("query: \(word)").utf8))
      try await run.waitForErrors("→ \(word)\n")
    }
    #expect(!run.errors.contains("error"))
    #expect(await run.end() == 0)
  }

  @Test func `what is included is watched, new files and those that go too`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("ann: {Search: {family: systemSmall}}\n", to: "users/ann.yaml")
    let main =
      Self.file.components(separatedBy: "users:")[0] + "users: {include: users/*.yaml}\n"
    let run = try await LiveProcess(main, in: folder)
    try folder.write("bob: {Search: {family: systemSmall}}\n", to: "users/bob.yaml")
    try await run.waitForErrors("  + bob/Search\n")
    try folder.write("ann: {Search: {family: systemLarge}}\n", to: "users/ann.yaml")
    try await run.waitForErrors("  + ann/Search/main/systemLarge\n")
    #expect(unlink(run.url("users/bob.yaml").path) == 0)
    try await run.waitForErrors("  - bob/Search\n")
    // A folder that comes into play by an edit.
    try folder.write("zoe: {Search: {family: systemSmall}}\n", to: "more/zoe.yaml")
    try run.edit(main.replacing("users/*.yaml", with: "[users/*.yaml, more/zoe.yaml]"))
    try await run.waitForErrors("  + zoe/Search\n")
    try folder.write("zoe: {Search: {family: systemLarge, query: x}}\n", to: "more/zoe.yaml")
    try await run.wait("the edit") { run.output.contains("zoe/Search/main/systemLarge") }
    #expect(await run.end() == 0)
  }

  @Test func `override files are watched`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("users: {}\n", to: "mine.yaml")
    let run = try await LiveProcess(Self.file, ["--overrides", "mine.yaml"], in: folder)
    try run.edit("users: {ann: {Search: {query: bowl}}}\n", "mine.yaml")
    try await run.waitForErrors("  ~ ann/Search  query vase → bowl\n")
    #expect(await run.end() == 0)
  }

  @Test func `the clock of a run is the one that it began with`() async throws {
    let run = try await LiveProcess("clock: {system: {speed: 60}}\n" + Self.file)
    try run.edit("clock: {system: {speed: 6}}\n" + Self.bob("query: bowl"))
    try await run.waitForErrors(
      "`clock` counts from the next start on; the run keeps the one that it has\n")
    try await run.waitForErrors("~ bob/Search  query vase → bowl\n")
    #expect(await run.end() == 0)
  }

  @Test func `a file that goes leaves the run as it is`() async throws {
    let run = try await LiveProcess(Self.file)
    #expect(unlink(run.url("widget.yaml").path) == 0)
    run.signal(SIGHUP)
    try await run.waitForErrors("metsched: `widget.yaml` does not exist")
    try await run.waitForErrors("the run goes on with what `widget.yaml` said before\n")
    try run.edit(Self.bob("query: bowl"))
    try await run.waitForErrors("~ bob/Search  query vase → bowl\n")
    #expect(await run.end() == 0)
  }

  @Test func `places in records are those of the file as it is`() async throws {
    let run = try await LiveProcess(Self.file, ["--format", "json"])
    try run.edit("# a line more\n" + Self.bob("query: bowl"))
    try await run.wait("the edit") { run.output.contains("\"edited\"]") }
    #expect(await run.end() == 0)
    let lines = run.output.split(separator: "\n").filter { $0.contains("\"what\":\"reload\"") }
    #expect(lines.first?.contains("widget.yaml:4:") == true)
    #expect(lines.last?.contains("widget.yaml:5:") == true)
  }
}
