import Foundation
import MetschedConfiguration
import MetschedText

/// The validator of `Tests/Schema/validate.py`, which is not ours.
struct SchemaValidator {
  /// What the validator says of one file.
  struct Verdict: Decodable {
    var file: String
    var errors: [String]
  }

  static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The first Python that has the libraries; `scripts/setup` installs them for Debian's own.
  static let python: String? = ["python3", "/usr/bin/python3"].first { python in
    (try? run(python, ["-c", "import jsonschema, yaml"]))?.status == 0
  }

  /// Returns what the validator says of files of one kind, in their order.
  static func verdicts(of files: [URL], as part: SchemaPart = .file) throws -> [Verdict] {
    guard let python else { throw Failure(message: "Python has no jsonschema") }
    let script = project.appending(path: "Tests/Schema/validate.py").path()
    let schema = FileManager.default.temporaryDirectory
      .appending(path: "metsched-\(UUID().uuidString)")
    try Data(FileSchema.document(of: part).lines().utf8).write(to: schema)
    defer { try? FileManager.default.removeItem(at: schema) }
    let result = try run(python, [script, schema.path()] + files.map { $0.path() })
    guard result.status == 0 else { throw Failure(message: result.errors) }
    return try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Verdict.self, from: Data($0.utf8))
    }
  }

  /// Returns what the validator says of texts of one kind of file, in their order.
  static func verdicts(ofTexts texts: [String], as part: SchemaPart = .file) throws -> [Verdict] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "metsched-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = texts.indices.map { folder.appending(path: "\($0).yaml") }
    for (file, text) in zip(files, texts) { try Data(text.utf8).write(to: file) }
    return try verdicts(of: files, as: part)
  }

  struct Failure: Error {
    var message: String
  }

  private static func run(
    _ command: String, _ arguments: [String]
  ) throws -> (output: String, errors: String, status: Int32) {
    let folder = FileManager.default.temporaryDirectory
    let output = folder.appending(path: "metsched-\(UUID().uuidString)")
    let errors = folder.appending(path: "metsched-\(UUID().uuidString)")
    for file in [output, errors] { try Data().write(to: file) }
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [command] + arguments
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return (
      String(decoding: try Data(contentsOf: output), as: UTF8.self),
      String(decoding: try Data(contentsOf: errors), as: UTF8.self), process.terminationStatus
    )
  }
}
