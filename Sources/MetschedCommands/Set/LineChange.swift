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
    removed = old[first..<old.count - last].map(Self.text)
    inserted = new[first..<new.count - last].map(Self.text)
  }

  /// The lines with their ends.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(bytes[start...offset])
      start = offset + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    var line = line
    while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
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
