/// Looks around in the bytes of a file by lines and words, to explain an error.
struct SourceText {
  let bytes: UnsafeBufferPointer<UInt8>

  subscript(offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[offset] : nil
  }

  /// Returns the line around an offset without its break.
  func line(at offset: Int) -> Range<Int> {
    var start = min(max(offset, 0), bytes.count)
    var end = start
    while start > 0, !Bytes.isBreak(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, !Bytes.isBreak(bytes[end]) { end += 1 }
    return start..<end
  }

  /// Returns a line without blanks at its ends and without a comment at its end.
  func content(at offset: Int) -> Range<Int> {
    trim(withoutComment(line(at: offset)))
  }

  /// Returns the content of the nearest line before that holds more than blanks and comments.
  func previousContent(before offset: Int) -> Range<Int>? {
    var start = line(at: offset).lowerBound
    while start > 0 {
      start = line(at: start - 1).lowerBound
      let content = content(at: start)
      if !content.isEmpty { return content }
    }
    return nil
  }

  /// Returns the spaces before the content of a line.
  func indentation(at offset: Int) -> Int {
    let line = line(at: offset)
    var end = line.lowerBound
    while end < line.upperBound, bytes[end] == 0x20 { end += 1 }
    return end - line.lowerBound
  }

  /// Returns the run of bytes at an offset up to a blank, at least one where one is left.
  func word(at offset: Int) -> Range<Int> {
    var end = offset
    while end < bytes.count, !Bytes.isSpace(bytes[end]) { end += 1 }
    return offset..<max(end, min(offset + 1, bytes.count))
  }

  /// Returns the value that begins at an offset, up to the end of its line.
  ///
  /// In brackets it ends before the next `,` or closing bracket; `${…}` is skipped.
  func value(at offset: Int, inBrackets: Bool) -> Range<Int> {
    let end = withoutComment(offset..<max(offset, line(at: offset).upperBound)).upperBound
    guard inBrackets else { return trim(offset..<end) }
    var stop = offset
    while stop < end {
      if bytes[stop] == 0x24, self[stop + 1] == 0x7B {
        while stop < end, bytes[stop] != 0x7D { stop += 1 }
      } else if bytes[stop] == 0x2C || bytes[stop] == 0x7D || bytes[stop] == 0x5D {
        break
      }
      stop += 1
    }
    return trim(offset..<min(stop, end))
  }

  /// Returns where the value of the first `key: value` of a line begins, if the line has one.
  func firstValue(in content: Range<Int>) -> Int? {
    var offset = content.lowerBound
    while offset + 1 < content.upperBound {
      if bytes[offset] == 0x3A, bytes[offset + 1] == 0x20 {
        offset += 1
        while offset < content.upperBound, bytes[offset] == 0x20 { offset += 1 }
        return offset
      }
      offset += 1
    }
    return nil
  }

  /// Returns the colon in `key:value` where no blank follows it and no `: ` stands anywhere.
  func tightColon(in content: Range<Int>) -> Int? {
    var offset = content.lowerBound
    var found: Int?
    while offset + 1 < content.upperBound {
      if bytes[offset] == 0x3A {
        if Bytes.isSpace(bytes[offset + 1]) { return nil }
        if found == nil { found = offset }
      }
      offset += 1
    }
    guard let found, found > content.lowerBound, self[found + 1] != 0x2F else { return nil }
    return content.upperBound > found + 1 && self[content.upperBound - 1] != 0x3A ? found : nil
  }

  /// Returns the first tab before the content of a line.
  func firstTab(onLineOf offset: Int) -> Int? {
    let line = line(at: offset)
    return bytes[line].firstIndex { $0 != 0x20 }.flatMap { bytes[$0] == 0x09 ? $0 : nil }
  }

  /// Returns the end of what stands before an offset, blanks and line breaks left out.
  func trimmedEnd(before offset: Int) -> Int {
    var end = min(offset, bytes.count)
    while end > 0, Bytes.isSpace(bytes[end - 1]) { end -= 1 }
    return end
  }

  private func withoutComment(_ range: Range<Int>) -> Range<Int> {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let isAfterBlank = offset == range.lowerBound || Bytes.isSpace(bytes[offset - 1])
      if bytes[offset] == 0x23, isAfterBlank { return range.lowerBound..<offset }
      offset += 1
    }
    return range
  }

  private func trim(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, Bytes.isSpace(bytes[start]) { start += 1 }
    while end > start, Bytes.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
