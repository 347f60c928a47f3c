package import Glibc

/// Folders of the disk.
package enum Folder {
  /// Returns the names of what lies in a folder, in no order; hidden ones too, but not `.` and `..`.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let stream = opendir(path) else { throw .latest }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Makes a folder and those that lead to it; nothing where it is there.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - mode: who may do what with the new ones, before the process's mask.
  /// - Throws: what keeps one of them from being made.
  package static func create(_ path: String, mode: mode_t = 0o777) throws(SystemError) {
    if mkdir(path, mode) == 0 { return }
    let reason = SystemError.latest
    let parent = PathName.folder(of: path)
    if reason.code == ENOENT, parent != path {
      try create(parent, mode: mode)
      // Somebody else may have made it meanwhile.
      if mkdir(path, mode) == 0 { return }
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw reason }
  }
}
