import Foundation
import MetschedConfiguration
import MetschedText
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

  /// Returns what the validator says of files of one kind, in their order; one call for many is
  /// much faster.
  static func verdicts(of files: [URL], as part: SchemaPart = .file) async throws -> [Verdict] {
    let python = try #require(await python.value)
    let folder = try TemporaryFolder()
    try folder.write(FileSchema.document(of: part).lines(), to: "schema.json")
    let script = Project.file("Tests/Schema/validate.py").path
    let result = try await run(
      python, [script, folder.file("schema.json").path] + files.map(\.path))
    try #require(result.status == 0, "\(result.errors)")
    return try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Verdict.self, from: Data($0.utf8))
    }
  }

  /// Returns what the validator says of texts of one kind of file, in their order.
  static func verdicts(
    ofTexts texts: [String], as part: SchemaPart = .file
  ) async throws -> [Verdict] {
    let folder = try TemporaryFolder()
    for (index, text) in texts.enumerated() { try folder.write(text, to: "\(index).yaml") }
    return try await verdicts(of: texts.indices.map { folder.file("\($0).yaml") }, as: part)
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
