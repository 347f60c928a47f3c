import Glibc
import MetschedDiagnostics
import MetschedSystem

/// Files of the world, with failures in words.
enum FileAccess {
  struct Failure: Error {
    var message: String
  }

  /// The largest configuration file that is read, in bytes.
  private static let sizeLimit = 256 << 20

  /// Whether something is there under a path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether a path leads to a file that has a place of its own, and not to a pipe or a terminal.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What tells a file from all others, whatever path leads to it.
  struct Identity: Hashable {
    var device: UInt64
    var node: UInt64
  }

  /// Returns which file a path leads to; nil where there is none.
  static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
  }

  /// Reads a whole file.
  ///
  /// NB: the kernel is asked directly; what a library adds costs a short run as much as parsing.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = try opened(path)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Failure(message: "`\(path)` is a folder; name the file" + example(in: path))
    }
    // One byte more than the size: that none comes says that this was all. A pipe has no size.
    var room = min(max(Int(status.st_size), 1 << 16), sizeLimit) + 1
    var bytes: [UInt8] = []
    while room > 0 {
      let more: [UInt8]
      do {
        more = try FileDescriptor.read(room, from: descriptor)
      } catch {
        throw Failure(message: "`\(path)` cannot be read: \(error)")
      }
      if bytes.isEmpty { bytes = more } else { bytes += more }
      guard more.count == room else { break }
      room = min(bytes.count, sizeLimit + 1 - bytes.count)
    }
    guard bytes.count <= sizeLimit else {
      throw Failure(message: "`\(path)` is larger than \(sizeLimit >> 20) MiB")
    }
    return bytes
  }

  /// Opens a file to be read; whoever asks closes it.
  static func opened(_ path: String) throws(Failure) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 { return descriptor }
    throw errno == ENOENT || errno == ENOTDIR ? missing(path) : unreadable(path)
  }

  /// Why a file that was to be written cannot be, after the system call that failed.
  static func notWritten(_ path: String, _ reason: SystemError = .latest) -> Failure {
    let folder = PathName.folder(of: path)
    guard exists(folder) else {
      return Failure(
        message: "`\(path)` cannot be written: the folder `\(folder)` does not exist")
    }
    return Failure(message: "`\(path)` cannot be written: \(reason)")
  }

  private static func unreadable(_ path: String) -> Failure {
    Failure(message: "`\(path)` cannot be read: \(SystemError.latest)")
  }
}

extension FileAccess {
  /// Why nothing is found under a path.
  private static func missing(_ path: String) -> Failure {
    if path.isEmpty { return Failure(message: "an empty path names no file") }
    if path == "-" {
      return Failure(message: "`-` does not exist; `/dev/stdin` is the standard input")
    }
    let folder = PathName.folder(of: path)
    if let target = PathName.target(ofLink: path) {
      return Failure(message: "`\(path)` is a link to `\(target)`, which does not exist")
    }
    if isRegular(folder) {
      return Failure(message: "`\(path)` does not exist: `\(folder)` is a file, not a folder")
    }
    return Failure(message: "`\(path)` does not exist" + suggestion(for: path))
  }

  /// The YAML files of a folder, in order.
  private static func files(of folder: String) -> [String] {
    let names = (try? Folder.names(in: folder)) ?? []
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted()
  }

  /// The first file of a folder that somebody could mean.
  private static func example(in folder: String) -> String {
    let slash = folder.hasSuffix("/") ? "" : "/"
    return files(of: folder).first.map { ", such as `\(folder)\(slash)\($0)`" } ?? ""
  }

  /// The file of the same folder that somebody probably meant.
  private static func suggestion(for path: String) -> String {
    let name = PathName.name(of: path)
    let files = files(of: PathName.folder(of: path))
    guard let near = Nearest.match(name, among: files) else { return "" }
    return "; did you mean `\(path.dropLast(name.count))\(near)`?"
  }
}
