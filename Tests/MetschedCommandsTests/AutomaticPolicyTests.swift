import TestSupport
import Testing

/// `reload: auto` in a run: what it chooses, and that it says why.
@Suite struct AutomaticPolicyTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var widget: String
    var host = "ideal"
    var policy: String
    var next: String
    var why: String
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "several entries", widget: "source: sample, interval: 1h", policy: "after",
      next: #""2026-01-05T11:00:00Z""#, why: "a new timeline when the last entry has had its turn"),
    Case(
      name: "entries too short for the budget", widget: "source: sample, interval: 10m",
      host: "widgetkit", policy: "after", next: #""2026-01-05T09:36:00Z""#,
      why: "the entries end before the budget allows another reload, so it waits"),
    Case(
      name: "one entry that stays", widget: "source: sample, limit: 1", policy: "never",
      next: "null", why: "one entry that would be the same again"),
    Case(
      name: "one entry of a watched container",
      widget: "source: {file: a.json}, reload-on: {container: changed}", policy: "never",
      next: "null", why: "one entry, and a change of the container asks for the next"),
    Case(
      name: "one entry of a file", widget: "source: {file: a.json}, interval: 2h",
      policy: "after", next: #""2026-01-05T11:00:00Z""#,
      why: "a new timeline when the last entry has had its turn"),
    Case(
      name: "nothing", widget: "source: {file: none.json}", policy: "after",
      next: #""2026-01-05T09:15:00Z""#, why: "empty"),
  ]

  @Test(arguments: cases)
  func `auto chooses from source, entries and budget`(_ one: Case) async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"title": "A"}]"#, to: "c/a.json")
    try folder.write("[]", to: "c/none.json")
    try folder.write(
      """
      version: 1
      container: c
      host: \(one.host)
      clock: {virtual: {start: 2026-01-05T09:00:00Z, for: 1m}}
      widgets: {A: {\(one.widget), reload: auto}}
      """, to: "widget.yaml")
    let outcome = try await Metsched.run(
      ["run", "widget.yaml", "--format", "json"], in: folder.url)
    #expect(
      outcome.output.contains(
        #""policy":"\#(one.policy)","next":\#(one.next),"why":"\#(one.why)""#),
      "\(outcome.output)\(outcome.errors)")
  }
}
