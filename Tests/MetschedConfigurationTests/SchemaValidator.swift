import Foundation
import TestSupport
import Testing

/// The validator of `Tests/Schema/validate.py`, which is not ours.
enum SchemaValidator {
  /// What the validator says of one file.
  struct Verdict: Decodable {
    var file: String
    var errors: [String]
  }

  /// Leaves out a test where no Python has the libraries.
  static let isThere: some TestTrait & SuiteTrait = ConditionTrait.enabled(
    "needs Python's jsonschema and yaml (python3-jsonschema, python3-yaml); scripts/setup installs them"
  ) { await python.value != nil }

  /// The first Python that has the libraries; `scripts/setup` installs them for Debian's own.
  static let python = Task<String?, Never> {
    for python in ["python3", "/usr/bin/python3"] {
      let found = try? await run(python, ["-c", "import jsonschema, yaml"])
      if found?.status == 0 { return python }
    }
    return nil
  }

  /// Returns what the validator says of files, in their order; one call for many is much faster.
  static func verdicts(of files: [URL]) async throws -> [Verdict] {
    let python = try #require(await python.value)
    let script = Project.file("Tests/Schema/validate.py").path
    let schema = Project.file("examples/metsched.schema.json").path
    let result = try await run(python, [script, schema] + files.map(\.path))
    try #require(result.status == 0, "\(result.errors)")
    return try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Verdict.self, from: Data($0.utf8))
    }
  }

  private static func run(
    _ python: String, _ arguments: [String]
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      URL(fileURLWithPath: "/usr/bin/env"), [python] + arguments, in: Project.root,
      environment: ProcessInfo.processInfo.environment
    ).outcome()
  }
}
