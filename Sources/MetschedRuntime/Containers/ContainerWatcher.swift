import Dispatch
import Glibc
import Synchronization

/// Tells when a file of a container has been written.
///
/// It watches folders, not files, so a file that is renamed into place is seen as one that is
/// written. It polls nothing. Source: inotify(7).
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

  // SAFETY: a dispatch source may be activated and cancelled from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// How long a burst of events is one write: a writer that renames before it closes its file is
  /// seen twice.
  private static let burst = DispatchTimeInterval.milliseconds(20)

  private struct State {
    var watches: FolderWatches
    /// What was written and has not been told yet.
    var written: Set<Change> = []
  }

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - folders: the containers, which need not exist.
  ///   - onChange: told of what was written, several files at once where they came together.
  /// - Throws: `WatchError`.
  package init(_ folders: [String], onChange: @escaping @Sendable ([Change]) -> Void) throws {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw WatchError(code: errno) }
    let watches = FolderWatches(folders, descriptor: descriptor)
    guard !watches.isRefused else {
      close(descriptor)
      throw WatchError(code: ENOSPC)
    }
    let state = Shared(State(watches: watches))
    let queue = DispatchQueue(label: "metsched.containers")
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler {
      let beginsBurst = state.value.withLock { state in
        let wasEmpty = state.written.isEmpty
        state.written.formUnion(state.watches.changes(for: InotifyEvent.read(from: descriptor)))
        return wasEmpty && !state.written.isEmpty
      }
      guard beginsBurst else { return }
      queue.asyncAfter(deadline: .now() + Self.burst) {
        let written = state.value.withLock { state in
          defer { state.written = [] }
          return state.written
        }
        onChange(written.sorted { ($0.folder, $0.file) < ($1.folder, $1.file) })
      }
    }
    source.activate()
  }

  deinit { source.cancel() }

  private final class Shared: Sendable {
    let value: Mutex<State>

    init(_ state: State) { value = Mutex(state) }
  }
}
