/// How the records that a filter wants are found.
///
/// The index of the condition that the fewest records meet, as far as they are worth counting; a
/// condition that very many meet is faster checked on the way through the table, which is in the
/// order that is wanted.
struct RecordQuery {
  let terms: [QueryTerm]
  /// The index that is read; nil for the table itself.
  private(set) var index: String?
  private let limit: Int?

  /// A condition that more records meet is not worth its index: each of them is looked up.
  static let many = 100_000

  init(_ filter: RecordFilter, on connection: SQLiteConnection) throws(StoreError) {
    terms = filter.terms
    limit = filter.limit
    var fewest = Self.many
    for name in Set(terms.compactMap(\.index)).sorted() {
      let count = try Self.count(terms.filter { $0.index == name }, name, connection)
      if count < fewest {
        fewest = count
        index = name
      }
    }
    // The last of a time are at one end of its index, however many there are.
    if index == nil, limit != nil, filter.until != nil { index = "record_at" }
  }

  /// How many records some conditions let through, or `many`.
  private static func count(
    _ terms: [QueryTerm], _ index: String, _ connection: SQLiteConnection
  ) throws(StoreError) -> Int {
    let condition = terms.map(\.sql).joined(separator: " AND ")
    let statement = try connection.prepare(
      """
      SELECT count(*) FROM
        (SELECT 1 FROM record INDEXED BY \(index) WHERE \(condition) LIMIT \(many))
      """)
    statement.bind(terms.flatMap(\.values))
    return try statement.step() ? Int(statement.integer(0)) : many
  }

  /// The statement that gives some columns, `id` first, in the order of records.
  func sql(_ columns: String) -> String {
    let table = index.map { "record INDEXED BY \($0)" } ?? "record NOT INDEXED"
    var sql = "SELECT \(columns) FROM \(table)"
    if !terms.isEmpty { sql += " WHERE " + terms.map(\.sql).joined(separator: " AND ") }
    guard let limit else { return sql + " ORDER BY id" }
    let order = index == "record_at" ? "at DESC, id DESC" : "id DESC"
    return "SELECT * FROM (\(sql) ORDER BY \(order) LIMIT \(limit)) ORDER BY id"
  }

  func statement(
    _ columns: String, on connection: SQLiteConnection
  ) throws(StoreError) -> SQLiteStatement {
    let statement = try connection.prepare(sql(columns))
    statement.bind(terms.flatMap(\.values))
    return statement
  }
}
