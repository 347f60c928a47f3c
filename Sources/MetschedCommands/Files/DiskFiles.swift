import MetschedConfiguration
import MetschedSystem

/// The files of the disk, as configurations read them.
struct DiskFiles: FileSource {
  /// What is read in the place of files, by path.
  var edited: [String: [UInt8]] = [:]
  /// Whether nothing is read but those, so that the disk does not matter.
  var isClosed = false

  func bytes(of path: String) throws(FileAccess.Failure) -> [UInt8] {
    if let bytes = edited[path] { return bytes }
    if isClosed { throw FileAccess.Failure(message: "`\(path)` was not read") }
    return try FileAccess.read(path)
  }

  func read(_ path: String) throws(FileSourceFailure) -> [UInt8] {
    do throws(FileAccess.Failure) {
      return try bytes(of: path)
    } catch {
      guard FileAccess.isFolder(path) else { throw FileSourceFailure(message: error.message) }
      let pattern = path + (path.hasSuffix("/") ? "" : "/") + "*.yaml"
      throw FileSourceFailure(
        message: "`\(path)` is a folder; `\"\(pattern)\"` includes the files in it")
    }
  }

  func entries(of folder: String) throws(FileSourceFailure) -> [FolderEntry] {
    if isClosed {
      let entries = edited.keys.filter { $0.hasPrefix(folder) }.map { path in
        let parts = path.dropFirst(folder.count).split(separator: "/", maxSplits: 1)
        return FolderEntry(name: parts.first.map(String.init) ?? "", isFolder: parts.count > 1)
      }
      return Set(entries).sorted { $0.name < $1.name }
    }
    let path = folder.isEmpty ? "." : folder
    do {
      return try Folder.names(in: path).map { name in
        FolderEntry(name: name, isFolder: FileAccess.isFolder(folder + name))
      }
    } catch {
      throw FileSourceFailure(message: "the folder `\(path)` cannot be read: \(error)")
    }
  }
}
