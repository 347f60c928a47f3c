#if SQLite
  import CSQLite

  /// One connection to a database, with SQLite's errors as `StoreError`.
  ///
  /// With `SQLiteStatement` the only place that calls SQLite. One thread at a time uses it.
  final class SQLiteConnection {
    enum Mode {
      case readOnly
      case readWrite
      /// Reads and writes, and creates the file with mode 0600.
      case create
    }

    let path: String
    fileprivate let handle: OpaquePointer

    /// Whether this build can keep records in a database.
    static var isAvailable: Bool { true }

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - mode: what is done with it.
    ///   - vfs: the layer that reaches the disk; nil for SQLite's own.
    /// - Throws: what SQLite says.
    init(_ path: String, _ mode: Mode, vfs: String? = nil) throws(StoreError) {
      self.path = path
      var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      switch mode {
      case .readOnly: flags |= SQLITE_OPEN_READONLY
      case .readWrite: flags |= SQLITE_OPEN_READWRITE
      case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
      var opened: OpaquePointer?
      let code = sqlite3_open_v2(path, &opened, flags, vfs)
      guard let opened else { throw StoreError(.unreadable, "`\(path)`: out of memory") }
      guard code == SQLITE_OK else {
        let error = StoreError(code, opened, path)
        sqlite3_close_v2(opened)
        throw error
      }
      handle = opened
      sqlite3_busy_timeout(handle, 1_000)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that give no rows.
    func run(_ sql: String) throws(StoreError) {
      try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Returns the number in the first column of the first row; nil where that is null or none.
    func number(_ sql: String) throws(StoreError) -> Int64? {
      let statement = try SQLiteStatement(sql, on: self)
      return try statement.step() ? statement.optional(0) : nil
    }

    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
      try SQLiteStatement(sql, on: self)
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether another file, or none, is now under the path.
    var hasMoved: Bool {
      var moved: Int32 = 0
      let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
      return code == SQLITE_OK && moved != 0
    }

    fileprivate func check(_ code: Int32) throws(StoreError) {
      if code != SQLITE_OK { throw StoreError(code, handle, path) }
    }
  }

  /// A prepared statement; parameters are numbered from 1 and columns from 0, as SQLite does.
  final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    init(_ sql: String, on connection: SQLiteConnection) throws(StoreError) {
      self.connection = connection
      var prepared: OpaquePointer?
      try connection.check(
        sqlite3_prepare_v3(
          connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
      guard let prepared else { throw StoreError(.refused, "no statement: \(sql)") }
      handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Parameters

    @inline(__always)
    func bind(_ index: Int32, _ value: Int64?) {
      if let value {
        sqlite3_bind_int64(handle, index, value)
      } else {
        sqlite3_bind_null(handle, index)
      }
    }

    @inline(__always)
    func bind(_ index: Int32, _ value: String?) {
      guard var value else {
        sqlite3_bind_null(handle, index)
        return
      }
      // SAFETY: SQLite copies the bytes before it returns.
      value.withUTF8 { bytes in
        guard let start = bytes.baseAddress else {
          _ = sqlite3_bind_text(handle, index, "", 0, nil)
          return
        }
        _ = start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text(handle, index, $0, Int32(bytes.count), Self.copied)
        }
      }
    }

    /// Binds a word of the program itself, which is not copied.
    @inline(__always)
    func bind(_ index: Int32, word: StaticString?) {
      guard let word else {
        sqlite3_bind_null(handle, index)
        return
      }
      // SAFETY: a literal lasts as long as the program.
      word.utf8Start.withMemoryRebound(to: CChar.self, capacity: word.utf8CodeUnitCount) {
        _ = sqlite3_bind_text(handle, index, $0, Int32(word.utf8CodeUnitCount), nil)
      }
    }

    func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }

    func bind(_ index: Int32, _ bytes: [UInt8]) {
      // SAFETY: SQLite copies the bytes before it returns.
      _ = bytes.withUnsafeBytes {
        sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), Self.copied)
      }
    }

    /// `SQLITE_TRANSIENT`, a cast that Swift does not take over from the header.
    private static var copied: sqlite3_destructor_type {
      unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    // MARK: Rows

    /// Goes to the next row; false where there is none, and then it begins anew.
    func step() throws(StoreError) -> Bool {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: return true
      case SQLITE_DONE:
        sqlite3_reset(handle)
        return false
      case let code:
        let error = StoreError(code, connection.handle, connection.path)
        sqlite3_reset(handle)
        throw error
      }
    }

    func reset() { sqlite3_reset(handle) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func optional(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func text(_ column: Int32) -> String? {
      guard let start = sqlite3_column_text(handle, column) else { return nil }
      // SAFETY: the pointer and the count are good until the next step.
      let count = Int(sqlite3_column_bytes(handle, column))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
      // SAFETY: the pointer and the count are good until the next step.
      let count = Int(sqlite3_column_bytes(handle, column))
      guard let start = sqlite3_column_blob(handle, column) else { return [] }
      return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
  }

  extension StoreError {
    /// What SQLite says of its last call, in words.
    fileprivate init(_ code: Int32, _ handle: OpaquePointer, _ path: String) {
      let said = String(cString: sqlite3_errmsg(handle))
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: self.init(.busy, "`\(path)` is held by another program")
      case SQLITE_FULL: self.init(.full, "the disk of `\(path)` is full")
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
        self.init(.readOnly, "`\(path)` cannot be written: \(said)")
      case SQLITE_CANTOPEN: self.init(.unreadable, "`\(path)` cannot be opened: \(said)")
      case SQLITE_NOTADB: self.init(.noDatabase, "`\(path)` is not a database")
      case SQLITE_CORRUPT: self.init(.corrupt, "`\(path)` is damaged: \(said)")
      case SQLITE_IOERR: self.init(.unreadable, "`\(path)`: \(said)")
      default: self.init(.refused, "`\(path)`: \(said)")
      }
    }
  }
#endif
