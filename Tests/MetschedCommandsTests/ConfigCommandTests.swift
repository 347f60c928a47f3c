import Foundation
import TestSupport
import Testing

/// `metsched config` with override files, assignments and users chosen.
@Suite struct ConfigCommandTests {
  /// Values in every layer, of every type, and text that has to be written with care.
  static let file = """
    timezone: Europe/London
    clock: {virtual: {start: 2026-01-05T09:00, for: 6h}}
    host: widgetkit
    x-mine: {anything: goes}
    intents:
      Search:
        parameters:
          query: {type: string, default: rhino}
          interval: {type: duration, default: 1h, min: 15m}
          many: {type: integer, unit: m, default: 90}
          share: {type: decimal, default: 0.00001}
          at: {type: time, default: "04:00"}
          deep: {type: boolean, default: false}
          style: {type: choice, default: "no", options: ["no", 010, "null"]}
          families: {type: families, default: [systemMedium]}
    widgets:
      Met:
        intent: Search
        interval: &hour 2h
        source: &items {items: [{title: "010", n: 010, yes: true, none: ~, list: [1, {a: b}]}, {title: B}]}
        reload: {within: "Mon-Fri 09:30-16:00", after: [*hour, "04:00"]}
        entry: {title: "${.title}: ${many}"}
      Still: {<<: {limit: 1}, source: *items}
    users:
      alice:
        timezone: Asia/Tokyo
        Met: {query: "$${x}", families: [systemSmall, systemLarge], style: "null"}
      bob:
        Met:
          query: "a: b"
          placements:
            - {id: hall, deep: true}
            - {id: "010", family: systemSmall, query: ""}
        Still:
    events:
      - {at: "10:00", user: alice, edit: {Met: {query: rose}}}
      - {at: "10:30", user: bob, add: {Still: {id: two}}}
      - {at: "11:00", user: bob, add: {Met: {id: new}}}
      - {at: "11:30", reload-all: true}

    """
  static let overrides = """
    users:
      bob:
        Met: {many: 1h, placements: [{id: hall, interval: 45m}]}
      carol: {Still: }

    """
  static let layers = [
    "--overrides", "team.yaml", "--set", "widgets.Still.limit=2", "--set", "host.budget=9",
  ]

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(file, to: "widget.yaml")
    try folder.write(overrides, to: "team.yaml")
    return folder
  }

  @Test func `each value has its place`() async throws {
    let folder = try Self.folder()
    let outcome = try await Metsched.run(
      ["config", "widget.yaml", "--origin"] + Self.layers, in: folder.url)
    #expect(outcome.errors == "")
    try Golden.expect(outcome.output, in: "config-origin.txt")
    let json = try await Metsched.run(
      ["config", "widget.yaml", "--format", "json"] + Self.layers, in: folder.url)
    try Golden.expect(json.output, in: "config.json")
    #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: Any])
  }

  @Test(arguments: [[], ["--user", "alice"], ["--user", "bob"], ["--user", "carol"]])
  func `all layers in one file give the same records`(_ users: [String]) async throws {
    let folder = try Self.folder()
    let config = try await Metsched.run(
      ["config", "widget.yaml"] + Self.layers + users, in: folder.url)
    try folder.write(config.output, to: "resolved.yaml")
    let again = try await Metsched.run("config", "resolved.yaml", in: folder.url)
    #expect(again.output == config.output, "\(again.errors)")
    let before = try await Metsched.run(
      ["run", "widget.yaml", "--format", "json"] + Self.layers + users, in: folder.url)
    let after = try await Metsched.run("run", "resolved.yaml", "--format", "json", in: folder.url)
    func lines(_ outcome: Metsched.Outcome) -> [String] {
      outcome.output.split(separator: "\n").map { line in
        String(line.replacing(/"origin":(null|"[^"]*"),?/, with: ""))
      }
    }
    #expect(lines(before).count > 1)
    #expect(lines(before) == lines(after))
  }

  @Test func `an unknown user is named with the nearest`() async throws {
    let outcome = try await Metsched.run("config", "examples/query.yaml", "--user", "alcie")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("did you mean `alice`?"))
  }
}
