import Glibc

/// A database that appears whole or not at all: written beside its place, then renamed.
package final class WholeRunStore {
  private let path: String
  private let temporary: String
  /// Of the place itself, so that no service begins to write there meanwhile.
  private let lock: StoreLock
  private let store: RunStore

  /// Begins a file; one that is under the path stays until this one is whole.
  ///
  /// - Parameters:
  ///   - path: its place, in a folder that is there.
  ///   - tell: told of what becomes of the file.
  /// - Throws: that the path is of something else, or holds the records of a service.
  package init(
    _ path: String, tell: @escaping @Sendable (StoreNotice) -> Void
  ) throws(StoreError) {
    if !SQLiteConnection.isAvailable { throw .unavailable }
    self.path = path
    temporary = "\(path).\(getpid()).tmp"
    lock = try StoreLock(for: path)
    if access(path, F_OK) == 0 {
      let old = try StoreReader(path)
      guard try old.runs().allSatisfy({ $0.run.clock == .virtual }) else {
        throw StoreError(
          .refused, "`\(path)` holds the records of live runs, which a virtual run does not replace"
        )
      }
    }
    unlink(temporary)
    store = try RunStore(temporary, survives: false, tell: tell)
  }

  package func begin(_ run: StoredRun) throws(StoreError) -> StoreWriter { try store.begin(run) }

  /// Puts the file in its place, after its writers were closed.
  package func commit() throws(StoreError) {
    // The log of an older file would be taken for this one's.
    for tail in ["-wal", "-shm", "-journal"] { unlink(path + tail) }
    guard rename(temporary, path) == 0 else {
      let reason = String(cString: strerror(errno))
      discard()
      throw StoreError(.readOnly, "`\(path)` cannot be written: \(reason)")
    }
  }

  package func discard() { unlink(temporary) }
}
