internal import Synchronization

/// A place in a text as people count it: line and column from 1, columns in characters.
package struct SourcePosition: Hashable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in characters as a reader sees them; a tab is one.
  package var column: Int

  /// Creates a position from a line and a column, both from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// One text that was read: the path shown to people, its bytes, and where its lines begin.
///
/// Offsets are byte offsets into `bytes`, a byte order mark included; the mark has no column of
/// its own. Lines end with LF, CR LF or a lone CR. Bytes that are not UTF-8 count as U+FFFD.
package final class SourceFile: Sendable {
  /// The path as diagnostics show it.
  package let path: String
  /// The bytes as they were read.
  package let bytes: [UInt8]

  private let lines = Mutex<[UInt32]?>(nil)

  /// Creates a file from its shown path and its bytes.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The number of bytes of a UTF-8 byte order mark at the beginning: 3 or 0.
  package var markLength: Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The offset at which each line begins, built when it is first asked for.
  ///
  /// - Complexity: O(bytes) once.
  package var lineStarts: [UInt32] {
    lines.withLock { cached in
      if let cached { return cached }
      let built = Self.findLines(in: bytes, from: markLength)
      cached = built
      return built
    }
  }

  /// Returns the position of the character at a byte offset; the end of the file is allowed.
  ///
  /// In `é: x`, offset 2 (the colon) is line 1, column 2.
  ///
  /// - Complexity: O(log lines + length of the line).
  package func position(at offset: Int) -> SourcePosition {
    let starts = lineStarts
    let clamped = min(max(offset, 0), bytes.count)
    let line = Self.line(of: clamped, in: starts)
    let start = Int(starts[line])
    // NB: an offset inside the byte order mark lies before the first line's first character.
    let prefix = start < clamped ? bytes[start..<clamped] : []
    let isPlain = prefix.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    let count = isPlain ? prefix.count : String(decoding: prefix, as: UTF8.self).count
    return SourcePosition(line: line + 1, column: count + 1)
  }

  /// Returns the byte range of a line, from 1, without its line break.
  package func byteRange(ofLine line: Int) -> Range<Int> {
    let starts = lineStarts
    guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
    let start = Int(starts[line - 1])
    var end = line < starts.count ? Int(starts[line]) : bytes.count
    if end > start, bytes[end - 1] == 0x0A { end -= 1 }
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// Returns the text of a line, from 1, without its line break; invalid UTF-8 is repaired.
  package func text(ofLine line: Int) -> String {
    String(decoding: bytes[byteRange(ofLine: line)], as: UTF8.self)
  }

  private static func line(of offset: Int, in starts: [UInt32]) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private static func findLines(in bytes: [UInt8], from first: Int) -> [UInt32] {
    var starts = [UInt32(first)]
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
      starts.append(UInt32(index + 1))
    }
    return starts
  }
}
