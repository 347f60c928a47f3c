import Glibc
import MetschedSystem

/// A file of the app-group folder that the app writes and widgets read.
package enum ContainerFile {
  /// The largest file that is read, in bytes.
  package static let sizeLimit = 64 << 20

  /// How often a file is read that changes meanwhile.
  private static let attempts = 3

  /// Reads a whole file, as it was at one moment.
  ///
  /// - Parameters:
  ///   - name: the file's path within the container.
  ///   - container: the container's path.
  /// - Returns: its bytes.
  /// - Throws: what is wrong with the file before anybody looks into it.
  package static func bytes(
    of name: String, in container: String
  ) throws(SourceFault) -> [UInt8] {
    let path = try path(of: name, in: container)
    for _ in 0..<attempts {
      if let bytes = try bytes(at: path, in: container) { return bytes }
    }
    throw .changing(path: path)
  }

  /// Returns the path of a file, unless its name alone leads out of the container.
  package static func path(
    of name: String, in container: String
  ) throws(SourceFault) -> String {
    if name.hasPrefix("/") { throw .outside(path: name) }
    let path = container.hasSuffix("/") ? container + name : container + "/" + name
    var depth = 0
    for part in name.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { throw .outside(path: path) }
    }
    return path
  }

  /// Returns the path of a file that is to be written, and makes the folders that lead to it.
  ///
  /// - Parameters:
  ///   - name: the file's path within the container.
  ///   - container: the container's path.
  /// - Returns: the path.
  /// - Throws: that it lies outside, or that its folder cannot be made.
  package static func path(
    toWrite name: String, in container: String
  ) throws(SourceFault) -> String {
    let path = try path(of: name, in: container)
    let folder = PathName.folder(of: path)
    do {
      try Folder.create(folder)
    } catch {
      throw .unreadable(path: folder, reason: "it cannot be made")
    }
    // A link to a folder elsewhere leads out, too.
    guard let whole = PathName.resolved(container),
      let inner = PathName.resolved(folder),
      inner == whole || inner.hasPrefix(whole + "/")
    else { throw .outside(path: path) }
    return path
  }

  /// Reads a whole file; nil where it changed while it was read.
  private static func bytes(
    at path: String, in container: String
  ) throws(SourceFault) -> [UInt8]? {
    // A pipe by that name would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw fault(of: errno, path, in: container) }
    defer { close(descriptor) }
    guard let before = FileState(of: descriptor) else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    // What was opened is judged, not its name, which may lead elsewhere a moment later.
    guard isInside(path, container, before) else { throw .outside(path: path) }
    if before.isFolder { throw .isDirectory(path: path) }
    guard before.isFile else { throw .notFile(path: path) }
    guard before.size <= sizeLimit else { throw .tooLarge(path: path, limit: sizeLimit) }
    // One byte more than it has says whether it has grown.
    do throws(SystemError) {
      let bytes = try FileDescriptor.read(before.size + 1, from: descriptor)
      return bytes.count == before.size && FileState(of: descriptor) == before ? bytes : nil
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
  }

  private static func fault(
    of code: Int32, _ path: String, in container: String
  ) -> SourceFault {
    switch code {
    case ENOENT, ENOTDIR:
      access(container, F_OK) == 0 ? .missing(path: path) : .noFolder(path: path, container)
    case ENXIO, ENODEV: .notFile(path: path)
    default: .unreadable(path: path, reason: String(cString: strerror(code)).lowercased())
    }
  }

  /// Whether the file that was opened is the one that the path leads to, within the container.
  private static func isInside(
    _ path: String, _ container: String, _ opened: FileState
  ) -> Bool {
    guard let folder = PathName.resolved(container),
      let file = PathName.resolved(path)
    else { return false }
    return file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
      && FileState(at: file)?.isSameFile(as: opened) == true
  }
}

/// What tells whether a file is another one, or has another content.
private struct FileState: Equatable {
  private let device: UInt
  private let number: UInt
  private let mode: mode_t
  let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    mode = status.st_mode
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  var isFile: Bool { mode & S_IFMT == S_IFREG }
  var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  func isSameFile(as other: FileState) -> Bool {
    device == other.device && number == other.number
  }
}
