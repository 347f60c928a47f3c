import Glibc
import MetschedSystem

/// Waits for a database to be written, by its own process or another.
///
/// The kernel tells of each write to the file or its log, so nobody looks in vain.
final class FileChanges {
  private let descriptor: Int32
  private let names: Set<String>

  init(_ path: String) throws(FileAccess.Failure) {
    let name = PathName.name(of: path)
    names = [name, name + "-wal"]
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    let events = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)
    guard descriptor >= 0, inotify_add_watch(descriptor, PathName.folder(of: path), events) >= 0
    else {
      throw FileAccess.Failure(
        message: "`\(path)` cannot be followed: \(SystemError.latest)")
    }
  }

  deinit { close(descriptor) }

  /// Returns when something was written since the last call, with all that follows at once.
  func wait() {
    while !isOurs(read()) {}
    // A transaction is many writes; what they come to is read once.
    usleep(20_000)
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 0) > 0 { _ = read() }
  }

  private func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count < 0 ? [] : Array(bytes[..<count])
  }

  /// Whether some of the kernel's notices are about the database.
  ///
  /// Each is 16 bytes, the last four of which are the length of the name that follows.
  private func isOurs(_ notices: [UInt8]) -> Bool {
    var rest = notices[...]
    while rest.count >= 16 {
      let start = rest.startIndex
      let length = (12..<16).reversed().reduce(0) { $0 << 8 | Int(rest[start + $1]) }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      if names.contains(String(decoding: name, as: UTF8.self)) { return true }
      rest = rest.dropFirst(16 + length)
    }
    return false
  }
}
