package import MetschedDiagnostics

/// A node of a document, reached through aliases as if its value stood here.
///
/// A light cursor: the document and two row numbers. `range` is where the value is written;
/// `place` is where it is used, which differs for an alias alone. Scalars are not resolved by
/// YAML 1.1's rules: `no`, `0x1F` and `12:30` are their text and nothing else.
package struct Node: Sendable {
  /// The document that holds the value.
  package let document: YAMLDocument
  let index: UInt32
  let placeIndex: UInt32

  init(_ document: YAMLDocument, place: UInt32) {
    self.document = document
    placeIndex = place
    let record = document.records[Int(place)]
    let isResolved = record.kind == .alias && record.textStart != NodeRecord.noTarget
    index = isResolved ? record.textStart : place
  }

  var record: NodeRecord {
    document.records[Int(index)]
  }

  // MARK: What it is

  /// What the node is; `.alias` only where an alias stands for nothing, which is reported already.
  package var kind: NodeKind { record.kind }

  /// How the value is written.
  package var style: NodeStyle { record.style }

  /// Whether it is an alias without a value; whoever meets one stays silent.
  package var isBroken: Bool { record.kind == .alias }

  /// Whether the node is used here through an alias.
  package var isAlias: Bool { index != placeIndex || isBroken }

  /// Whether the scalar is a plain `null`, `Null`, `NULL` or `~`, or nothing at all.
  package var isNull: Bool {
    let record = record
    guard record.kind == .scalar, record.style == .plain else { return false }
    return record.textLength <= 4 && withBytes(Self.isNullWord)
  }

  /// Returns whether a plain scalar of these bytes is null.
  static func isNullWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch bytes.count {
    case 0: true
    case 1: bytes[0] == UInt8(ascii: "~")
    case 4: nullWords.contains { $0.elementsEqual(bytes) }
    default: false
    }
  }

  private static let nullWords = ["null", "Null", "NULL"].map { Array($0.utf8) }

  /// The tag in full, such as `tag:yaml.org,2002:str`; nil where none is written.
  package var tag: String? {
    name(document.properties[Int(record.properties)].tag)
  }

  /// The name of the node's own anchor, or of an alias without a value.
  package var anchor: String? {
    name(document.properties[Int(record.properties)].anchor)
  }

  private func name(_ id: UInt32) -> String? {
    id == 0 ? nil : document.names[Int(id)]
  }

  // MARK: Where it is

  /// The bytes of the value, without tag and anchor; empty after the colon where nothing stands.
  package var range: SourceRange {
    let record = record
    return SourceRange(file: document.file, start: record.start, end: record.end)
  }

  /// The bytes that stand here: the alias where there is one, else the value.
  package var place: SourceRange {
    let record = document.records[Int(placeIndex)]
    return SourceRange(file: document.file, start: record.start, end: record.end)
  }

  /// The bytes of the value with the tag and anchor before it.
  package var rangeWithProperties: SourceRange {
    var range = range
    let record = record
    if record.properties != 0 {
      range.start = document.properties[Int(record.properties)].start
    }
    return range
  }

  // MARK: Text

  /// The text of a scalar, escapes and folds resolved; empty for anything else.
  package var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The text of a scalar as UTF-8, without a copy; empty for anything else.
  package var bytes: ArraySlice<UInt8> {
    let record = record
    guard record.kind == .scalar else { return [] }
    let range = Int(record.textStart)..<Int(record.textStart) + Int(record.textLength)
    return record.flags.contains(.textIsAside)
      ? document.side[range] : document.source.bytes[range]
  }

  /// Calls a closure with the text of a scalar as UTF-8, without a copy.
  package func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeBufferPointer(body)
  }

  /// Returns whether the text of a scalar is a word known when this was compiled.
  package func equals(_ word: StaticString) -> Bool {
    let record = record
    guard record.kind == .scalar, Int(record.textLength) == word.utf8CodeUnitCount else {
      return false
    }
    return word.withUTF8Buffer { expected in
      withBytes { written in
        // SAFETY: both buffers hold `utf8CodeUnitCount` bytes, as just compared.
        for index in 0..<expected.count where expected[index] != written[index] { return false }
        return true
      }
    }
  }
}

extension Node: Equatable {
  /// Returns whether two nodes are the same value of the same document, wherever they are used.
  package static func == (lhs: Node, rhs: Node) -> Bool {
    lhs.document === rhs.document && lhs.index == rhs.index
  }
}
