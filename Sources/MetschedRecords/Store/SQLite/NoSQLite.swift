#if !SQLite
  /// What stands for a connection in a build without the trait `SQLite`: there never is one.
  enum SQLiteConnection {
    enum Mode {
      case readOnly
      case readWrite
      case create
    }

    static var isAvailable: Bool { false }

    init(_ path: String, _ mode: Mode, vfs: String? = nil) throws(StoreError) {
      throw .unavailable
    }

    var path: String { switch self {} }
    var isInTransaction: Bool { switch self {} }
    var hasMoved: Bool { switch self {} }
    func run(_ sql: String) throws(StoreError) { switch self {} }
    func number(_ sql: String) throws(StoreError) -> Int64? { switch self {} }
    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement { switch self {} }
  }

  enum SQLiteStatement {
    func bind(_ index: Int32, _ value: Int64?) { switch self {} }
    func bind(_ index: Int32, _ value: String?) { switch self {} }
    func bind(_ index: Int32, word: StaticString?) { switch self {} }
    func bind(_ index: Int32, _ value: Double) { switch self {} }
    func bind(_ index: Int32, _ bytes: [UInt8]) { switch self {} }
    func step() throws(StoreError) -> Bool { switch self {} }
    func reset() { switch self {} }
    func isNull(_ column: Int32) -> Bool { switch self {} }
    func integer(_ column: Int32) -> Int64 { switch self {} }
    func optional(_ column: Int32) -> Int64? { switch self {} }
    func double(_ column: Int32) -> Double { switch self {} }
    func text(_ column: Int32) -> String? { switch self {} }
    func bytes(_ column: Int32) -> [UInt8] { switch self {} }
  }
#endif
