package import Foundation
import Synchronization

/// A folder that is gone when its owner is.
///
/// All folders of a process lie in one, `metsched-tests-PID` among the machine's temporary files,
/// which goes with the last of them. Names are short, since the path of a socket is.
package final class TemporaryFolder: Sendable {
  package let url: URL

  /// How many folders there are, and how many there have been.
  private static let count = Mutex((living: 0, made: 0))

  private static let parent = FileManager.default.temporaryDirectory
    .appendingPathComponent("metsched-tests-\(getpid())")

  package init() throws {
    url = try Self.count.withLock { count in
      count.made += 1
      let url = Self.parent.appendingPathComponent("\(count.made)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      count.living += 1
      return url
    }
  }

  deinit {
    let files = FileManager.default
    Self.count.withLock { count in
      count.living -= 1
      try? files.removeItem(at: count.living == 0 ? Self.parent : url)
    }
  }

  package var path: String { url.path }

  /// The place of a file or folder inside.
  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Writes a file, with the folders that lead to it.
  package func write(_ text: String, to name: String) throws {
    let file = file(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// What a file says.
  package func text(of name: String) throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  /// Makes a folder inside, with those that lead to it.
  @discardableResult
  package func makeFolder(_ name: String) throws -> URL {
    let folder = file(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
