package import MetschedDiagnostics

/// The rows of a document as they lie in memory, for readers of very many nodes.
///
/// A `Node` keeps its document alive and finds its value through an alias; a row is a number, and
/// its text the bytes of the file. Nothing here may outlive the closure that was given it.
package struct NodeRows {
  private let file: FileID
  /// The document; nil while it is still being parsed.
  private let document: YAMLDocument?
  private let sourceFile: SourceFile
  private let records: UnsafeBufferPointer<NodeRecord>
  private let source: UnsafeBufferPointer<UInt8>
  private let side: UnsafeBufferPointer<UInt8>

  fileprivate init(
    _ file: FileID, _ document: YAMLDocument?, _ sourceFile: SourceFile,
    _ records: UnsafeBufferPointer<NodeRecord>,
    source: UnsafeBufferPointer<UInt8>, side: UnsafeBufferPointer<UInt8>
  ) {
    self.file = file
    self.document = document
    self.sourceFile = sourceFile
    self.records = records
    self.source = source
    self.side = side
  }

  /// Returns what the row itself is; `.alias` for every alias.
  package func kind(of row: UInt32) -> NodeKind { records[Int(row)].kind }

  /// Returns the row past the node and all that it holds.
  package func row(after row: UInt32) -> UInt32 { records[Int(row)].next }

  /// Returns whether the row is a plain `null`, or nothing at all; see `Node.isNull`.
  package func isNull(_ row: UInt32) -> Bool {
    let record = records[Int(row)]
    guard record.kind == .scalar, record.style == .plain else { return false }
    return Node.isNullWord(text(of: row))
  }

  /// Returns whether the row is a mapping that holds what stands in it, and nothing by `<<`.
  package func isOwnMapping(_ row: UInt32) -> Bool {
    let record = records[Int(row)]
    return record.kind == .mapping && !record.flags.contains(.hasMerge)
  }

  /// Returns the bytes in which the row stands, without tag and anchor.
  package func range(of row: UInt32) -> SourceRange {
    let record = records[Int(row)]
    return SourceRange(file: file, start: record.start, end: record.end)
  }

  /// Returns the text of a scalar's row as UTF-8.
  package func text(of row: UInt32) -> UnsafeBufferPointer<UInt8> {
    let record = records[Int(row)]
    let range = Int(record.textStart)..<Int(record.textStart) + Int(record.textLength)
    let bytes = record.flags.contains(.textIsAside) ? side : source
    return UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// Returns the row as a node; while the document is being parsed, a scalar without
  /// its tag and anchor.
  package func node(_ row: UInt32) -> Node {
    Node(document ?? scalarDocument(of: row), place: document == nil ? 0 : row)
  }

  /// Returns a document of one scalar, which has the place and the text of a row.
  private func scalarDocument(of row: UInt32) -> YAMLDocument {
    var table = NodeTable(file: file, source: source, limits: YAMLLimits())
    var record = records[Int(row)]
    precondition(record.kind == .scalar, "only a scalar stands for itself")
    record.next = 1
    record.properties = 0
    if record.flags.contains(.textIsAside) {
      table.side = Array(text(of: row))
      record.textStart = 0
    }
    table.records = [record]
    return YAMLDocument(
      file: file, source: sourceFile, table: table, hasExplicitStart: false, hasExplicitEnd: false)
  }
}

extension NodeTable {
  /// Calls a closure with the rows so far.
  func withRows<Result>(of sourceFile: SourceFile, _ body: (NodeRows) -> Result) -> Result {
    records.withUnsafeBufferPointer { records in
      side.withUnsafeBufferPointer { side in
        body(NodeRows(file, nil, sourceFile, records, source: source, side: side))
      }
    }
  }
}

extension Node {
  /// Whether the node is a mapping that holds what stands in it, and nothing by `<<`.
  package var isOwnMapping: Bool {
    record.kind == .mapping && !record.flags.contains(.hasMerge)
  }

  /// Calls a closure with the rows of the document, and the row in which this value stands.
  package func withRows<Result>(_ body: (NodeRows, UInt32) -> Result) -> Result {
    // SAFETY: the document's arrays are constants, and borrowed for as long as the closure runs.
    document.records.withUnsafeBufferPointer { records in
      document.source.bytes.withUnsafeBufferPointer { source in
        document.side.withUnsafeBufferPointer { side in
          body(
            NodeRows(
              document.file, document, document.source, records, source: source, side: side),
            index)
        }
      }
    }
  }

  /// Returns whether the node is a mapping with a scalar key, merged ones included.
  ///
  /// - Complexity: O(entries).
  package func hasKey(_ key: StaticString) -> Bool {
    guard isOwnMapping else { return entries.contains { $0.key.equals(key) } }
    return withRows { rows, mapping in
      var row = mapping + 1
      while row < rows.row(after: mapping) {
        let mayBeKey =
          rows.kind(of: row) == .alias
          || rows.kind(of: row) == .scalar && rows.text(of: row).count == key.utf8CodeUnitCount
        if mayBeKey, rows.node(row).equals(key) { return true }
        row = rows.row(after: rows.row(after: row))
      }
      return false
    }
  }
}
