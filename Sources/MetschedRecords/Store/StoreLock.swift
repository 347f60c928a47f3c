import Glibc

/// The right to write to a database: one process has it, for as long as the object lives.
///
/// `FILE.lock` holds the process's number. The kernel gives the lock back when the process ends,
/// however that ends, so what a killed one leaves behind stops nobody.
final class StoreLock {
  private let path: String
  private let descriptor: Int32

  init(for database: String) throws(StoreError) {
    path = database + ".lock"
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        let reason = String(cString: strerror(errno))
        throw StoreError(
          errno == ENOENT ? .missing : .readOnly, "`\(database)` cannot be written: \(reason)")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let owner = Self.owner(descriptor)
        close(descriptor)
        throw StoreError(
          .locked,
          "`\(database)` is the state of a service that is running"
            + (owner.map { " (process \($0))" } ?? ""))
      }
      // Whoever had it may have taken the file away between our two calls.
      guard Self.isSame(descriptor, path) else {
        close(descriptor)
        continue
      }
      let number = "\(getpid())\n"
      _ = ftruncate(descriptor, 0)
      _ = write(descriptor, number, number.utf8.count)
      self.descriptor = descriptor
      return
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  private static func owner(_ descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count], as: UTF8.self).prefix { $0.isNumber })
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }
}
