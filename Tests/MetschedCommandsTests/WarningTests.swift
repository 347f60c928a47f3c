import Foundation
import TestSupport
import Testing

/// What goes wrong for people, as files that get their warnings.
@Suite("Warnings")
struct WarningTests {
  static let folder = "Tests/Fixtures/warnings"

  static let files = Project.yamlFiles(in: folder).map(\.lastPathComponent)

  /// The identifiers that a file names in its line `# expects: …`.
  private static func expected(_ file: String) throws -> [String] {
    let lines = try Project.text(of: "\(folder)/\(file)").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("# expects: ") })
    return line.dropFirst(11).split(separator: " ").map(String.init)
  }

  /// The identifiers and severities that `validate` finds, and its status.
  private static func found(
    _ arguments: [String]
  ) async throws -> (ids: [String], severities: [String], status: Int32) {
    let outcome = try await Metsched.run(["validate", "--format", "json"] + arguments)
    var ids: [String] = []
    var severities: [String] = []
    for line in outcome.output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      ids.append(try #require(object?["id"] as? String))
      severities.append(try #require(object?["severity"] as? String))
    }
    return (ids, severities, outcome.status)
  }

  @Test("are there for each file of the folder", arguments: files)
  func areFound(_ file: String) async throws {
    let expected = try Self.expected(file)
    let found = try await Self.found(["\(Self.folder)/\(file)"])
    #expect(found.ids.sorted() == expected.sorted())
  }

  @Test("are there for each of the facts that they are about")
  func areComplete() throws {
    let texts = try Self.files.map {
      try Project.text(of: "\(Self.folder)/\($0)")
    }
    for fact in [1, 2, 3, 4, 5, 10, 11, 12, 13, 18] {
      #expect(texts.contains { $0.contains("# FIELD \(fact):") }, "\(fact)")
    }
  }

  @Test func `the system's limit of entries is an error, which --warn turns`() async throws {
    let file = "\(Self.folder)/too-many-entries.yaml"
    #expect(try await Self.found([file]).status == 2)
    let warned = try await Self.found(["--warn", "many-entries", file])
    #expect(warned.status == 0)
    #expect(Set(warned.severities) == ["warning"])
    let ideal = try await Self.found(["--set", "host=ideal", file])
    #expect(ideal.ids == ["many-entries"])
    #expect(ideal.status == 0)
  }

  @Test func `--deny makes errors of warnings, --warn leaves some out`() async throws {
    let file = "\(Self.folder)/budget-burnt.yaml"
    #expect(try await Self.found([file]).status == 0)
    #expect(try await Self.found(["--deny", "all", file]).severities == ["error", "error"])
    #expect(try await Self.found(["--deny", "short-interval", file]).status == 2)
    #expect(try await Self.found(["--deny", "late-day", file]).status == 0)
    let mixed = try await Self.found(["--deny", "all", "--warn", "short-interval", file])
    #expect(Set(mixed.severities) == ["error", "warning"])
  }

  @Test(arguments: [
    (["--deny", "late-dya"], "did you mean `late-day`?"),
    (["--deny", "unknown-key"], "is an error in any case"),
    (["--deny", "late-day", "--warn", "late-day"], "after `--deny` and after `--warn`"),
  ])
  func `a level that says nothing is a slip`(_ options: [String], _ message: String) async throws {
    let outcome = try await Metsched.run(["validate"] + options + ["examples/widget.yaml"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("{late-dya: nobody looks}", "did you mean `late-day`?"),
    ("{late-day: }", "allowed without a reason"),
    ("{late-day: \"\"}", "empty"),
    ("{late-day: \"  \"}", "allowed without a reason"),
  ])
  func `what is allowed needs a name and a reason`(_ allow: String, _ message: String) async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(
      "widgets: {WordWidget: {source: sample, allow: \(allow)}}\n", to: "widget.yaml")
    let outcome = try await Metsched.run(["validate", "widget.yaml"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `what is allowed is silent in a run too`() async throws {
    let outcome = try await Metsched.run(["run", "\(Self.folder)/allowed.yaml"])
    #expect(outcome.errors == "")
  }

  @Test func `many users are judged by a few runs, and that is said`() async throws {
    let folder = try TemporaryFolder()
    let users = (1...40).map { "  user\($0): {WordWidget: {interval: \($0)h}}\n" }.joined()
    try folder.write(
      """
      clock: {virtual: {start: 2026-01-05T09:00}}
      intents: {Timing: {parameters: {interval: {type: duration, default: 1h}}}}
      widgets: {WordWidget: {intent: Timing, source: sample}}
      users:
      \(users)
      """, to: "many.yaml")
    let outcome = try await Metsched.run(["validate", "many.yaml"], in: folder.url)
    #expect(outcome.output.contains("(16 of 40 different placements were run)"))
  }
}
