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
      // `{a}` has no colon yet, and neither has `? a`.
      if let key, isExplicit(key) || bytes[key.place.offsets].contains(where: Bytes.isBreak) {
        throw YAMLEditRefusal(
          .notEditable, "a key behind `?` or over several lines is not edited", at: key.place)
      }
      return YAMLEdit(place..<place, key == nil ? text : ": " + text)
    }
    var end = place
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    let isClosed = end < bytes.count && [0x2C, 0x7D, 0x5D].contains(bytes[end])
    return YAMLEdit(place..<(isClosed ? end : place), " " + text)
  }

  /// Puts a value in the place of another.
  func replace(
    _ node: Node, after key: Node?, by text: String
  ) throws(YAMLEditRefusal) -> YAMLEdit {
    let range = node.place.offsets
    guard let key, !node.isAlias, node.style == .block else { return YAMLEdit(range, text) }
    // A block that begins on the next line is taken up to the key's own.
    let start = Int(node.rangeWithProperties.start)
    let between = bytes[Int(key.place.end)..<start]
    guard let colon = between.firstIndex(of: 0x3A), !between.contains(0x23) else {
      throw YAMLEditRefusal(
        .notEditable, "a comment stands before this, which would go with it", at: node.place)
    }
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
    try checkBraces(mapping)
    let end = end(of: last)
    if mapping.style == .flow { return insertFlow(entry, after: end, of: mapping) }
    let start = start(of: first.key)
    let column = try column(of: start, in: mapping)
    return insertLine(String(repeating: " ", count: column) + entry, after: last.value, end)
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
    var dash = start(of: first) - 1
    while dash >= 0, bytes[dash] != 0x2D { dash -= 1 }
    let column = try column(of: max(0, dash), in: list)
    return insertLine(String(repeating: " ", count: column) + "- " + element, after: last, end)
  }

  /// A pair in a list, as in `[a: 1]`, is a mapping without braces of its own.
  func checkBraces(_ mapping: Node) throws(YAMLEditRefusal) {
    guard mapping.style == .flow,
      let first = mapping.writtenEntries.first(where: { _ in true }),
      start(of: first.key) <= Int(mapping.range.start) || bytes[Int(mapping.range.start)] != 0x7B
    else { return }
    throw YAMLEditRefusal(
      .notEditable, "a pair without braces in a list is not edited", at: mapping.place)
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

  private func insertLine(_ line: String, after node: Node, _ end: Int) -> YAMLEdit {
    let lineEnd = lineEnd(before: end)
    var place = end
    while place < bytes.count, !Bytes.isBreak(bytes[place]) { place += 1 }
    guard place < bytes.count else { return YAMLEdit(place..<place, lineEnd + line) }
    place = afterBreak(place)
    let last = node.isAlias ? node.record : document.records[Int(node.record.next) - 1]
    if !node.isAlias, last.style == .literal || last.style == .folded {
      // The blank lines behind a block scalar may be part of it.
      var next = place
      while next < bytes.count, Bytes.isSpace(bytes[next]) {
        next += 1
        if Bytes.isBreak(bytes[next - 1]) || next == bytes.count { place = next }
      }
    }
    let isOpen = place > 0 && !Bytes.isBreak(bytes[place - 1])
    return YAMLEdit(place..<place, isOpen ? lineEnd + line : line + lineEnd)
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

  /// Whether a key stands behind `?`.
  func isExplicit(_ key: Node) -> Bool {
    var offset = start(of: key) - 1
    while offset >= 0, Bytes.isSpace(bytes[offset]) { offset -= 1 }
    return offset >= 0 && bytes[offset] == 0x3F
  }

  // MARK: Lines

  /// Where a key or an element begins, with its anchor and tag.
  func start(of node: Node) -> Int {
    Int(node.isAlias ? node.place.start : node.rangeWithProperties.start)
  }

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
