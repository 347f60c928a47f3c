internal import MetschedDiagnostics

/// Entries that go.
extension YAMLEditor {
  /// Returns the change that takes a key away with its value, and the comment on its line.
  ///
  /// - Parameter path: ends in a key.
  /// - Returns: nil where the key is not there.
  /// - Throws: why the file cannot be changed so.
  package func removing(_ path: [YAMLStep]) throws(YAMLEditRefusal) -> YAMLEdit? {
    guard var node = document.root, case .key(let name)? = path.last else { return nil }
    for step in path.dropLast() {
      try check(node, isLast: false)
      switch step {
      case .key(let name):
        guard let value = node.value(forKey: name) else { return nil }
        node = value
      case .element(let number):
        let elements = Array(node.elements)
        guard elements.indices.contains(number) else { return nil }
        node = elements[number]
      }
    }
    try check(node, isLast: false)
    let entries = Array(node.writtenEntries)
    let index = entries.firstIndex { $0.key.kind == .scalar && $0.key.text == name }
    guard let index else {
      guard let merged = node.value(forKey: name) else { return nil }
      throw YAMLEditRefusal(
        .sharedValue, "`\(name)` comes from a merge key, so an edit would change others too",
        at: merged.place)
    }
    if !entries[index].value.isAlias { try check(entries[index].value, isLast: true) }
    if !entries[index].key.isAlias { try check(entries[index].key, isLast: true) }
    try checkBraces(node)
    guard !isExplicit(entries[index].key) else {
      throw YAMLEditRefusal(
        .notEditable, "a key behind `?` is not edited", at: entries[index].key.place)
    }
    return try node.style == .flow
      ? removeFlow(index, entries, of: node) : removeBlock(index, entries)
  }

  private func removeFlow(
    _ index: Int, _ entries: [Entry], of node: Node
  ) throws(YAMLEditRefusal) -> YAMLEdit {
    let start = self.start(of: entries[index].key)
    let end = end(of: entries[index])
    if entries.count == 1 {
      let range = node.range.offsets
      return YAMLEdit(try checked(range.lowerBound + 1..<range.upperBound - 1, start..<end), "")
    }
    if index == 0 {
      let next = self.start(of: entries[1].key)
      return YAMLEdit(try checked(start..<next, start..<end), "")
    }
    let before = self.end(of: entries[index - 1])
    return YAMLEdit(try checked(before..<end, start..<end), "")
  }

  private func removeBlock(
    _ index: Int, _ entries: [Entry]
  ) throws(YAMLEditRefusal) -> YAMLEdit {
    let start = self.start(of: entries[index].key)
    let end = end(of: entries[index])
    let line = lineStart(of: start)
    if bytes[line..<start].allSatisfy({ $0 == 0x20 }) {
      var place = end
      while place < bytes.count, !Bytes.isBreak(bytes[place]) { place += 1 }
      return YAMLEdit(line..<afterBreak(place), "")
    }
    // The first key behind a dash: the next one takes its place.
    guard index == 0, entries.count > 1 else { return YAMLEdit(start..<end, "{}") }
    let next = self.start(of: entries[1].key)
    return YAMLEdit(try checked(start..<next, start..<end), "")
  }

  /// Returns a range, of which nothing outside of the entry itself may be a comment.
  private func checked(
    _ range: Range<Int>, _ entry: Range<Int>
  ) throws(YAMLEditRefusal) -> Range<Int> {
    let around =
      Array(bytes[range.lowerBound..<entry.lowerBound]) + bytes[entry.upperBound..<range.upperBound]
    guard !around.contains(0x23) else {
      throw YAMLEditRefusal(
        .notEditable, "a comment stands beside this, which would go with it",
        at: SourceRange(file: document.file, entry))
    }
    return range
  }
}
