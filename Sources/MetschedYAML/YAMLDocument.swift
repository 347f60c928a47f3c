package import MetschedDiagnostics

/// One YAML document: a flat table of nodes over the bytes of its file.
///
/// Rows stand in document order, and each knows the row past its subtree, so siblings are
/// reached by jumping. Text that stands in the source as it is (plain and one-line quoted
/// scalars) is not copied; other text lies in one side buffer. Row 0 of the property table and
/// name 0 mean none.
package final class YAMLDocument: Sendable {
  /// The number of the file in its source map.
  package let file: FileID
  /// The file itself.
  package let source: SourceFile
  /// Whether the document begins with `---`.
  package let hasExplicitStart: Bool
  /// Whether the document ends with `...`.
  package let hasExplicitEnd: Bool

  let records: [NodeRecord]
  let side: [UInt8]
  let properties: [NodeProperties]
  let names: [String]

  init(
    file: FileID, source: SourceFile, table: NodeTable, hasExplicitStart: Bool,
    hasExplicitEnd: Bool
  ) {
    self.file = file
    self.source = source
    self.hasExplicitStart = hasExplicitStart
    self.hasExplicitEnd = hasExplicitEnd
    records = table.records
    side = table.side
    properties = table.properties
    names = table.names
  }

  /// The outermost node; nil where the file holds nothing but blanks and comments.
  package var root: Node? {
    records.isEmpty ? nil : Node(self, place: 0)
  }

  /// The number of nodes written.
  package var nodeCount: Int {
    records.count
  }

  /// An empty range at the end of the file, to say that something is missing.
  package var endOfFile: SourceRange {
    SourceRange(file: file, source.bytes.count..<source.bytes.count)
  }
}
