import Foundation
import Testing

/// The other end of `NOTIFY_SOCKET`: what systemd would hear.
final class NotifySocket {
  private let descriptor: Int32
  private var heard: [String] = []

  /// - Parameter path: where it is; abstract where it begins with `@`.
  /// - Throws: where no socket can be there.
  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isAbstract = path.hasPrefix("@")
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      buffer.copyBytes(from: path.utf8)
      if isAbstract { buffer[0] = 0 }
    }
    let length = isAbstract ? 2 + path.utf8.count : MemoryLayout<sockaddr_un>.size
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(length))
      }
    }
    try #require(result == 0)
  }

  deinit { close(descriptor) }

  /// All that has been said so far.
  var messages: [String] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return heard }
      heard.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }

  func hasHeard(_ text: String) -> Bool { messages.contains { $0.contains(text) } }
}
