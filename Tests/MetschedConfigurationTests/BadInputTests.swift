import Foundation
import MetschedConfiguration
import MetschedDiagnostics
import TestSupport
import Testing

/// Whole files with what is said about them, in `Tests/Fixtures/bad-input`.
///
/// `METSCHED_WRITE_FIXTURES=1 swift test` writes the expected texts anew.
@Suite("Bad input")
struct BadInputTests {
  private static let folder = "Tests/Fixtures/bad-input"

  static let names = Project.yamlFiles(in: folder).map {
    $0.deletingPathExtension().lastPathComponent
  }

  /// The files that others include, by their paths.
  static let included: [String: String] = {
    let folder = Project.file(Self.folder + "/included")
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
    let loading = Loading(
      try Project.text(of: "\(Self.folder)/\(name).yaml"), files: Self.included)
    #expect(loading.result.configuration == nil)
    try ExpectedFile("\(Self.folder)/\(name).txt").expect(loading.output)
  }
}
