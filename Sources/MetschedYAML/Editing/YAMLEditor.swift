internal import MetschedDiagnostics

/// Finds the smallest change of a document's bytes that puts a value somewhere, or takes it away.
///
/// Comments, order, quotes, line ends and a byte order mark elsewhere are not touched. What is
/// new is written in one line: in brackets where something has to be nested.
package struct YAMLEditor {
  let document: YAMLDocument
  var bytes: [UInt8] { document.source.bytes }

  package init(_ document: YAMLDocument) {
    self.document = document
  }

  // MARK: Set

  /// Returns the change that puts a value at a path; what is missing of the path is added.
  ///
  /// - Parameters:
  ///   - path: keys, and elements that are there.
  ///   - text: the value as YAML in one line that may stand between brackets.
  /// - Returns: the change.
  /// - Throws: why the file cannot be changed so.
  package func setting(
    _ path: [YAMLStep], to text: String
  ) throws(YAMLEditRefusal) -> YAMLEdit {
    guard let root = document.root else { return newDocument(path, text) }
    var node = root
    var key: Node?
    for (index, step) in path.enumerated() {
      if node.isNull { return try fill(node, after: key, Self.nested(path[index...], text)) }
      try check(node, isLast: false)
      switch step {
      case .element(let number):
        guard let element = element(number, of: node) else {
          throw YAMLEditRefusal(.notEditable, "there is no element \(number) here", at: node.place)
        }
        (key, node) = (nil, element)
      case .key(let name):
        guard node.kind == .mapping else {
          throw YAMLEditRefusal(
            .notEditable, "a mapping was expected here, to put `\(name)` into", at: node.place)
        }
        guard let entry = node.writtenEntries.first(where: { $0.key.isScalar(name) }) else {
          if index < path.count - 1, let merged = node.value(forKey: name) {
            throw YAMLEditRefusal(
              .sharedValue, "`\(name)` comes from a merge key, so an edit would change others too",
              at: merged.place)
          }
          let rest = Self.nested(path[(index + 1)...], text)
          return try insert("\(ScalarText.scalar(name)): \(rest)", into: node)
        }
        (key, node) = (entry.key, entry.value)
      }
    }
    if node.isNull { return try fill(node, after: key, text) }
    try check(node, isLast: true)
    return try replace(node, after: key, by: text)
  }

  /// Returns the change that adds an element to the end of a list.
  package func appending(
    _ text: String, to path: [YAMLStep]
  ) throws(YAMLEditRefusal) -> YAMLEdit {
    var node = document.root
    for step in path {
      guard let current = node else { break }
      try check(current, isLast: false)
      switch step {
      case .element(let number): node = element(number, of: current)
      case .key(let name):
        node = current.writtenEntries.first { $0.key.isScalar(name) }?.value
      }
    }
    guard let list = node, list.kind == .sequence else {
      return try setting(path, to: "[\(text)]")
    }
    try check(list, isLast: false)
    return try append(text, to: list)
  }

  /// Writes the rest of a path as mappings in brackets: `{MetSearchWidget: {interval: 5s}}`.
  private static func nested(_ path: ArraySlice<YAMLStep>, _ text: String) -> String {
    path.reversed().reduce(text) { text, step in
      switch step {
      case .key(let name): "{\(ScalarText.scalar(name)): \(text)}"
      case .element: "[\(text)]"
      }
    }
  }

  /// Puts the path into a file that holds nothing, a line for each key but the last.
  private func newDocument(_ path: [YAMLStep], _ text: String) -> YAMLEdit {
    let lineEnd = lineEnd(before: bytes.count)
    let outer = path.dropLast()
    var lines: [String] = []
    for (depth, step) in outer.enumerated() {
      guard case .key(let name) = step else { continue }
      lines.append(String(repeating: "  ", count: depth) + ScalarText.scalar(name) + ":")
    }
    let value = Self.nested(path.suffix(1), text)
    if lines.isEmpty {
      if case .key(let name)? = path.last { lines = ["\(ScalarText.scalar(name)): \(text)"] }
    } else {
      lines[lines.count - 1] += " " + value
    }
    let isOpen = !bytes.isEmpty && document.source.markLength < bytes.count && !endsWithBreak
    let start = isOpen ? lineEnd : ""
    return YAMLEdit(
      bytes.count..<bytes.count, start + lines.map { $0 + lineEnd }.joined())
  }

  private var endsWithBreak: Bool { bytes.last.map(Bytes.isBreak) ?? true }

  // MARK: Sharing

  /// Refuses to change a value that stands for several.
  ///
  /// The last value of a path may be an alias: then the alias is replaced, and nothing else.
  func check(_ node: Node, isLast: Bool) throws(YAMLEditRefusal) {
    if node.isAlias {
      if isLast { return }
      throw YAMLEditRefusal(
        .sharedValue, "this is an alias, so an edit would change the value of its anchor too",
        at: node.place,
        notes: [Diagnostic.Note("the value stands here", at: node.rangeWithProperties)])
    }
    guard let alias = firstAlias(of: node, isLast: isLast) else { return }
    throw YAMLEditRefusal(
      .sharedValue, "this value has an anchor, so an edit would change what its aliases say too",
      at: node.rangeWithProperties, notes: [Diagnostic.Note("it is used here", at: alias)])
  }

  /// Returns where a node is used by its anchor; of the last node of a path all that is in it
  /// counts, since it goes with it.
  private func firstAlias(of node: Node, isLast: Bool) -> SourceRange? {
    guard document.properties.count > 1 else { return nil }
    let rows = node.index..<(isLast ? node.record.next : node.index + 1)
    for (row, record) in document.records.enumerated()
    where record.kind == .alias && rows.contains(record.textStart)
      && !rows.contains(UInt32(row))
    {
      return SourceRange(file: document.file, start: record.start, end: record.end)
    }
    return nil
  }

  private func element(_ number: Int, of node: Node) -> Node? {
    var elements = node.elements
    for _ in 0..<number where elements.next() == nil { return nil }
    return elements.next()
  }
}

extension Node {
  /// Returns whether the node is a scalar of this text.
  fileprivate func isScalar(_ text: String) -> Bool {
    kind == .scalar && bytes.elementsEqual(text.utf8)
  }
}
