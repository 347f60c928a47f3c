import Foundation

/// A file without a name that takes what others write to its descriptor.
package final class CaptureFile: Sendable {
  package let descriptor: Int32

  package init() throws {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/metsched-XXXXXX\0".utf8)
      .map { CChar(bitPattern: $0) }
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// What has been written so far.
  package var text: String {
    // The writer's place in the file is the descriptor's own, and stays where it is.
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
