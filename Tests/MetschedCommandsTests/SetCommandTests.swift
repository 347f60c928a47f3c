import Foundation
import TestSupport
import Testing

/// `metsched set`: what it changes, what it leaves alone, and what it refuses.
@Suite struct SetCommandTests {
  /// A file full of what must stay: comments, quotes, an order of its own, empty values.
  static let file = """
    # The whole house.
    version: 1        # of the language

    clock: {virtual: {start: 2026-01-05T09:00:00Z, for: 2h}}
    intents:
      Search:
        parameters:
          query: {type: string, default: 'rhino', max-length: 20}   # one word
          interval: {type: duration, default: "1h", min: 15m, max: 1d}
          at: {type: time, default: "04:00"}
          families: {type: families, default: [systemSmall]}
    widgets:
      Met: {intent: Search, source: sample}
      Still: {source: sample}
    users:
      # Alice first.
      alice:
        Met:          # nothing of her own
        Still:
      bob: {Met: {query: "peony", interval: 30m}, Still: }   # all in one line
      carol:
        timezone: Europe/Paris
        Met:
          interval: 2h   # for both
          placements:
            - {id: hall, query: peony}   # by the door
            # Not for guests.
            - id: kitchen
              query: >-
                rhino
              families: [systemSmall, systemMedium]
      dave: &dave
        Met: {query: lily}
      erin: *dave
    # The end.

    """

  struct Case: CustomTestStringConvertible {
    var name: String
    var arguments: [String]
    var removed: [String]
    var inserted: [String]
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "an empty value in a block", arguments: ["alice/Met", "interval=45m"],
      removed: ["    Met:          # nothing of her own"],
      inserted: ["    Met: {interval: 45m}          # nothing of her own"]),
    Case(
      name: "a value in brackets", arguments: ["bob/Met", "interval=45m"],
      removed: [#"  bob: {Met: {query: "peony", interval: 30m}, Still: }   # all in one line"#],
      inserted: [#"  bob: {Met: {query: "peony", interval: 45m}, Still: }   # all in one line"#]),
    Case(
      name: "a value that needs quotes", arguments: ["bob/Met", "query=a: b"],
      removed: [#"  bob: {Met: {query: "peony", interval: 30m}, Still: }   # all in one line"#],
      inserted: [#"  bob: {Met: {query: "a: b", interval: 30m}, Still: }   # all in one line"#]),
    Case(
      name: "an empty value in brackets", arguments: ["bob/Still", "family=systemLarge"],
      removed: [#"  bob: {Met: {query: "peony", interval: 30m}, Still: }   # all in one line"#],
      inserted: [
        #"  bob: {Met: {query: "peony", interval: 30m}, Still: {family: systemLarge}}   # all in one line"#
      ]),
    Case(
      name: "a dollar sign is itself", arguments: ["carol/Met/hall", "query=${x}"],
      removed: ["        - {id: hall, query: peony}   # by the door"],
      inserted: [##"        - {id: hall, query: "$${x}"}   # by the door"##]),
    Case(
      name: "a time, two values", arguments: ["carol/Met/hall", "at=05:30", "interval=3h"],
      removed: ["        - {id: hall, query: peony}   # by the door"],
      inserted: [
        #"        - {id: hall, query: peony, at: "05:30", interval: 3h}   # by the door"#
      ]),
    Case(
      name: "an element over lines", arguments: ["carol/Met/kitchen", "interval=3h"],
      removed: [], inserted: ["          interval: 3h"]),
    Case(
      name: "a folded text", arguments: ["carol/Met/kitchen", "query=true"],
      removed: ["          query: >-", "            rhino"],
      inserted: [#"          query: "true""#]),
    Case(
      name: "families", arguments: ["carol/Met/kitchen", "families=systemLarge,systemSmall"],
      removed: ["          families: [systemSmall, systemMedium]"],
      inserted: ["          families: [systemLarge, systemSmall]"]),
    Case(
      name: "the family where there are families",
      arguments: ["carol/Met/kitchen", "family=systemLarge"],
      removed: ["          families: [systemSmall, systemMedium]"],
      inserted: ["          families: [systemLarge]"]),
    Case(
      name: "a value is taken away", arguments: ["bob/Met", "--unset", "query"],
      removed: [#"  bob: {Met: {query: "peony", interval: 30m}, Still: }   # all in one line"#],
      inserted: ["  bob: {Met: {interval: 30m}, Still: }   # all in one line"]),
  ]

  enum Form: CaseIterable {
    case plain, carriageReturns, mark

    func bytes(_ text: String) -> Data {
      switch self {
      case .plain: Data(text.utf8)
      case .carriageReturns: Data(text.replacing("\n", with: "\r\n").utf8)
      case .mark: Data([0xEF, 0xBB, 0xBF] + text.utf8)
      }
    }
  }

  @Test(arguments: cases, Form.allCases)
  func `only the lines of the value change`(_ one: Case, _ form: Form) async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("widget.yaml")
    try form.bytes(Self.file).write(to: file)
    let outcome = try await Metsched.run(["set", "widget.yaml"] + one.arguments, in: folder.url)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    let diff = (one.removed.map { "- \($0)\n" } + one.inserted.map { "+ \($0)\n" }).joined()
    let lines = outcome.output.split(separator: "\n", maxSplits: 1)
    #expect(lines.last.map(String.init) == diff)
    var expected = Self.file
    if one.removed.isEmpty {
      expected = expected.replacing(
        "systemMedium]\n", with: "systemMedium]\n" + one.inserted.joined(separator: "\n") + "\n")
    } else {
      expected = expected.replacing(
        one.removed.joined(separator: "\n"), with: one.inserted.joined(separator: "\n"))
    }
    #expect(try Data(contentsOf: file) == form.bytes(expected))
    let again = try await Metsched.run("validate", "widget.yaml", in: folder.url)
    #expect(again.status == 0, "\(again.errors)")
  }

  struct Refused: CustomTestStringConvertible {
    var name: String
    var arguments: [String]
    var errors: [String]
    var status: Int32 = 2
    var testDescription: String { name }
  }

  static let refused = [
    Refused(
      name: "out of bounds", arguments: ["alice/Met", "interval=1m"],
      errors: [
        "widget.yaml:18:21: error: `interval` is 1m, but at least 15m is allowed [out-of-bounds]",
        "widget.yaml:9:54: note: `min: 15m` of the parameter `interval`",
      ]),
    Refused(
      name: "an unknown parameter", arguments: ["alice/Met", "intrval=1h"],
      errors: ["is no parameter of `Search`", "did you mean `interval`?"]),
    Refused(
      name: "too long", arguments: ["alice/Met", "query=abcdefghijklmnopqrstuvwxyz"],
      errors: ["at most 20", "widget.yaml:8:59: note"]),
    Refused(
      name: "a static widget", arguments: ["alice/Still", "interval=1h"],
      errors: ["`Still` is static"]),
    Refused(
      name: "through an alias", arguments: ["erin", "query=rose"],
      errors: ["this is an alias, so an edit would change the value of its anchor too"]),
    Refused(
      name: "inside an anchor", arguments: ["dave", "query=rose"],
      errors: ["this value has an anchor, so an edit would change what its aliases say too"]),
    Refused(
      name: "several placements", arguments: ["carol/Met", "query=rose"],
      errors: ["`carol/Met` names 3 placements", "carol/Met/hall/systemSmall"]),
    Refused(
      name: "one family of several",
      arguments: ["carol/Met/kitchen/systemSmall", "query=rose"],
      errors: ["shares its values with `carol/Met/kitchen/systemMedium`"]),
    Refused(
      name: "nobody", arguments: ["alcie/Met", "query=rose"], errors: ["did you mean `alice/Met`?"]),
    Refused(
      name: "nothing to take away", arguments: ["alice/Met", "--unset", "query"],
      errors: ["`alice/Met` does not set `query` in `widget.yaml`"]),
    Refused(
      name: "no value", arguments: ["alice/Met", "query"], errors: ["`query` sets nothing"],
      status: 64),
    Refused(name: "nothing", arguments: ["alice/Met"], errors: ["nothing to set"], status: 64),
  ]

  @Test(arguments: refused)
  func `what is not right changes nothing`(_ one: Refused) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file, to: "widget.yaml")
    let outcome = try await Metsched.run(["set", "widget.yaml"] + one.arguments, in: folder.url)
    #expect(outcome.status == one.status)
    #expect(outcome.output == "")
    for error in one.errors {
      #expect(outcome.errors.contains(error), "\(outcome.errors)")
    }
    let file = folder.file("widget.yaml")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.file)
  }

  @Test func `override files get what is not there yet`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file, to: "widget.yaml")
    func set(_ arguments: String...) async throws -> String {
      let outcome = try await Metsched.run(
        ["set", "widget.yaml"] + arguments + ["--overrides", "mine.yaml"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try folder.text(of: "mine.yaml")
    }
    #expect(
      try await set("alice/Met", "interval=2h") == """
        users:
          alice:
            Met: {interval: 2h}

        """)
    #expect(try await set("alice/Met", "query=x").contains("    Met: {interval: 2h, query: x}\n"))
    #expect(
      try await set("carol/Met/hall", "query=x", "interval=4h").hasSuffix(
        "  carol: {Met: {placements: [{id: hall, query: x, interval: 4h}]}}\n"))
    #expect(
      try await set("carol/Met/kitchen", "query=lily").hasSuffix(
        "[{id: hall, query: x, interval: 4h}, {id: kitchen, query: lily}]}}\n"))
    #expect(
      try await set("carol/Met/hall", "query=z").hasSuffix(
        "[{id: hall, query: z, interval: 4h}, {id: kitchen, query: lily}]}}\n"))
    let json = try await Metsched.run(
      "config", "widget.yaml", "--overrides", "mine.yaml", "--user", "carol", in: folder.url)
    #expect(json.output.contains("id: hall\n          family: systemSmall\n          query: z\n"))
  }

  @Test func `a file without users names all its kinds as soon as it names one`() async throws {
    let folder = try TemporaryFolder()
    let text = """
      intents: {I: {parameters: {limit: {type: integer, default: 2}}}}
      widgets:
        A: {source: sample}
        B: {intent: I, source: sample}
        C: {source: sample}
      """
    try folder.write(text, to: "widget.yaml")
    let outcome = try await Metsched.run("set", "widget.yaml", "me/B", "limit=1", in: folder.url)
    #expect(outcome.output == "widget.yaml:6\n+ users: {me: {A: {}, B: {limit: 1}, C: {}}}\n")
    #expect(
      try folder.text(of: "widget.yaml")
        == text + "\nusers: {me: {A: {}, B: {limit: 1}, C: {}}}")
  }

  @Test func `mode and link stay, and a dry run writes nothing`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file, to: "real/house.yaml")
    let file = folder.file("real/house.yaml").path
    chmod(file, 0o640)
    let link = folder.file("widget.yaml").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "real/house.yaml")
    let dry = try await Metsched.run(
      "set", "widget.yaml", "bob/Met", "interval=45m", "--dry-run", in: folder.url)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.file)
    let outcome = try await Metsched.run(
      "set", "widget.yaml", "bob/Met", "interval=45m", in: folder.url)
    #expect(outcome == dry)
    #expect(try String(contentsOfFile: file, encoding: .utf8) != Self.file)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/house.yaml")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.file("real").path)
    #expect(names == ["house.yaml"])
    let same = try await Metsched.run(
      "set", "widget.yaml", "bob/Met", "interval=45m", in: folder.url)
    #expect(same.output == "widget.yaml says so already\n")
  }

  @Test func `former names stay where they stand`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      intents: {I: {parameters: {query: {type: string, default: a, was: words}}}}
      widgets: {New: {intent: I, source: sample, was: Old}}
      users:
        alice: {Old: {words: b}}   # as it was

      """, to: "widget.yaml")
    let outcome = try await Metsched.run(
      "set", "widget.yaml", "alice/New", "query=c", in: folder.url)
    #expect(outcome.output.hasSuffix("+   alice: {Old: {words: c}}   # as it was\n"))
    #expect(outcome.status == 0)
  }

  @Test func `the change as JSON`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file, to: "widget.yaml")
    let outcome = try await Metsched.run(
      "set", "widget.yaml", "bob/Met", "--unset", "query", "--dry-run", "--format", "json",
      in: folder.url)
    #expect(
      outcome.output == """
        {"file":"widget.yaml","line":20,"removed":["  bob: {Met: {query: \\"peony\\", interval: 30m}\
        , Still: }   # all in one line"],"inserted":["  bob: {Met: {interval: 30m}, Still: }   \
        # all in one line"],"written":false}

        """)
  }
}
