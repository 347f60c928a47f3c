import MetschedTime

/// The runs of a file.
struct StoredRuns {
  private let connection: SQLiteConnection

  init(_ connection: SQLiteConnection) {
    self.connection = connection
  }

  private static let columns = """
    id, file, clock, start, wall, origin, speed, seed, zone, version, through, over,
    name_width, cause_width, shows_day, shows_milliseconds
    """

  /// Puts a run into the file and returns its number.
  func add(_ run: StoredRun) throws(StoreError) -> Int64 {
    let number = try connection.number("SELECT max(id) + 1 FROM run") ?? 1
    let statement = try connection.prepare(
      """
      INSERT INTO run (\(Self.columns))
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, NULL, 0, ?11, ?12, ?13, ?14)
      """)
    bind(run, number, statement)
    _ = try statement.step()
    return number
  }

  /// Writes what has changed about a run that is in the file.
  func update(_ number: Int64, _ run: StoredRun) throws(StoreError) {
    let statement = try connection.prepare(
      """
      UPDATE run SET file = ?2, clock = ?3, start = ?4, wall = ?5, origin = ?6, speed = ?7,
        seed = ?8, zone = ?9, version = ?10, name_width = ?11, cause_width = ?12, shows_day = ?13,
        shows_milliseconds = ?14
      WHERE id = ?1
      """)
    bind(run, number, statement)
    _ = try statement.step()
  }

  private func bind(_ run: StoredRun, _ number: Int64, _ statement: SQLiteStatement) {
    statement.bind(1, number)
    statement.bind(2, run.file)
    statement.bind(3, run.clock.rawValue)
    statement.bind(4, run.start)
    statement.bind(5, run.wall)
    statement.bind(6, run.origin)
    statement.bind(7, run.speed)
    statement.bind(8, run.seed)
    statement.bind(9, run.zone.identifier)
    statement.bind(10, run.version)
    statement.bind(11, run.layout.nameWidth)
    statement.bind(12, run.layout.causeWidth)
    statement.bind(13, run.layout.showsDay ? 1 : 0 as Int64)
    statement.bind(14, run.layout.showsMilliseconds ? 1 : 0 as Int64)
  }

  /// All runs, in the order in which they began.
  func all() throws(StoreError) -> [KeptRun] {
    try read("SELECT \(Self.columns) FROM run ORDER BY id")
  }

  func run(_ number: Int64) throws(StoreError) -> KeptRun? {
    try read("SELECT \(Self.columns) FROM run WHERE id = \(number)").first
  }

  private func read(_ sql: String) throws(StoreError) -> [KeptRun] {
    let statement = try connection.prepare(sql)
    let hasInputs =
      try connection.number("SELECT 1 FROM sqlite_schema WHERE name = 'input'") != nil
    var runs: [KeptRun] = []
    while try statement.step() {
      let number = statement.integer(0)
      guard let clock = statement.text(2).flatMap(StoredRun.Clock.init),
        let zone = statement.text(8).flatMap(ZoneTable.named)
      else {
        throw StoreError(
          .refused, "run \(number) of `\(connection.path)` has a clock or zone that is unknown here"
        )
      }
      let run = StoredRun(
        file: statement.text(1) ?? "", clock: clock,
        start: Instant(milliseconds: statement.integer(3)),
        wall: Instant(milliseconds: statement.integer(4)),
        origin: Instant(milliseconds: statement.integer(5)), speed: statement.double(6),
        seed: statement.integer(7), zone: zone, version: statement.text(9) ?? "",
        layout: RecordText.Layout(
          nameWidth: Int(statement.integer(12)), causeWidth: Int(statement.integer(13)),
          showsDay: statement.integer(14) != 0, showsMilliseconds: statement.integer(15) != 0,
          usesColor: false))
      let ids = StoreSchema.ids(ofRun: number)
      let last = try connection.number(
        "SELECT max(id) FROM record WHERE id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)")
      let inputs =
        hasInputs
        ? try connection.number("SELECT max(number) FROM input WHERE run = \(number)") : nil
      runs.append(
        KeptRun(
          number: number, run: run, through: statement.instant(10),
          lastSequence: last.map(StoreSchema.sequence) ?? 0, inputs: inputs ?? 0,
          isOver: statement.integer(11) != 0))
    }
    return runs
  }
}
