import Glibc

/// One event of the kernel about a watched folder.
///
/// Source: inotify(7).
struct InotifyEvent {
  /// The watch's number; -1 where events were lost because too many waited.
  var watch: Int32
  var mask: UInt32
  /// The name within the folder; empty for the folder itself.
  var name: String

  /// What folders are watched for.
  static func interests(inRemovals: Bool) -> UInt32 {
    UInt32(inRemovals ? IN_DELETE | IN_MOVED_FROM : 0) | UInt32(IN_CLOSE_WRITE)
      | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_MOVE_SELF)
      | UInt32(IN_DELETE_SELF) | UInt32(IN_ONLYDIR)
  }

  /// Whether a file is complete: closed by who wrote it, or renamed into place.
  var isWritten: Bool { has(IN_CLOSE_WRITE) || has(IN_MOVED_TO) && !has(IN_ISDIR) }

  /// Whether a name no longer leads to what it led to.
  var isRemoval: Bool { has(IN_DELETE) || has(IN_MOVED_FROM) }

  /// Whether something has come to be under a name.
  var isArrival: Bool { has(IN_CREATE) || has(IN_MOVED_TO) }

  /// Whether the watch is no longer of the folder at its path.
  var isDeparture: Bool { has(IN_IGNORED) || has(IN_MOVE_SELF) || has(IN_DELETE_SELF) }

  /// Whether the kernel lost events.
  var isOverflow: Bool { has(IN_Q_OVERFLOW) }

  private func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
  private func has(_ flag: UInt32) -> Bool { mask & flag != 0 }
  private func has(_ flag: Int) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }

  /// Reads all events that wait.
  static func read(from descriptor: Int32) -> [InotifyEvent] {
    var events: [InotifyEvent] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return events }
      // SAFETY: the kernel writes whole events: 16 bytes, then a name of `len` bytes with zeros.
      buffer.withUnsafeBytes { raw in
        var offset = 0
        while offset + 16 <= count {
          let length = Int(raw.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
          let name = raw[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
          events.append(
            InotifyEvent(
              watch: raw.loadUnaligned(fromByteOffset: offset, as: Int32.self),
              mask: raw.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
              name: String(decoding: name, as: UTF8.self)))
          offset += 16 + length
        }
      }
    }
  }
}
