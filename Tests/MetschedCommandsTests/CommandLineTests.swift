import Foundation
import TestSupport
import Testing

/// The command as people call it: help, slips of the finger, and files that are not there.
@Suite struct CommandLineTests {
  struct Call: CustomTestStringConvertible {
    var name: String
    var arguments: [String]
    var status: Int32
    var testDescription: String { name }
  }

  static let calls = [
    Call(name: "help", arguments: ["--help"], status: 0),
    Call(name: "help-run", arguments: ["run", "--help"], status: 0),
    Call(name: "help-log", arguments: ["log", "--help"], status: 0),
    Call(name: "help-validate", arguments: ["help", "validate"], status: 0),
    Call(name: "help-fetch", arguments: ["fetch", "--help"], status: 0),
    Call(name: "help-open", arguments: ["open", "--help"], status: 0),
    Call(name: "help-config", arguments: ["config", "--help"], status: 0),
    Call(name: "help-explain", arguments: ["explain", "--help"], status: 0),
    Call(name: "help-set", arguments: ["set", "--help"], status: 0),
    Call(name: "help-diff", arguments: ["diff", "--help"], status: 0),
    Call(name: "help-schema", arguments: ["schema", "--help"], status: 0),
    Call(
      name: "validate-github",
      arguments: [
        "validate", "--format", "github", "Tests/Fixtures/bad-input/second-placement.yaml",
      ],
      status: 2),
    Call(name: "no-verb", arguments: [], status: 64),
    Call(name: "unknown-verb", arguments: ["rnu", "examples/widget.yaml"], status: 64),
    Call(name: "file-as-verb", arguments: ["examples/widget.yaml"], status: 64),
    Call(name: "no-file", arguments: ["run"], status: 64),
    Call(
      name: "unknown-option", arguments: ["run", "examples/widget.yaml", "--fro", "1d"],
      status: 64),
    Call(name: "missing-value", arguments: ["run", "examples/widget.yaml", "--for"], status: 64),
    Call(
      name: "bad-choice", arguments: ["run", "examples/widget.yaml", "--clock", "virtaul"],
      status: 64),
    Call(name: "missing-file", arguments: ["run", "examples/widgte.yaml"], status: 2),
    Call(name: "folder", arguments: ["run", "examples"], status: 2),
    Call(
      name: "unknown-user", arguments: ["run", "examples/interval.yaml", "--user", "alcie"],
      status: 2),
    Call(
      name: "bad-start", arguments: ["run", "examples/widget.yaml", "--start", "yesterday"],
      status: 2),
    Call(
      name: "bad-for", arguments: ["run", "examples/widget.yaml", "--for", "5"], status: 2),
    Call(
      name: "bad-set",
      arguments: [
        "run", "examples/themet.yaml", "--set", "widgets.TheMetWidget.inverval=1h", "--set",
        "hots=ideal", "--set", "limit",
      ], status: 2),
    Call(name: "host", arguments: ["host"], status: 0),
    Call(name: "host-json", arguments: ["host", "widgetkit", "--format", "json"], status: 0),
    Call(name: "host-unknown", arguments: ["host", "widgetkid"], status: 64),
    Call(
      name: "report-json",
      arguments: ["run", "examples/widget.yaml", "--report", "--format", "json"], status: 64),
    Call(
      name: "report", arguments: ["run", "examples/problems/budget-burnt.yaml", "--report"],
      status: 0),
    Call(
      name: "report-color",
      arguments: [
        "run", "examples/problems/unanswered-requests.yaml", "--report", "--color", "always",
      ], status: 0),
    Call(
      name: "bad-record", arguments: ["run", "examples/widget.yaml", "--record", "records.txt"],
      status: 1),
    Call(
      name: "unwritable-record",
      arguments: ["run", "examples/widget.yaml", "--record", "/nonexistent/records.jsonl"],
      status: 1),
  ]

  @Test(arguments: calls)
  func `a call says what it takes, or what is wrong with it`(_ call: Call) async throws {
    let outcome = try await Metsched.run(call.arguments)
    try Golden.expect(outcome.output + outcome.errors, in: "call-\(call.name).txt")
    #expect(outcome.status == call.status)
  }

  @Test func `each verb of the overview explains itself under its own name`() async throws {
    let overview = try await Metsched.run(["--help"]).output
    let listed = overview.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }
    let verbs = listed.filter { !$0.hasPrefix("-") && $0 != "metsched" }
    #expect(verbs.count >= 19)
    for verb in verbs {
      let help = try await Metsched.run([verb, "--help"])
      #expect(help.status == 0)
      #expect(help.output.contains("metsched \(verb)"), "\(verb)")
    }
  }

  @Test func `several bad files are all reported before anything runs`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("version: 1\nwidget: {}\n", to: "a.yaml")
    try folder.write("version: 2\n", to: "b.yaml")
    let outcome = try await Metsched.run(["run", "a.yaml", "b.yaml"], in: folder.url)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("a.yaml:2:1: error: unknown key `widget`"))
    #expect(outcome.errors.contains("b.yaml:1:10: error:"))
    #expect(outcome.status == 2)
  }

  @Test func `colour is for terminals unless somebody asks for it`() async throws {
    let plain = try await Metsched.run("run", "examples/widget.yaml")
    let colored = try await Metsched.run("run", "examples/widget.yaml", "--color", "always")
    #expect(!plain.output.contains("\u{1B}"))
    #expect(colored.output.contains("\u{1B}[36mreload\u{1B}[0m"))
  }

  @Test func `records and summary are written beside the output, whole`() async throws {
    let folder = try TemporaryFolder()
    let record = folder.file("run.jsonl").path
    let summary = folder.file("summary.json").path
    let outcome = try await Metsched.run(
      "run", "examples/interval.yaml", "--record", record, "--summary", summary)
    let json = try await Metsched.run("run", "examples/interval.yaml", "--format", "json")
    #expect(outcome.status == 0)
    #expect(try String(contentsOfFile: record, encoding: .utf8) == json.output)
    try Golden.expect(
      try String(contentsOfFile: summary, encoding: .utf8), in: "interval-summary.json")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["run.jsonl", "summary.json"])
  }

  @Test func `one user's run has that user's records alone`() async throws {
    let outcome = try await Metsched.run(
      "run", "examples/interval.yaml", "--user", "carol", "--format", "json")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.contains(#""user":"carol""#) })
  }
}
