internal import Glibc

/// What is written to and read from an open file, with the interruptions that the kernel allows.
package enum FileDescriptor {
  /// Writes all of some bytes.
  ///
  /// - Throws: why the kernel takes no more.
  package static func write(
    _ bytes: some Collection<UInt8>, to descriptor: Int32
  ) throws(SystemError) {
    let bytes = ContiguousArray(bytes)
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
