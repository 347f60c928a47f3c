import Dispatch
import Glibc
import Synchronization

/// Tells when a file of a container has been written.
///
/// It watches folders, not files, so a file that is renamed into place is seen as one that is
/// written; a folder that is not there yet is awaited in the nearest one that is. It polls
/// nothing. Source: inotify(7).
package final class ContainerWatcher: Sendable {
  /// A file that was written whole.
  package struct Change: Hashable, Sendable {
    package var folder: String
    package var file: String

    package init(folder: String, file: String) {
      self.folder = folder
      self.file = file
    }
  }

  /// The kernel refused to watch.
  package struct WatchError: Error {
    package var code: Int32
  }

  private let descriptor: Int32
  // SAFETY: a dispatch source may be activated and cancelled from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let watches: Mutex<Watches>

  private struct Watches {
    /// The folders that people named.
    var folders: [String]
    /// What each watch stands for.
    var paths: [Int32: String] = [:]
    /// What was written and has not been told yet.
    var written: Set<Change> = []
  }

  /// How long a burst of events is one write: a writer that renames before it closes its file is
  /// seen twice.
  private static let burst = DispatchTimeInterval.milliseconds(20)

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - folders: the containers, which need not exist.
  ///   - onChange: told of what was written, several files at once where they came together.
  /// - Throws: `WatchError`.
  package init(_ folders: [String], onChange: @escaping @Sendable ([Change]) -> Void) throws {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw WatchError(code: errno) }
    watches = Mutex(Watches(folders: folders))
    let queue = DispatchQueue(label: "metsched.containers")
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    watches.withLock { _ = Self.watch(&$0, descriptor) }
    source.setCancelHandler { [descriptor] in close(descriptor) }
    source.setEventHandler { [weak self] in
      guard let self, self.beginsBurst() else { return }
      queue.asyncAfter(deadline: .now() + Self.burst) { [weak self] in
        guard let self else { return }
        onChange(self.endBurst())
      }
    }
    source.activate()
  }

  deinit { source.cancel() }

  /// Reads what the kernel has to say; true where something is to be told and nothing was before.
  private func beginsBurst() -> Bool {
    let changes = readChanges()
    return watches.withLock { watches in
      let isFirst = watches.written.isEmpty
      watches.written.formUnion(changes)
      return isFirst && !changes.isEmpty
    }
  }

  /// Takes what was written, in order of path.
  private func endBurst() -> [Change] {
    watches.withLock { watches in
      defer { watches.written = [] }
      return watches.written.sorted { ($0.folder, $0.file) < ($1.folder, $1.file) }
    }
  }

  private func readChanges() -> [Change] {
    var events = InotifyEvent.read(from: descriptor)
    return watches.withLock { watches in
      var changes: [Change] = []
      var hasMoved = false
      while let event = events.popLast() {
        let path = watches.paths[event.watch]
        if event.mask & (UInt32(IN_IGNORED) | UInt32(IN_MOVE_SELF)) != 0 {
          watches.paths[event.watch] = nil
          hasMoved = true
        } else if let path, watches.folders.contains(path),
          event.mask & (UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)) != 0
        {
          changes.append(Change(folder: path, file: event.name))
        } else {
          // In a folder above a container: perhaps the container, or a folder on the way to it.
          hasMoved = true
        }
      }
      if hasMoved { changes += Self.watch(&watches, descriptor) }
      return changes
    }
  }

  /// Watches each folder, or the nearest one above it, and returns what stands in new folders.
  private static func watch(_ watches: inout Watches, _ descriptor: Int32) -> [Change] {
    var changes: [Change] = []
    for folder in watches.folders where !watches.paths.values.contains(folder) {
      var path = folder
      while true {
        let watch = inotify_add_watch(descriptor, path, mask)
        if watch >= 0 {
          watches.paths[watch] = path
          break
        }
        guard let parent = parent(of: path) else { break }
        path = parent
      }
      if path == folder { changes += files(in: folder) }
    }
    return changes
  }

  private static var mask: UInt32 {
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_MOVE_SELF)
      | UInt32(IN_DELETE_SELF)
  }

  private static func parent(of path: String) -> String? {
    guard path != "/", path != "." else { return nil }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func files(in folder: String) -> [Change] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var changes: [Change] = []
    while let entry = readdir(directory) {
      // SAFETY: the entry lives until the next `readdir`, and its name ends with a zero.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { changes.append(Change(folder: folder, file: name)) }
    }
    return changes
  }
}

/// One event of the kernel about a watched folder.
private struct InotifyEvent {
  var watch: Int32
  var mask: UInt32
  var name: String

  /// Reads all events that wait, the last one first.
  static func read(from descriptor: Int32) -> [InotifyEvent] {
    var events: [InotifyEvent] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return events.reversed() }
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
