import Glibc
import MetschedSystem

/// A file whose content is replaced whole or not at all, with the owner and the mode it had.
///
/// What a symbolic link points to is replaced, and the link stays.
enum FileReplacement {
  /// Writes bytes in the place of a file's content; a file that is not there is made.
  static func write(_ bytes: [UInt8], to path: String) throws(FileAccess.Failure) {
    let target = try target(of: path)
    var known = stat()
    let exists = stat(target, &known) == 0
    let temporary = "\(target).\(getpid()).tmp"
    let mode = exists ? known.st_mode & 0o7777 : 0o666
    // A new file has the mode that the process's mask leaves it.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, exists ? 0o600 : mode)
    guard descriptor >= 0 else { throw FileAccess.notWritten(path) }
    do throws(FileAccess.Failure) {
      if exists {
        let isOwn = known.st_uid == geteuid() && known.st_gid == getegid()
        if !isOwn, fchown(descriptor, known.st_uid, known.st_gid) != 0 {
          throw FileAccess.notWritten(path)
        }
        if fchmod(descriptor, mode) != 0 { throw FileAccess.notWritten(path) }
      }
      do {
        try FileDescriptor.write(bytes, to: descriptor)
      } catch {
        throw FileAccess.notWritten(path, error)
      }
      if fsync(descriptor) != 0 { throw FileAccess.notWritten(path) }
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    close(descriptor)
    guard rename(temporary, target) == 0 else {
      let failure = FileAccess.notWritten(path)
      unlink(temporary)
      throw failure
    }
  }

  /// The file that a path leads to through links, which need not be there.
  private static func target(of path: String) throws(FileAccess.Failure) -> String {
    var current = path
    // As many links as Linux follows.
    for _ in 0..<40 {
      guard let next = PathName.target(ofLink: current) else { return current }
      current = PathName.appending(next, to: PathName.folder(of: current))
    }
    throw FileAccess.Failure(message: "`\(path)` leads through too many links")
  }
}
