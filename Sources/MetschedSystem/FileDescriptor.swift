internal import Glibc

/// What is written to and read from an open file, with the interruptions that the kernel allows.
package enum FileDescriptor {
  /// Reads so many bytes, or up to the end where that comes before.
  ///
  /// - Parameters:
  ///   - count: the bytes that are wanted.
  ///   - descriptor: the open file.
  /// - Returns: the bytes.
  /// - Throws: why the kernel gives none.
  package static func read(
    _ count: Int, from descriptor: Int32
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        // SAFETY: the bytes from `filled` on are the buffer's, and not initialised yet.
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = .latest }
        if got <= 0 { break }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the most bytes that it may have.
  /// - Returns: its bytes.
  /// - Throws: why it cannot be read; `EFBIG` where it is larger.
  package static func contents(
    of path: String, atMost limit: Int
  ) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .latest }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .latest }
    guard status.st_size <= limit else { throw SystemError(EFBIG) }
    // What is no plain file may have more than it says.
    let bytes = try read(min(max(Int(status.st_size), 1 << 12), limit) + 1, from: descriptor)
    guard bytes.count <= limit else { throw SystemError(EFBIG) }
    return bytes
  }

  /// Writes a file whole or not at all: one beside it, which then takes its place.
  ///
  /// It survives a crash of the machine, and is for its owner alone.
  ///
  /// - Parameters:
  ///   - path: the file, which need not be there. A symbolic link is replaced, not followed.
  ///   - bytes: its new content.
  /// - Throws: why it cannot be written; then it is as it was.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    // A name of its own for each of several who write at once.
    let temporary = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .latest }
    do throws(SystemError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else { throw .latest }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let reason = SystemError.latest
      unlink(temporary)
      throw reason
    }
  }

  /// Writes all of some bytes.
  ///
  /// - Throws: why the kernel takes no more.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      // SAFETY: the pointer lives within the closure, and the count is what is left of the array.
      let written = bytes.withUnsafeBytes { raw in
        Glibc.write(descriptor, raw.baseAddress.map { $0 + offset }, raw.count - offset)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .latest }
      offset += written
    }
  }
}
