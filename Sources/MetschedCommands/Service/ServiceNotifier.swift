import Glibc
import Synchronization

/// Tells systemd how the service does, where systemd started it: a datagram to `NOTIFY_SOCKET`.
///
/// Source: sd_notify(3), systemd.service(5).
final class ServiceNotifier: Sendable {
  private let path: String
  /// Half of the time within which systemd wants a sign of life, in microseconds; nil for none.
  let heartbeat: UInt64?
  private let descriptor: Int32

  /// - Returns: nil where nobody wants to know.
  init?(_ environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"],
      path.hasPrefix("/") || path.hasPrefix("@")
    else { return nil }
    self.path = path
    let isMine = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
    let limit = environment["WATCHDOG_USEC"].flatMap { UInt64($0) } ?? 0
    heartbeat = isMine && limit > 1 ? limit / 2 : nil
    descriptor = UnixSocket.open(SOCK_DGRAM, isBlocking: false)
  }

  deinit { close(descriptor) }

  /// Everything is up, or up again after `isReloading`.
  func isReady(_ status: String) { send("READY=1\nSTATUS=\(Self.line(status))") }

  /// The files are read again.
  func isReloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let microseconds = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
  }

  func status(_ text: String) { send("STATUS=\(Self.line(text))") }
  func isStopping() { send("STOPPING=1\nSTATUS=stopping") }
  /// The schedule moves.
  func isAlive() { send("WATCHDOG=1") }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    // Where nobody reads there is nobody to tell.
    _ = UnixSocket.withAddress(path) { address, length in
      bytes.withUnsafeBytes {
        sendto(
          descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), address, length)
      }
    }
  }

  private static func line(_ text: String) -> String {
    text.replacing("\n", with: " ")
  }
}
