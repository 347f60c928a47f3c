import Foundation

/// The built binary, run as a person runs it: from the project's root, with no terminal.
enum Metsched {
  struct Outcome: Equatable {
    var output: String
    var errors: String
    var status: Int32
  }

  /// The project's root folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The binary: the one that `METSCHED_BINARY` names, else what lies beside the test bundle.
  static let binary =
    ProcessInfo.processInfo.environment["METSCHED_BINARY"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("metsched")

  static func run(_ arguments: String..., in folder: URL = root) throws -> Outcome {
    try run(arguments, in: folder)
  }

  /// What each process gets; without a home, a live run keeps its records nowhere.
  static let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]

  static func run(
    _ arguments: [String], in folder: URL = root, environment additions: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = binary
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment.merging(additions) { $1 }
    // Files, not pipes: a full pipe of the one would block a reader of the other.
    let folder = try TemporaryFolder()
    let output = folder.url.appendingPathComponent("stdout")
    let errors = folder.url.appendingPathComponent("stderr")
    for file in [output, errors] {
      try Data().write(to: file)
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8),
      status: process.terminationStatus)
  }
}

/// A folder that is gone when its owner is.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "metsched-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, with the folders that lead to it.
  func write(_ text: String, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
