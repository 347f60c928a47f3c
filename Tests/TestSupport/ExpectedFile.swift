import Foundation
package import Testing

/// An output that a test expects, in a file of the project.
///
/// It is rewritten only on request, by `METSCHED_WRITE_FIXTURES=1`; a missing one fails.
package struct ExpectedFile {
  private let path: String

  /// - Parameter path: from the project's root.
  package init(_ path: String) {
    self.path = path
  }

  /// Expects text to be what the file holds.
  package func expect(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = Project.file(path)
    if TestEnvironment.writesExpected {
      try Data(text.utf8).write(to: file)
      return
    }
    guard let data = try? Data(contentsOf: file) else {
      Issue.record(
        "\(path) is missing; METSCHED_WRITE_FIXTURES=1 writes it, then read it",
        sourceLocation: sourceLocation)
      return
    }
    let expected = String(decoding: data, as: UTF8.self)
    guard text != expected else { return }
    Issue.record(
      """
      the output differs from \(path): \(Self.difference(text, expected))
      METSCHED_WRITE_FIXTURES=1 writes it anew; read the diff
      """, sourceLocation: sourceLocation)
  }

  /// The first line that is another.
  private static func difference(_ text: String, _ expected: String) -> String {
    let lines = zip(
      text.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false))
    guard let first = lines.enumerated().first(where: { $1.0 != $1.1 }) else {
      return "one is longer than the other"
    }
    return
      "line \(first.offset + 1)\n  expected: \(first.element.1)\n  printed:  \(first.element.0)"
  }
}
