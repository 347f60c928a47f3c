import Glibc
import MetschedSystem

/// Tells when a file of a container has been written.
///
/// It watches folders, not files, so a file that is renamed into place is seen as one that is
/// written. One thread waits for the kernel's word and polls nothing. Source: inotify(7).
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

  /// The end of a pipe that is closed to let the thread end.
  private let stop: Int32

  /// How long a burst of events is one write, in milliseconds: a writer that renames before it
  /// closes its file is seen twice.
  private static let burst: Int32 = 20

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - folders: the containers, which need not exist.
  ///   - noticesRemovals: whether a file that goes is a change, too.
  ///   - onChange: told of what was written, several files at once where they came together; on a
  ///     thread of the watcher's own.
  /// - Throws: `WatchError`.
  package init(
    _ folders: [String], noticesRemovals: Bool = false,
    onChange: @escaping @Sendable ([Change]) -> Void
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw WatchError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let stopped = ends[0]
    stop = ends[1]
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      let code = errno
      close(stopped)
      throw WatchError(code: code)
    }
    let watches = FolderWatches(
      folders, noticesRemovals: noticesRemovals, descriptor: descriptor)
    guard !watches.isRefused else {
      for end in [descriptor, stopped] { close(end) }
      throw WatchError(code: ENOSPC)
    }
    SystemThread("metsched.watch") {
      Self.watch(watches, descriptor, until: stopped, onChange)
      close(descriptor)
      close(stopped)
    }
  }

  deinit { close(stop) }

  /// The thread's work.
  private static func watch(
    _ watches: FolderWatches, _ descriptor: Int32, until stopped: Int32,
    _ onChange: ([Change]) -> Void
  ) {
    var watches = watches
    while !waits(for: [stopped, descriptor], milliseconds: -1) {
      var written = watches.changes(for: InotifyEvent.read(from: descriptor))
      guard !written.isEmpty else { continue }
      if waits(for: [stopped], milliseconds: burst) { return }
      written.formUnion(watches.changes(for: InotifyEvent.read(from: descriptor)))
      onChange(written.sorted { ($0.folder, $0.file) < ($1.folder, $1.file) })
    }
  }

  /// Waits for any of some descriptors, and returns whether it was the first one.
  private static func waits(for descriptors: [Int32], milliseconds: Int32) -> Bool {
    var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&waiting, nfds_t(waiting.count), milliseconds)
    return waiting[0].revents != 0
  }
}
