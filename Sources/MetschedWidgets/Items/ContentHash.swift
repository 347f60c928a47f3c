import Glibc
package import MetschedEngine

/// A file's content in 16 bytes, to tell whether it changed.
///
/// Eight bytes at a time as in FNV-1a, with the high bits brought down, beside the number of bytes.
/// Chance decides nothing here but whether a change is overlooked, at one in 2^64; nobody gains by
/// making two files alike, since who writes the one may write the other.
package struct ContentHash: Hashable, Sendable {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private var count = 0

  /// Reads a file; nil where it cannot be read.
  package init?(of path: String) {
    // A pipe by that name would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var filled = 0
    while true {
      // SAFETY: the pointer lives within the closure, and the count is what is left behind it.
      let count = buffer.withUnsafeMutableBytes { bytes in
        read(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      filled += count
      // Words lie where they lie in the file, however much each read brings.
      guard count == 0 || filled == buffer.count else { continue }
      add(buffer, filled)
      if count == 0 { return }
      filled = 0
    }
  }

  /// Takes bytes that were read already.
  package init(of bytes: [UInt8]) {
    add(bytes, bytes.count)
  }

  private mutating func add(_ buffer: [UInt8], _ filled: Int) {
    var hash = hash
    // SAFETY: whole words below `filled`, and single bytes behind them.
    buffer.withUnsafeBytes { bytes in
      let words = filled & ~7
      for offset in stride(from: 0, to: words, by: 8) {
        hash.mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      for offset in words..<filled { hash.mix(UInt64(bytes[offset])) }
    }
    self.hash = hash
    count += filled
  }
}

extension ContentHash: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(hash)
    writer.write(count)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    hash = try reader.read()
    count = try reader.read()
  }
}

extension UInt64 {
  fileprivate mutating func mix(_ word: UInt64) {
    self = (self ^ word) &* 0x100_0000_01B3
    self ^= self >> 32
  }
}
