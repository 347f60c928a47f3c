import Foundation
import Testing

/// Expected outputs in files; they are rewritten only on request, and a missing one fails.
enum Golden {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  /// Expects text to be what a file of the `Golden` folder holds.
  static func expect(
    _ text: String, in name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["METSCHED_UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
      return
    }
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
      Issue.record(
        "\(name) is missing; `make golden` writes it, then read it", sourceLocation: sourceLocation)
      return
    }
    guard text != expected else { return }
    let lines = zip(
      text.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false))
    let first = lines.enumerated().first { $1.0 != $1.1 }
    let detail =
      first.map { "line \($0 + 1)\n  expected: \($1.1)\n  printed:  \($1.0)" }
      ?? "one is longer than the other"
    Issue.record("the output differs from \(name): \(detail)", sourceLocation: sourceLocation)
  }
}
