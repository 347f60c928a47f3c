/// The offsets of a zone as a file of the zone database has them.
///
/// Only the part with 64-bit times is read, and its footer, which says how it goes on. What is not as
/// it should be gives nothing at all.
///
/// Source: RFC 9636, "The Time Zone Information Format (TZif)".
struct ZoneInfoFile {
  /// A time from which on an offset holds; both in seconds.
  struct Change {
    var time: Int64
    var offset: Int64
  }

  /// The offset before the first change, in seconds east of UTC.
  private(set) var firstOffset: Int64
  /// In order of time; neighbours may have one offset.
  private(set) var changes: [Change]
  /// How the offset changes after the last of them; nil where it does not.
  private(set) var rule: ZoneRule?

  private struct Header {
    static let size = 44
    var version: UInt8
    var standardFlags: Int
    var universalFlags: Int
    var leapSeconds: Int
    var times: Int
    var types: Int
    var characters: Int

    /// The bytes of what follows, with times of so many bytes.
    func bodySize(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4)
        + standardFlags + universalFlags
    }
  }

  /// Reads a file.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes[...])
    guard let old = reader.header(), old.version >= UInt8(ascii: "2"),
      reader.skip(old.bodySize(timeSize: 4)), let header = reader.header(), header.types > 0,
      header.leapSeconds == 0
    else { return nil }
    var body = reader
    guard reader.skip(header.bodySize(timeSize: 8)), let footer = reader.footer() else {
      return nil
    }
    var times: [Int64] = []
    for _ in 0..<header.times { times.append(body.integer(8)) }
    let indices = body.bytes.prefix(header.times)
    body.bytes = body.bytes.dropFirst(header.times)
    var offsets: [Int64] = []
    for _ in 0..<header.types {
      offsets.append(body.integer(4))
      body.bytes = body.bytes.dropFirst(2)
    }
    guard indices.allSatisfy({ Int($0) < offsets.count }) else { return nil }
    firstOffset = offsets[0]
    changes = zip(times, indices).map { Change(time: $0, offset: offsets[Int($1)]) }
    if !footer.isEmpty {
      guard let rule = ZoneRule(footer) else { return nil }
      self.rule = rule
    }
  }

  /// Bytes that are taken from the front.
  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func skip(_ count: Int) -> Bool {
      guard bytes.count >= count else { return false }
      bytes = bytes.dropFirst(count)
      return true
    }

    /// Takes an integer of 4 or 8 bytes, the highest first; they are there.
    mutating func integer(_ size: Int) -> Int64 {
      let value = bytes.prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      bytes = bytes.dropFirst(size)
      return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    mutating func header() -> Header? {
      guard bytes.count >= Header.size, bytes.starts(with: Array("TZif".utf8)) else { return nil }
      let version = bytes[bytes.startIndex + 4]
      bytes = bytes.dropFirst(20)
      let counts = (0..<6).map { _ in Int(integer(4)) }
      // No zone has so many; what says so is no file of a zone.
      guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
      return Header(
        version: version, standardFlags: counts[1], universalFlags: counts[0],
        leapSeconds: counts[2], times: counts[3], types: counts[4], characters: counts[5])
    }

    /// Takes the text between two line ends.
    mutating func footer() -> String? {
      guard bytes.first == UInt8(ascii: "\n"),
        let end = bytes.dropFirst().firstIndex(of: UInt8(ascii: "\n"))
      else { return nil }
      return String(validating: bytes[(bytes.startIndex + 1)..<end], as: UTF8.self)
    }
  }
}

extension ZoneTable {
  /// Creates the table of a zone from a file of the zone database; nil where it is none.
  convenience init?(identifier: String, zoneInfo bytes: [UInt8]) {
    guard let file = ZoneInfoFile(bytes) else { return nil }
    let years = Self.tableStart..<Self.tableEnd
    var (first, offset) = (file.firstOffset, file.firstOffset)
    var rules: [Int64] = []
    var last: Int64 = 0
    func add(_ change: ZoneInfoFile.Change) {
      defer { offset = change.offset }
      guard change.time > years.lowerBound else {
        first = change.offset
        return
      }
      guard change.time < years.upperBound, change.offset != offset else { return }
      rules += [(change.time - last) * 1_000, change.offset * 1_000]
      last = change.time
    }
    file.changes.forEach(add)
    let end = max(file.changes.last?.time ?? .min, years.lowerBound)
    file.rule?.changes(after: end, before: years.upperBound).forEach(add)
    self.init(identifier: identifier, rules: [first * 1_000] + rules)
  }
}
