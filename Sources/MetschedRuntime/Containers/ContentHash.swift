import Glibc

/// A file's content in 16 bytes, to tell whether it changed.
///
/// FNV-1a over the bytes beside their number: chance decides nothing here but whether a widget
/// is reloaded once too little, at one in 2^64.
struct ContentHash: Hashable, Sendable {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private var count = 0

  /// Reads a file; nil where it cannot be read.
  init?(of path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let read = Glibc.read(descriptor, &buffer, buffer.count)
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { break }
      for byte in buffer[..<read] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      count += read
    }
  }
}
