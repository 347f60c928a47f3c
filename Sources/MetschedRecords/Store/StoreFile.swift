import Glibc

/// How the file of a database is opened for a writer, and put out of the way when it is damaged.
enum StoreFile {
  /// Opens a file for writing, creates or migrates it, and chooses how it is written.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - vfs: the layer that reaches the disk; nil for SQLite's own.
  ///   - survives: whether it must survive a crash at any moment; without it a crash loses all.
  /// - Returns: the open file.
  /// - Throws: that it is not ours, or what the disk says.
  static func open(
    _ path: String, vfs: String?, survives: Bool = true
  ) throws(StoreError) -> SQLiteConnection {
    // Records are nobody else's business; what SQLite puts beside the file has its mode.
    let created = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if created >= 0 { close(created) }
    let connection = try SQLiteConnection(path, .create, vfs: vfs)
    _ = try StoreSchema.check(connection)
    try connection.run(survives ? Self.surviving : Self.fast)
    try StoreSchema.migrate(connection)
    return connection
  }

  /// A transaction survives the process at once, and a power cut once the log is synced.
  ///
  /// Four megabytes of pages are enough for what is only ever added to; a service holds them as long as it runs.
  static let surviving = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -4096;
    PRAGMA temp_store = MEMORY;
    """

  /// For a file that appears when it is whole.
  static let fast = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -16384;
    PRAGMA temp_store = MEMORY;
    """

  /// Gives a damaged file another name, with what belongs to it.
  ///
  /// - Returns: the new name.
  static func moveAside(_ path: String) throws(StoreError) -> String {
    var number = 1
    while access("\(path).corrupt-\(number)", F_OK) == 0 { number += 1 }
    let kept = "\(path).corrupt-\(number)"
    guard rename(path, kept) == 0 else {
      throw StoreError(
        .readOnly, "`\(path)` is damaged and cannot be renamed: \(String(cString: strerror(errno)))"
      )
    }
    // The log would be taken for the new file's; with the old one it may still tell something.
    for tail in ["-wal", "-shm", "-journal"] { rename(path + tail, kept + tail) }
    return kept
  }

  /// Refuses what was never a database, so that a mistyped path harms nothing.
  ///
  /// Zeros are what a power cut may leave of ours.
  static func refuseOtherFiles(_ path: String) throws(StoreError) {
    switch beginning(of: path) {
    case nil, []?, Self.magic?: return
    case let bytes? where bytes.allSatisfy { $0 == 0 }: return
    case _?: throw StoreError(.foreign, "`\(path)` is not a database, and is left as it is")
    }
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  /// The first bytes of a file, as many as the magic has; nil where it cannot be read.
  private static func beginning(of path: String) -> [UInt8]? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: magic.count)
    let count = read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes[..<count])
  }
}
