package import Foundation

/// The files of the project.
package enum Project {
  /// Its root folder.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder by its path from the root.
  package static func file(_ path: String) -> URL { root.appendingPathComponent(path) }

  /// What a file says.
  package static func text(of path: String) throws -> String {
    try String(contentsOf: file(path), encoding: .utf8)
  }

  /// The YAML files of a folder, by name.
  ///
  /// Tests take them as arguments, so a folder that cannot be read has none; that there are some is
  /// for a test to say.
  package static func yamlFiles(in folder: String) -> [URL] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: file(folder).path)
    return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
      .map { file(folder).appendingPathComponent($0) }
  }
}
