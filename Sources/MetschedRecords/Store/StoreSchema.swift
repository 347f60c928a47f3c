/// The tables of a database, its version, and how an older file becomes a newer one.
///
/// `PRAGMA application_id` is `mets`, `PRAGMA user_version` the version. A new file goes through
/// the steps of all versions, so there is one text of each table. Instants are milliseconds since
/// 1970-01-01T00:00:00Z; words are those of `docs/records.md`.
///
/// - `run`: one row a run. `wall` is the wall clock's time at which the schedule's was `origin`;
///   `through` is the last instant that is in the file, whole; `over` says that the run reached
///   its end. The four columns from `name_width` on are those of its lines of text.
/// - `label`: whose a record is, with the zone of its instants and the name in lines of text.
///   `kind` is null for what is a user's, `user` too for what is everybody's.
/// - `word`: texts that come again and again: lists of causes (`policy,reload`) and origins.
/// - `record`: one row a record. `id` is run × 2^40 + sequence number, so the table is in the order
///   of records and cannot hold one twice. Columns are null where they do not apply.
///   `why` of `auto` is the short name of its sentence. `value` of a `clock` is its text.
/// - `gap`: records that could not be kept while the file could not be written: their first and
///   last sequence number, how many, how many inputs went with them, and why.
/// - `input`: what came from outside, for `replay`; `state`: what a restart needs, by placement,
///   empty for the machine's own. Both belong to the records up to `run.through`.
enum StoreSchema {
  /// The version that this metsched writes.
  static let version: Int64 = Int64(steps.count)

  /// The version that brought inputs and states.
  static let restartsVersion: Int64 = 2

  /// `mets`.
  static let application: Int64 = 0x6D65_7473

  /// The bits of a record's id that are its sequence number.
  static let sequenceBits: Int64 = 40

  /// The words of `what` that have an index; the others are most records.
  static let rare = WhatWord.allCases.filter(\.isRare).map(\.name)
  static let isRare = "what IN (\(rare.map { "'\($0)'" }.joined(separator: ", ")))"

  /// The id of a run's record.
  static func id(run: Int64, sequence: Int64) -> Int64 { run << sequenceBits | sequence }

  static func sequence(_ id: Int64) -> Int64 { id & (1 << sequenceBits - 1) }
  static func run(_ id: Int64) -> Int64 { id >> sequenceBits }

  /// The ids of all records that a run can have.
  static func ids(ofRun run: Int64) -> ClosedRange<Int64> {
    id(run: run, sequence: 0)...id(run: run, sequence: 1 << sequenceBits - 1)
  }

  /// What each version adds to the one before.
  private static let steps = [records, restarts]

  /// Version 1: runs and their records.
  private static let records = """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY,
      file TEXT NOT NULL,
      clock TEXT NOT NULL CHECK (clock IN ('virtual', 'system')),
      start INTEGER NOT NULL,
      wall INTEGER NOT NULL,
      origin INTEGER NOT NULL,
      speed REAL NOT NULL,
      seed INTEGER NOT NULL,
      zone TEXT NOT NULL,
      version TEXT NOT NULL,
      through INTEGER,
      over INTEGER NOT NULL DEFAULT 0,
      name_width INTEGER NOT NULL,
      cause_width INTEGER NOT NULL,
      shows_day INTEGER NOT NULL,
      shows_milliseconds INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE label (
      id INTEGER PRIMARY KEY,
      user TEXT, kind TEXT, placement TEXT, family TEXT,
      zone TEXT NOT NULL, name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
    CREATE TABLE record (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      label INTEGER NOT NULL REFERENCES label,
      what TEXT NOT NULL,
      causes INTEGER REFERENCES word,
      counted INTEGER, eligible INTEGER, granted INTEGER, reason TEXT, "left" INTEGER,
      entries INTEGER, first INTEGER, last INTEGER, policy TEXT, next INTEGER, expected INTEGER,
      why TEXT, origin INTEGER REFERENCES word, error TEXT,
      shows TEXT, date INTEGER, title TEXT, link TEXT,
      count INTEGER,
      state TEXT, value TEXT
    ) STRICT;
    CREATE INDEX record_at ON record (at);
    CREATE INDEX record_label ON record (label);
    CREATE INDEX record_causes ON record (causes) WHERE causes IS NOT NULL;
    CREATE INDEX record_reason ON record (reason) WHERE reason IS NOT NULL;
    CREATE INDEX record_policy ON record (policy) WHERE policy IS NOT NULL;
    CREATE INDEX record_rare ON record (what) WHERE \(isRare);
    CREATE TABLE gap (
      run INTEGER NOT NULL REFERENCES run,
      first INTEGER NOT NULL, last INTEGER NOT NULL,
      records INTEGER NOT NULL, inputs INTEGER NOT NULL,
      first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (run, first, first_at)
    ) STRICT, WITHOUT ROWID;
    """

  /// Version 2: what a restart and a replay need.
  private static let restarts = """
    CREATE TABLE input (
      run INTEGER NOT NULL REFERENCES run,
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE state (
      run INTEGER NOT NULL REFERENCES run,
      name TEXT NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (run, name)
    ) STRICT, WITHOUT ROWID;
    """

  /// Brings a file to the version that this metsched writes; a new one gets its tables.
  static func migrate(_ connection: SQLiteConnection) throws(StoreError) {
    let found = try check(connection)
    guard found < version else { return }
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      for step in steps[Int(found)...] { try connection.run(step) }
      try connection.run(
        "PRAGMA application_id = \(application); PRAGMA user_version = \(version); COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// Returns the version of a file, 0 for an empty one; a file that is not ours is an error.
  static func check(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let found = try connection.number("PRAGMA user_version") ?? 0
    let owner = try connection.number("PRAGMA application_id") ?? 0
    if owner == 0, found == 0, try connection.number("SELECT 1 FROM sqlite_schema") == nil {
      return 0
    }
    guard owner == application else {
      throw StoreError(
        .foreign, "`\(connection.path)` is a database of another program, not metsched's")
    }
    guard found <= version else {
      throw StoreError(
        .newer,
        "`\(connection.path)` has version \(found), from a later metsched; this one knows "
          + "versions up to \(version)")
    }
    return found
  }
}
