import MetschedText

/// The lines in which two texts differ, between the lines that both begin and end with.
struct LineChange {
  /// The number of the first line that differs, from 1.
  let line: Int
  let removed: [String]
  let inserted: [String]

  init(from old: [UInt8], to new: [UInt8]) {
    let (old, new) = (Self.lines(old), Self.lines(new))
    var first = 0
    while first < min(old.count, new.count), old[first] == new[first] { first += 1 }
    var last = 0
    while last < min(old.count, new.count) - first,
      old[old.count - 1 - last] == new[new.count - 1 - last]
    { last += 1 }
    line = first + 1
    removed = Array(old[first..<old.count - last])
    inserted = Array(new[first..<new.count - last])
  }

  /// The lines without their ends, which no edit changes.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// The change as people read it: `-` for what was, `+` for what is.
  func text(path: String) -> String {
    "\(path):\(line)\n"
      + removed.map { "- \(VisibleText.of($0))\n" }.joined()
      + inserted.map { "+ \(VisibleText.of($0))\n" }.joined()
  }

  func json(path: String, isWritten: Bool) -> JSONValue {
    .object([
      ("file", .string(path)), ("line", .integer(line)),
      ("removed", .array(removed.map(JSONValue.string))),
      ("inserted", .array(inserted.map(JSONValue.string))), ("written", .boolean(isWritten)),
    ])
  }
}
