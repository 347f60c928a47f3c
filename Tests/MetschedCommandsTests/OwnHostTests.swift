import Foundation
import TestSupport
import Testing

/// What is said of a placement is said of the host that its user has.
@Suite("Users with hosts of their own")
struct OwnHostTests {
  /// The identifiers that `validate` finds in a file, with the line of each.
  private func found(_ yaml: String, _ options: [String] = []) async throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(yaml, to: "widget.yaml")
    let outcome = try await Metsched.run(
      ["validate", "widget.yaml", "--format", "json"] + options, in: folder.url)
    return try outcome.output.split(separator: "\n").map { line in
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return "\(object["line"] ?? 0) \(object["id"] ?? "")"
    }
  }

  @Test func `a comparison names the placement's host`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      clock: {virtual: {start: 2026-01-05T09:00, for: 1d}}
      widgets: {Clock: {source: sample, reload: {after: 1h}}}
      users: {ann: {Clock: }, bob: {host: widgetkit, Clock: }}

      """, to: "widget.yaml")
    for (user, host) in [("ann", "ideal"), ("bob", "widgetkit")] {
      let text = try await Metsched.run(["compare", "widget.yaml", user], in: folder.url).output
      #expect(text.contains("\(user)/Clock · host \(host) ·"))
      let json = try await Metsched.run(
        ["compare", "widget.yaml", user, "--format", "json"], in: folder.url)
      #expect(json.output.contains("\"host\":\"\(host)\""))
    }
  }

  @Test func `what is allowed is unused where a host of the widget's users could bring it up`()
    async throws
  {
    func file(_ host: String) -> String {
      """
      clock: {virtual: {start: 2026-01-05T09:00, for: 1d}}
      widgets:
        Clock:
          source: sample
          interval: 1h
          reload: {after: end}
          allow: {short-interval: it never comes up}
        Other: {source: sample, interval: 1h, reload: {after: end}}
      users:
        ann: {\(host)Clock: }
        bob: {host: widgetkit, Other: }

      """
    }
    #expect(try await found(file("")).isEmpty)
    #expect(try await found(file("host: widgetkit, ")) == ["7 unused-allow"])
  }

  @Test func `a user's host that is kinder than the system is told where it stands`() async throws {
    let yaml = """
      clock: {virtual: {start: 2026-01-05T09:00, for: 1d}}
      widgets: {Clock: {source: sample, interval: 1h, reload: {after: end}}}
      users:
        ann: {Clock: }
        bob: {host: {profile: widgetkit, spacing: 1m}, Clock: }
        eve: {host: {profile: widgetkit, spacing: 2m}, Clock: }

      """
    #expect(try await found(yaml) == ["5 short-spacing", "6 short-spacing"])
  }

  @Test func `what events add is judged`() async throws {
    func file(_ kind: String) -> String {
      """
      clock: {virtual: {start: 2026-01-05T09:00, for: 1d}}
      container: nowhere
      widgets:
        Clock: {source: sample, interval: 1h, reload: {after: end}}
        Word: {source: {items: [{title: a}, {title: b}]}, reload: never}
      users: {ann: {Clock: }, bob: {Clock: }}
      events:
        - {at: "12:00", user: bob, add: {\(kind): {id: second}}}
        - {at: "13:00", user: bob, remove: \(kind)/second}

      """
    }
    #expect(try await found(file("Word")) == ["5 never-reloaded"])
    #expect(try await found(file("Clock")) == ["5 unplaced-kind"])
  }

  @Test func `with --start what is found does not depend on the day`() async throws {
    let yaml = """
      timezone: Europe/Paris
      widgets: {Clock: {source: sample, reload: {after: 2026-03-01T12:00}}}

      """
    #expect(
      try await found(yaml, ["--start", "2026-02-01"]).allSatisfy { !$0.hasSuffix("date-passed") })
    #expect(try await found(yaml, ["--start", "2026-04-01"]).contains("2 date-passed"))
  }
}
