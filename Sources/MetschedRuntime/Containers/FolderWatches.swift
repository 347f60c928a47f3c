import Glibc

/// Which folders are watched, and what an event in one of them means.
///
/// A folder that is not there yet is awaited in the nearest one above it that is; one that is a
/// symbolic link is awaited in its parent as well, since the link may be set anew.
struct FolderWatches {
  private let descriptor: Int32
  /// Whether a file that goes is a change, too.
  private let noticesRemovals: Bool
  /// The folders that people named.
  private let folders: Set<String>
  /// The watch of each path; paths of one folder share theirs.
  private var watches: [String: Int32] = [:]
  /// Whether the kernel has no watch left to give.
  private(set) var isRefused = false
  /// The names that are awaited in a folder, because they lead to one of `folders`.
  private var awaited: [String: Set<String>] = [:]

  init(_ folders: [String], noticesRemovals: Bool, descriptor: Int32) {
    self.noticesRemovals = noticesRemovals
    self.folders = Set(folders)
    self.descriptor = descriptor
    _ = refresh()
  }

  /// Takes events in, and returns what was written.
  mutating func changes(for events: [InotifyEvent]) -> Set<ContainerWatcher.Change> {
    var changes: Set<ContainerWatcher.Change> = []
    var isStale = false
    for event in events {
      if event.isOverflow {
        isStale = true
        for folder in folders { changes.formUnion(Self.files(in: folder)) }
        continue
      }
      if event.isDeparture {
        isStale = true
        watches = watches.filter { $0.value != event.watch }
        continue
      }
      for (path, _) in watches where watches[path] == event.watch {
        if event.isArrival, awaited[path]?.contains(event.name) == true { isStale = true }
        guard folders.contains(path) else { continue }
        if event.isWritten || noticesRemovals && event.isRemoval {
          changes.insert(.init(folder: path, file: event.name))
        }
        if event.isArrival, Self.isLink(path + "/" + event.name) {
          // Whatever is reached through a link may be another file now.
          changes.formUnion(Self.files(in: path).filter { Self.isLink(path + "/" + $0.file) })
        }
      }
    }
    if isStale { changes.formUnion(refresh()) }
    return changes
  }

  /// Watches what is there now, and returns the files of folders that were not there before.
  private mutating func refresh() -> Set<ContainerWatcher.Change> {
    let before = watches
    watches = [:]
    awaited = [:]
    var changes: Set<ContainerWatcher.Change> = []
    for folder in folders.sorted() {
      watch(folder)
      guard let watch = watches[folder], watch != before[folder] else { continue }
      changes.formUnion(Self.files(in: folder))
    }
    for watch in Set(before.values).subtracting(watches.values) {
      inotify_rm_watch(descriptor, watch)
    }
    return changes
  }

  /// Watches a folder, or the nearest one above it.
  ///
  /// - Parameters:
  ///   - folder: the folder, which need not exist.
  ///   - attempts: how often it may come while it is looked for.
  private mutating func watch(_ folder: String, attempts: Int = 16) {
    let isThere = add(folder)
    guard !isThere || Self.isLink(folder) else { return }
    var path = folder
    while let (parent, name) = Self.split(path) {
      if add(parent) {
        awaited[parent, default: []].insert(name)
        // Perhaps it came after it was looked for, and before its parent was watched.
        if !isThere, attempts > 0, Self.isFolder(path) { watch(folder, attempts: attempts - 1) }
        return
      }
      path = parent
    }
  }

  private mutating func add(_ path: String) -> Bool {
    let watch = inotify_add_watch(
      descriptor, path, InotifyEvent.interests(inRemovals: noticesRemovals))
    if watch >= 0 { watches[path] = watch } else if errno == ENOSPC { isRefused = true }
    return watch >= 0
  }

  // MARK: Paths

  private static func split(_ path: String) -> (parent: String, name: String)? {
    guard path != "/", path != "." else { return nil }
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let name = String(path[path.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  private static func isFolder(_ path: String) -> Bool {
    // Readable too: one that cannot be watched is not worth looking for again.
    access(path, R_OK | X_OK) == 0 && status(of: path, stat)?.st_mode.isFolder == true
  }

  private static func isLink(_ path: String) -> Bool {
    status(of: path, lstat)?.st_mode.isLink == true
  }

  private static func status(
    of path: String, _ call: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
  ) -> stat? {
    var status = Glibc.stat()
    return call(path, &status) == 0 ? status : nil
  }

  private static func files(in folder: String) -> Set<ContainerWatcher.Change> {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var files: Set<ContainerWatcher.Change> = []
    while let entry = readdir(directory) {
      // SAFETY: the entry lives until the next `readdir`, and its name ends with a zero.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { files.insert(.init(folder: folder, file: name)) }
    }
    return files
  }
}

extension mode_t {
  fileprivate var isFolder: Bool { self & S_IFMT == S_IFDIR }
  fileprivate var isLink: Bool { self & S_IFMT == S_IFLNK }
}
