import Foundation
import MetschedDiagnostics

/// Files of the world, with failures in words.
enum FileAccess {
  struct Failure: Error {
    var message: String
  }

  /// The largest configuration file that is read, in bytes.
  private static let sizeLimit = 256 << 20

  /// Whether something is there under a path.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether a path leads to a file that has a place of its own, and not to a pipe or a terminal.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads a whole file.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw Failure(message: "`\(path)` does not exist" + suggestion(for: path))
    }
    if isDirectory.boolValue {
      throw Failure(message: "`\(path)` is a folder; name the file, such as `\(path)/widget.yaml`")
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Failure(message: "`\(path)` cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { try? handle.close() }
    do {
      let data = try handle.read(upToCount: sizeLimit + 1) ?? Data()
      guard data.count <= sizeLimit else {
        throw Failure(message: "`\(path)` is larger than \(sizeLimit >> 20) MiB")
      }
      return [UInt8](data)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(message: "`\(path)` cannot be read: \(error.localizedDescription)")
    }
  }
}

extension FileAccess {
  /// The file of the same folder that somebody probably meant.
  private static func suggestion(for path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let yaml = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted()
    guard let near = Nearest.match(url.lastPathComponent, among: yaml) else { return "" }
    return "; did you mean `\(path.dropLast(url.lastPathComponent.count))\(near)`?"
  }
}
