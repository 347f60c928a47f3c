/// Exact ranges out of libyaml's marks.
///
/// libyaml begins a node at its properties, ends a block scalar after the blank lines that
/// follow, a block collection at the next token, and puts a missing node at the next token.
/// Plain and quoted scalars, aliases and brackets it marks exactly.
extension NodeTable {
  /// Returns the byte at an offset, or nil past the end.
  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < source.count ? source[offset] : nil
  }

  /// Returns the bytes of a scalar without its properties.
  func scalarRange(
    _ event: NodeEvent, text: UnsafeBufferPointer<UInt8>, hasProperties: Bool
  ) -> Range<Int> {
    if event.style == .plain, text.isEmpty {
      let place = hasProperties ? event.end : emptyPlace(before: event.start)
      return place..<place
    }
    let start = hasProperties ? skipProperties(of: event) : event.start
    guard event.style == .literal || event.style == .folded else {
      return start..<max(start, event.end)
    }
    return start..<blockScalarEnd(from: start, to: event.end)
  }

  /// Returns where the first token of a collection begins, its properties left out.
  ///
  /// A block collection's start event ends where the collection begins. A bracket's ends after
  /// the bracket, and that of a sequence at its key's own indentation after the first `-`.
  func collectionStart(_ event: NodeEvent, hasProperties: Bool) -> Int {
    guard hasProperties else { return event.start }
    if event.style == .flow { return max(event.start, event.end - 1) }
    if event.end > event.start, byte(event.end - 1) == 0x2D {
      let isIndicator = byte(event.end).map(Bytes.isSpace) ?? true
      if isIndicator { return event.end - 1 }
    }
    return event.end
  }

  /// Returns where a missing node would stand: after the last `:`, `-` or `?` before the mark.
  ///
  /// Where there is no such indicator (`{a, b}`, `? a`) that is the end of what comes before.
  private func emptyPlace(before mark: Int) -> Int {
    var place = min(lastEnd, mark)
    var offset = place
    while offset < mark {
      switch source[offset] {
      case 0x23:
        while offset < mark, !Bytes.isBreak(source[offset]) { offset += 1 }
        continue
      case 0x3A, 0x2D, 0x3F:
        place = offset + 1
      default:
        break
      }
      offset += 1
    }
    return place
  }

  /// Returns where the content begins after the anchor and the tag of an event.
  private func skipProperties(of event: NodeEvent) -> Int {
    var offset = event.start
    var left = (event.anchor == nil ? 0 : 1) + (event.tag == nil ? 0 : 1)
    while left > 0, offset < event.end {
      offset = skipSpace(from: offset, to: event.end)
      let isVerbatim = byte(offset) == 0x21 && byte(offset + 1) == 0x3C
      while offset < event.end, !Bytes.isSpace(source[offset]) {
        offset += 1
        if isVerbatim, source[offset - 1] == 0x3E { break }
      }
      left -= 1
    }
    return skipSpace(from: offset, to: event.end)
  }

  private func skipSpace(from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end {
      if Bytes.isSpace(source[offset]) {
        offset += 1
      } else if source[offset] == 0x23 {
        while offset < end, !Bytes.isBreak(source[offset]) { offset += 1 }
      } else {
        break
      }
    }
    return offset
  }

  /// Returns the end of the last line of a block scalar that is not blank.
  private func blockScalarEnd(from start: Int, to mark: Int) -> Int {
    var headerEnd = start
    while headerEnd < mark, !Bytes.isSpace(source[headerEnd]) { headerEnd += 1 }
    var firstBreak = headerEnd
    while firstBreak < mark, !Bytes.isBreak(source[firstBreak]) { firstBreak += 1 }
    var end = mark
    var lineEnd = mark
    // Walks back over blank lines: `lineEnd` is the last break seen, `end` the byte in question.
    while end > firstBreak {
      let byte = source[end - 1]
      if Bytes.isBreak(byte) {
        lineEnd = end - 1
      } else if byte != 0x20, byte != 0x09 {
        return lineEnd
      }
      end -= 1
    }
    return headerEnd
  }
}
