import Foundation
import MetschedConfiguration
import MetschedDiagnostics
import Testing

/// Whole files with what is said about them, in `Tests/Fixtures/bad-input`.
///
/// `METSCHED_WRITE_FIXTURES=1 swift test` writes the expected texts anew.
@Suite("Bad input")
struct BadInputTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/bad-input")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// The files that others include, by their paths.
  static let included: [String: String] = {
    let folder = Self.folder.appending(path: "included")
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
    return (names ?? []).reduce(into: [:]) { files, name in
      let data = try? Data(contentsOf: folder.appending(path: name))
      files["included/\(name)"] = data.map { String(decoding: $0, as: UTF8.self) }
    }
  }()

  @Test("is there to be tested")
  func isThere() {
    #expect(Self.names.count > 15)
  }

  @Test("is explained, all of it in one go", arguments: names)
  func isExplained(_ name: String) throws {
    let input = Self.folder.appending(path: name + ".yaml")
    let output = Self.folder.appending(path: name + ".txt")
    let loading = Loading(
      String(decoding: try Data(contentsOf: input), as: UTF8.self), files: Self.included)
    #expect(loading.result.configuration == nil)
    if ProcessInfo.processInfo.environment["METSCHED_WRITE_FIXTURES"] != nil {
      try Data(loading.output.utf8).write(to: output)
    }
    let expected = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    #expect(loading.output == expected)
  }
}
