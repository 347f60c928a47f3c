import Glibc
import MetschedConfiguration
import MetschedRuntime
import MetschedSystem
import Synchronization

/// Watches the files of a configuration, wherever they lie and whatever they include.
final class FileWatch: Sendable {
  private let state = Mutex(State())
  private let changed: @Sendable () -> Void

  /// How long a file may be away, in microseconds.
  private static let farewell: UInt32 = 300_000

  private struct State {
    var watcher: ContainerWatcher?
    /// The names that count, by folder; nil where all of a folder's do.
    var names: [String: Set<String>?] = [:]
  }

  /// - Parameter changed: told where one of the files may say something else, on another thread.
  init(_ changed: @escaping @Sendable () -> Void) {
    self.changed = changed
  }

  /// Watches what a load has looked at from now on.
  ///
  /// - Returns: whether the files are watched in places that were not watched before, so that what
  ///   was written meanwhile may have been missed.
  /// - Throws: `ContainerWatcher.WatchError`.
  func watch(_ inputs: ConfigurationInputs) throws -> Bool {
    let names = Self.names(of: inputs)
    return try state.withLock { state in
      let isSame = state.names.keys == names.keys && state.watcher != nil
      state.names = names
      if isSame { return false }
      state.watcher = try ContainerWatcher(names.keys.sorted(), noticesRemovals: true) {
        [weak self] changes in self?.look(at: changes)
      }
      return true
    }
  }

  private func look(at changes: [ContainerWatcher.Change]) {
    var hasGone = false
    let counts = state.withLock { state in
      changes.contains { change in
        guard let names = state.names[change.folder] else { return false }
        let isThere = FileAccess.exists("\(change.folder)/\(change.file)")
        if let names { return isThere && names.contains(change.file) }
        hasGone = hasGone || !isThere
        return true
      }
    }
    // Editors that take a file away write it anew at once; what has gone is believed after that.
    if hasGone { usleep(Self.farewell) }
    if counts { changed() }
  }

  /// Whether two paths name the same thing in the same folder.
  private static func isSamePlace(_ one: String, _ other: String) -> Bool {
    PathName.name(of: one) == PathName.name(of: other)
      && FileAccess.identity(of: PathName.folder(of: one))
        == FileAccess.identity(of: PathName.folder(of: other))
  }

  private static func names(of inputs: ConfigurationInputs) -> [String: Set<String>?] {
    var names: [String: Set<String>?] = [:]
    func add(_ path: String) {
      names[PathName.folder(of: path), default: .some([])]?.insert(PathName.name(of: path))
    }
    for path in inputs.files {
      add(path)
      // What a link leads to is written where it stands.
      if let target = PathName.resolved(path), !isSamePlace(target, path) { add(target) }
    }
    for folder in inputs.folders {
      let folder = folder.isEmpty ? "." : folder.hasSuffix("/") ? String(folder.dropLast()) : folder
      names[folder] = .some(nil)
    }
    return names
  }
}
