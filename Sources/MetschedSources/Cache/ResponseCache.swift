import MetschedSystem
import MetschedText
import MetschedWidgets
import Synchronization

/// The good answers of servers, in memory and in a folder that outlives the process.
///
/// A file is a line of JSON, which is `CachedResponse`, and then the body as it came. Files are
/// written beside their place and renamed, so that processes may share the folder; one that cannot
/// be read is as good as none. The folder is for its owner alone.
package final class ResponseCache: Sendable {
  /// Nil for a cache in memory alone.
  private let folder: String?
  private let memory = Mutex(Memory())

  /// The most that is held in memory, in bytes; what was used least lately goes first.
  private static let memoryLimit = 64 << 20
  /// More than the largest body that a source may allow, and its head.
  private static let fileLimit = 80 << 20

  private struct Memory {
    var responses: [String: (response: CachedResponse, use: Int)] = [:]
    var size = 0
    var uses = 0
  }

  /// Creates a cache.
  ///
  /// - Parameter folder: where files are kept, made at the first of them; nil for memory alone.
  package init(folder: String?) {
    self.folder = folder
  }

  func response(of key: String) -> CachedResponse? {
    let known = memory.withLock { memory in
      memory.uses += 1
      memory.responses[key]?.use = memory.uses
      return memory.responses[key]?.response
    }
    if let known { return known }
    guard let read = path(of: key).flatMap(Self.read) else { return nil }
    remember(read, under: key)
    return read
  }

  func store(_ response: CachedResponse, under key: String) {
    remember(response, under: key)
    guard !response.isNotStored, let folder, let path = path(of: key) else { return }
    // NB: whoever cannot write a cache goes on without one.
    try? Folder.create(folder, mode: 0o700)
    try? FileDescriptor.replace(path, with: Array("\(response.head.text)\n".utf8) + response.body)
  }

  private func remember(_ response: CachedResponse, under key: String) {
    memory.withLock { memory in
      memory.uses += 1
      if let old = memory.responses[key] { memory.size -= old.response.body.count }
      memory.responses[key] = (response, memory.uses)
      memory.size += response.body.count
      while memory.size > Self.memoryLimit || memory.responses.count > 10_000,
        let oldest = memory.responses.min(by: { $0.value.use < $1.value.use })
      {
        memory.size -= oldest.value.response.body.count
        memory.responses[oldest.key] = nil
      }
    }
  }

  private func path(of key: String) -> String? {
    folder.map { "\($0)/\(CacheName.of(key)).http" }
  }

  private static func read(_ path: String) -> CachedResponse? {
    guard let bytes = try? FileDescriptor.contents(of: path, atMost: fileLimit),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONItems.value(in: Array(bytes[..<end]), of: path)
    else { return nil }
    return CachedResponse(head: head, body: Array(bytes[(end + 1)...]))
  }
}

/// A file's name for a key of any length: two hashes of 64 bits in hexadecimal digits.
enum CacheName {
  static func of(_ key: String) -> String {
    // FNV-1a from two different beginnings.
    [0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F].map { (beginning: UInt64) in
      let hash = key.utf8.reduce(beginning) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
