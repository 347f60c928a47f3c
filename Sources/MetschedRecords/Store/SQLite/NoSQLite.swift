#if !SQLite
  /// What stands for a connection in a build without the trait `SQLite`: none can be made.
  ///
  /// So nothing below is ever called. NB: types without values would say that to the compiler as
  /// well, which then warns of all code above them.
  final class SQLiteConnection {
    enum Mode {
      case readOnly
      case readWrite
      case create
    }

    let path: String

    static var isAvailable: Bool { false }

    init(_ path: String, _ mode: Mode, vfs: String? = nil) throws(StoreError) {
      self.path = path
      throw .unavailable
    }

    var isInTransaction: Bool { false }
    var hasMoved: Bool { false }
    func run(_ sql: String) throws(StoreError) { throw .unavailable }
    func number(_ sql: String) throws(StoreError) -> Int64? { throw .unavailable }
    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement { throw .unavailable }
  }

  final class SQLiteStatement {
    func bind(_ index: Int32, _ value: Int64?) {}
    func bind(_ index: Int32, _ value: String?) {}
    func bind(_ index: Int32, word: StaticString?) {}
    func bind(_ index: Int32, _ value: Double) {}
    func bind(_ index: Int32, _ bytes: [UInt8]) {}
    func step() throws(StoreError) -> Bool { throw .unavailable }
    func reset() {}
    func isNull(_ column: Int32) -> Bool { true }
    func integer(_ column: Int32) -> Int64 { 0 }
    func optional(_ column: Int32) -> Int64? { nil }
    func double(_ column: Int32) -> Double { 0 }
    func text(_ column: Int32) -> String? { nil }
    func bytes(_ column: Int32) -> [UInt8] { [] }
  }
#endif
