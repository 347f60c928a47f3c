import Foundation
import TestSupport
import Testing

/// `diff`, as the binary that people get.
@Suite("Differences")
struct DiffCommandTests {
  private static let fixtures = ["Tests/Fixtures/diff/old.yaml", "Tests/Fixtures/diff/new.yaml"]

  private func objects(_ arguments: [String]) async throws -> [[String: Any]] {
    let outcome = try await Metsched.run(arguments + ["--format", "json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func `a difference is what it was when somebody last looked`() async throws {
    let text = try await Metsched.run(["diff"] + Self.fixtures)
    try Golden.expect(text.output, in: "diff.txt")
    #expect(text.errors.isEmpty)
    let json = try await Metsched.run(["diff", "--format", "json"] + Self.fixtures)
    try Golden.expect(json.output, in: "diff.jsonl")
  }

  @Test func `the exit code says whether there is a difference, and whether something breaks`()
    async throws
  {
    let query = "examples/query.yaml"
    let cases: [([String], Int32)] = [
      (Self.fixtures, 0), (Self.fixtures + ["--exit-code"], 3),
      ([query, query, "--exit-code"], 0),
      ([query, "--set", "users.bob.MetSearchWidget.interval=2h", "--exit-code"], 1),
      ([query, "--set", "users.bob.MetSearchWidget.interval=2h"], 0),
      (Self.fixtures + ["--user", "carl", "--exit-code"], 1),
      (Self.fixtures + ["--user", "dave"], 2), ([query], 64), ([query, "no.yaml"], 2),
    ]
    for (arguments, status) in cases {
      #expect(try await Metsched.run(["diff"] + arguments).status == status, "\(arguments)")
    }
  }

  @Test func `what a run shows and reloads is what the difference counts`() async throws {
    let edit = "widgets.MetSearchWidget.reload={after: 90m}"
    let file = "examples/query.yaml"
    let changed = try await objects([
      "diff", file, "--set", edit, "--for", "2d", "--start", "2026-01-07T00:00",
    ]).filter { $0["change"] as? String == "changed" }
    #expect(!changed.isEmpty)
    for (key, options) in [("old", []), ("new", ["--set", edit])] {
      let records = try await objects(
        ["run", file, "--for", "2d", "--start", "2026-01-07T00:00"] + options)
      for group in changed {
        let names = try #require(group["placements"] as? [String])
        let day = try #require(group["day"] as? [String: Any])
        let own = records.filter { record in
          let name = ["user", "kind", "id", "family"].map { "\(record[$0] ?? "")" }
          return name.joined(separator: "/") == names[0]
        }
        let entries = try #require((day["entries"] as? [String: Any])?[key] as? Int)
        let reloads = try #require((day["reloads"] as? [String: Any])?[key] as? Int)
        #expect(own.filter { $0["what"] as? String == "show" }.count == entries)
        #expect(own.filter { ["reload", "fail"].contains($0["what"] as? String) }.count == reloads)
      }
    }
  }

  @Test func `an error that no stored value explains is an error of the new file`() async throws {
    let folder = try TemporaryFolder()
    let definitions = """
      intents: {Search: {parameters: {interval: {type: duration, default: 4h, min: MINIMUM}}}}
      widgets: {Clock: {intent: Search, source: sample}}

      """
    let users = "users: {ann: {Clock: {interval: 30m}}}\n"
    let narrowed = definitions.replacingOccurrences(of: "MINIMUM", with: "1h")
    try folder.write(definitions.replacingOccurrences(of: "MINIMUM", with: "5m") + users, to: "old")
    try folder.write(narrowed + users, to: "new")
    try folder.write(
      narrowed + users.replacingOccurrences(of: "30m", with: "31m"), to: "edited")
    try folder.write(narrowed + users + "x: 1\n", to: "wrong")
    try folder.write(narrowed + users.replacingOccurrences(of: "30m", with: "2h"), to: "mended")
    func run(_ name: String) async throws -> Metsched.Outcome {
      try await Metsched.run(["diff", "old", name, "--exit-code"], in: folder.url)
    }
    let broken = try await run("new")
    #expect(broken.status == 3)
    #expect(broken.errors.isEmpty)
    #expect(broken.output.contains("`interval` is 30m, but at least 1h is allowed"))
    let edited = try await run("edited")
    #expect(edited.status == 2)
    #expect(edited.errors.contains("`interval` is 31m, but at least 1h is allowed"))
    let wrong = try await run("wrong")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("unknown key `x`"))
    #expect(wrong.output.isEmpty)
    let mended = try await run("mended")
    #expect(mended.status == 1)
    #expect(mended.output.contains("interval 30m → 2h"))
    #expect(!mended.output.contains("breaks"))
  }

  @Test func `what comes through a pipe stands in the folder of the other file`() async throws {
    let shell = try await ChildProcess(
      URL(fileURLWithPath: "/bin/bash"),
      [
        "-c", "\"$0\" diff <(cat examples/interval.yaml) examples/interval.yaml --for 1h",
        Metsched.binary.path,
      ], in: Project.root
    ).outcome()
    #expect(shell.output.contains("examples/interval.yaml (old) → examples/interval.yaml"))
    #expect(shell.output.contains("no difference: 3 placements as before"))
  }
}
