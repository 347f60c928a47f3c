/// A growing table of plain values that are read and written where they stand.
///
/// An array asks at every write whether somebody else holds it too. Here the owner asks once, with
/// `claim()`, before a series of writes, and copies of the owner stay values of their own. Rows
/// begin at a cache line, so that one of 64 bytes lies in a single line.
struct Rows<Row: BitwiseCopyable> {
  private var storage: RowStorage
  private var base: UnsafeMutablePointer<Row>
  private var capacity: Int
  private(set) var count = 0

  init() {
    self.init(capacity: 0)
  }

  /// Creates an empty table with room for a number of rows.
  init(capacity: Int) {
    self.capacity = capacity
    storage = .holding(capacity * MemoryLayout<Row>.stride)
    base = storage.base.bindMemory(to: Row.self, capacity: capacity)
  }

  /// Creates a table of equal rows.
  init(repeating row: Row, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: row, count: count)
    self.count = count
  }

  var indices: Range<Int> { 0..<count }

  /// Makes this owner the only one, as it must be before it writes.
  @inline(__always)
  mutating func claim() {
    // Where there is room for nothing, nobody writes before there is.
    if capacity > 0, !isKnownUniquelyReferenced(&storage) { move(to: capacity) }
  }

  // SAFETY: `storage` keeps the memory of `base` alive, rows are initialised up to `count`, and the
  // index is checked. Whoever writes has claimed the table.
  subscript(index: Int) -> Row {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "there is no such row")
      return base[index]
    }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "there is no such row")
      yield &base[index]
    }
  }

  @inline(__always)
  mutating func append(_ row: Row) {
    reserve(1)
    appendReserved(row)
  }

  /// Adds a row for which there is room; a long one is then built where it is to stand.
  @inline(__always)
  mutating func appendReserved(_ row: Row) {
    precondition(count < capacity, "there is no room")
    (base + count).initialize(to: row)
    count &+= 1
  }

  /// Adds some rows of another table.
  mutating func append(contentsOf other: Rows, from start: Int, to end: Int) {
    precondition(start >= 0 && start <= end && end <= other.count, "there are no such rows")
    reserve(end - start)
    (base + count).initialize(from: other.base + start, count: end - start)
    count += end - start
  }

  /// Removes the last row and returns it; nil where there is none.
  @inline(__always)
  mutating func popLast() -> Row? {
    guard count > 0 else { return nil }
    count &-= 1
    return base[count]
  }

  /// Empties the table; its memory stays.
  mutating func removeAll() {
    count = 0
  }

  /// Removes the rows from an index on.
  mutating func removeAll(from index: Int) {
    precondition((0...count).contains(index), "there are no such rows")
    count = index
  }

  /// Makes room for more rows, so that the next ones are added without a look at the room.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if more > capacity &- count { move(to: max(16, 2 * count, count + more)) }
  }

  /// The rows, to be read while the table is not written to.
  func withRows<Result>(
    _ read: (UnsafeBufferPointer<Row>) throws -> Result
  ) rethrows -> Result {
    try read(UnsafeBufferPointer(start: base, count: count))
  }

  /// The rows, to be written to where they stand.
  mutating func withMutableRows(_ change: (inout UnsafeMutableBufferPointer<Row>) -> Void) {
    var rows = UnsafeMutableBufferPointer(start: base, count: count)
    change(&rows)
  }

  /// Moves the rows into memory of their own.
  @inline(never)
  private mutating func move(to capacity: Int) {
    let new = RowStorage.holding(capacity * MemoryLayout<Row>.stride)
    let rows = new.base.bindMemory(to: Row.self, capacity: capacity)
    rows.update(from: base, count: count)
    (storage, base, self.capacity) = (new, rows, capacity)
  }
}

// SAFETY: rows are plain values, and only the sole owner of their memory writes to it.
extension Rows: @unchecked Sendable where Row: Sendable {}

/// The memory of a table; it ends with the last owner.
private final class RowStorage {
  /// Where the rows begin: at a cache line.
  let base: UnsafeMutableRawPointer
  /// Where the memory does.
  private let memory: UnsafeMutableRawPointer
  private static let line = 64
  private static let alignment = 16
  /// What all tables without room share, since most of a small machine's stay so.
  private static let empty = RowStorage(byteCount: 0)

  /// Returns memory of its own, if it is to hold anything.
  static func holding(_ byteCount: Int) -> RowStorage {
    byteCount == 0 ? empty : RowStorage(byteCount: byteCount)
  }

  private init(byteCount: Int) {
    // NB: an allocation that is aligned to a line costs several times a plain one.
    memory = .allocate(
      byteCount: byteCount + Self.line - Self.alignment, alignment: Self.alignment)
    base = memory.alignedUp(toMultipleOf: Self.line)
  }

  deinit { memory.deallocate() }
}

// SAFETY: the storage itself never changes; who may write to its memory, `Rows` says.
extension RowStorage: @unchecked Sendable {}
