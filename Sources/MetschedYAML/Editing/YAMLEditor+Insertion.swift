internal import MetschedDiagnostics

/// Where new text goes.
extension YAMLEditor {
  // MARK: Values

  /// Puts a value where there is none: after the colon, before what may follow it.
  func fill(
    _ node: Node, after key: Node?, _ text: String
  ) throws(YAMLEditRefusal) -> YAMLEdit {
    try check(node, isLast: true)
    let range = node.place.offsets
    guard node.rangeWithProperties == node.range || node.isAlias else {
      throw YAMLEditRefusal(
        .notEditable, "an empty value with an anchor or a tag is not edited",
        at: node.rangeWithProperties)
    }
    // `null`, `~` or an alias of nothing stands there.
    guard range.isEmpty else { return YAMLEdit(range, text) }
    let place = range.lowerBound
    guard let last = place > 0 ? bytes[place - 1] : nil, last == 0x3A || last == 0x2D else {
      // `{a}` has no colon yet.
      return YAMLEdit(place..<place, key == nil ? text : ": " + text)
    }
    var end = place
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    let isClosed = end < bytes.count && [0x2C, 0x7D, 0x5D].contains(bytes[end])
    return YAMLEdit(place..<(isClosed ? end : place), " " + text)
  }

  /// Puts a value in the place of another.
  func replace(_ node: Node, after key: Node?, by text: String) -> YAMLEdit {
    let range = node.place.offsets
    guard let key, !node.isAlias, node.style == .block, node.rangeWithProperties == node.range
    else { return YAMLEdit(range, text) }
    // A block that begins on the next line is taken up to the key's own.
    let between = bytes[Int(key.place.end)..<range.lowerBound]
    let isPlain = between.allSatisfy { $0 == 0x3A || Bytes.isSpace($0) }
    guard isPlain, let colon = between.firstIndex(of: 0x3A) else { return YAMLEdit(range, text) }
    return YAMLEdit(colon + 1..<range.upperBound, " " + text)
  }

  // MARK: Entries and elements

  /// Adds `key: value` behind the last entry of a mapping.
  func insert(_ entry: String, into mapping: Node) throws(YAMLEditRefusal) -> YAMLEdit {
    let entries = Array(mapping.writtenEntries)
    guard let first = entries.first, let last = entries.last else {
      // `{}` or `{ }`
      let range = mapping.range.offsets
      return YAMLEdit(range, "{\(entry)}")
    }
    let end = end(of: last)
    if mapping.style == .flow { return insertFlow(entry, after: end, of: mapping) }
    let start = Int(first.key.rangeWithProperties.start)
    let column = try column(of: start, in: mapping)
    return insertLine(String(repeating: " ", count: column) + entry, after: end)
  }

  /// Adds an element behind the last one of a list.
  func append(_ element: String, to list: Node) throws(YAMLEditRefusal) -> YAMLEdit {
    var first: Node?
    var last: Node?
    for element in list.elements {
      first = first ?? element
      last = element
    }
    guard let first, let last else { return YAMLEdit(list.range.offsets, "[\(element)]") }
    let end = Int(last.place.end)
    if list.style == .flow { return insertFlow(element, after: end, of: list) }
    var dash = Int(first.rangeWithProperties.start) - 1
    while dash >= 0, bytes[dash] != 0x2D { dash -= 1 }
    let column = try column(of: max(0, dash), in: list)
    return insertLine(String(repeating: " ", count: column) + "- " + element, after: end)
  }

  private func insertFlow(_ text: String, after end: Int, of node: Node) -> YAMLEdit {
    var place = end
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    if place < bytes.count, bytes[place] == 0x2C {
      // A comma stands there already.
      return YAMLEdit(place + 1..<place + 1, " " + text)
    }
    // After an empty value the space is kept: `{a: , b: 1}`.
    let isEmpty = end > 0 && bytes[end - 1] == 0x3A
    if isEmpty, place == end { return YAMLEdit(end..<end, " , " + text) }
    let at = isEmpty ? place : end
    return YAMLEdit(at..<at, ", " + text)
  }

  private func insertLine(_ line: String, after end: Int) -> YAMLEdit {
    let lineEnd = lineEnd(before: end)
    var place = end
    while place < bytes.count, !Bytes.isBreak(bytes[place]) { place += 1 }
    guard place < bytes.count else { return YAMLEdit(place..<place, lineEnd + line) }
    place = afterBreak(place)
    return YAMLEdit(place..<place, line + lineEnd)
  }

  /// The column of a byte whose line begins with blanks and dashes alone.
  private func column(of offset: Int, in node: Node) throws(YAMLEditRefusal) -> Int {
    let start = lineStart(of: offset)
    let isPlain = bytes[start..<offset].allSatisfy { $0 == 0x20 || $0 == 0x2D }
    guard isPlain else {
      throw YAMLEditRefusal(
        .notEditable, "a mapping that begins in the middle of a line is not edited", at: node.place)
    }
    return offset - start
  }

  // MARK: Lines

  /// Where an entry ends: with its value, or with its colon where there is none.
  func end(of entry: Entry) -> Int { Int(entry.value.place.end) }

  func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > document.source.markLength, !Bytes.isBreak(bytes[start - 1]) { start -= 1 }
    return start
  }

  /// The offset behind a line break, which may be CR LF.
  func afterBreak(_ offset: Int) -> Int {
    guard offset < bytes.count else { return offset }
    let isPair = bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
    return offset + (isPair ? 2 : 1)
  }

  /// The line end that the file uses around a place; LF where it has none.
  func lineEnd(before offset: Int) -> String {
    let next = bytes[min(offset, bytes.count)...].firstIndex(where: Bytes.isBreak)
    guard let place = next ?? bytes.firstIndex(where: Bytes.isBreak) else { return "\n" }
    return String(decoding: bytes[place..<afterBreak(place)], as: UTF8.self)
  }
}
