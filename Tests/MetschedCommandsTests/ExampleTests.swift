import Foundation
import TestSupport
import Testing

/// Each example, run as the binary that people get, against its golden output.
@Suite struct ExampleTests {
  static let examples = [
    "interval", "themet", "query", "families", "policies", "widget", "day", "household", "met",
    "tests",
  ]

  @Test(arguments: examples)
  func `an example prints what it did when somebody last looked`(_ name: String) async throws {
    let outcome = try await Metsched.run("run", "examples/\(name).yaml")
    try Golden.expect(outcome.output, in: "\(name).txt")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test(arguments: examples)
  func `an example writes the same records as JSON`(_ name: String) async throws {
    let outcome = try await Metsched.run("run", "examples/\(name).yaml", "--format", "json")
    try Golden.expect(outcome.output, in: "\(name).jsonl")
    #expect(outcome.status == 0)
  }

  @Test(arguments: examples, [["--format", "text"], ["--format", "json"]])
  func `the same file gives the same bytes twice`(_ name: String, _ format: [String]) async throws {
    let arguments = ["run", "examples/\(name).yaml", "--set", "host=widgetkit"] + format
    let first = try await Metsched.run(arguments)
    #expect(try await Metsched.run(arguments) == first)
    #expect(first.status == 0)
  }

  @Test func `every file in the folder of examples is one of these`() {
    let names = Project.yamlFiles(in: "examples").map {
      $0.deletingPathExtension().lastPathComponent
    }
    #expect(Set(names) == Set(Self.examples))
  }

  @Test(arguments: examples)
  func `an example has no errors and no warnings`(_ name: String) async throws {
    let outcome = try await Metsched.run("validate", "examples/\(name).yaml")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func `the hourly form of The Met shows six objects in six hours`() async throws {
    let outcome = try await Metsched.run(
      "run", "examples/themet.yaml", "--set", "widgets.TheMetWidget.interval=1h", "--for", "1d")
    try Golden.expect(outcome.output, in: "themet-hourly.txt")
    #expect(outcome.status == 0)
  }

  @Test func `the policies on a host with limits show what it defers`() async throws {
    let outcome = try await Metsched.run(
      "run", "examples/policies.yaml", "--set", "host=widgetkit")
    try Golden.expect(outcome.output, in: "policies-widgetkit.txt")
    #expect(outcome.status == 0)
  }
}
