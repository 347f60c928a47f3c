import Glibc
import MetschedConfiguration
import MetschedRuntime
import Synchronization

/// Lets what the app writes ask for reloads, where the file says so, whatever the file says today.
final class LiveContainers: Sendable {
  private let inputs: LiveInputs
  private let state = Mutex(State())

  private struct State {
    var contents: ContainerContents?
    var watcher: ContainerWatcher?
  }

  init(_ inputs: LiveInputs) {
    self.inputs = inputs
  }

  /// Watches the containers of a configuration, and no others.
  func follow(_ configuration: Configuration) throws(FileAccess.Failure) {
    let contents = ContainerContents(configuration)
    let isSame = state.withLock { state in
      let isSame = state.contents?.folders == contents.folders
      state.contents = contents
      return isSame
    }
    guard !isSame else { return }
    guard !contents.folders.isEmpty else {
      state.withLock { $0.watcher = nil }
      return
    }
    do {
      let watcher = try ContainerWatcher(contents.folders) { [weak self] in self?.look(at: $0) }
      state.withLock { $0.watcher = watcher }
    } catch let error as ContainerWatcher.WatchError {
      throw FileAccess.Failure(
        message: "the containers cannot be watched: \(String(cString: strerror(error.code))); "
          + "fs.inotify in /proc/sys says how many watches there may be")
    } catch {
      throw FileAccess.Failure(message: "the containers cannot be watched: \(error)")
    }
  }

  private func look(at writes: [ContainerWatcher.Change]) {
    let changes = state.withLock { $0.contents?.changes(for: writes) ?? [] }
    if !changes.isEmpty { inputs.written(changes) }
  }
}
