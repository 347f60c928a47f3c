internal import MetschedDiagnostics

/// Somebody who reads the entries of a large section while the rest of the file is being parsed.
///
/// The section is a mapping at the root of a file. What is read ahead is a guess until the file has
/// been parsed to its end: then whoever asked for it decides whether it counts.
package protocol SectionReader: AnyObject {
  /// The section's key.
  var section: StaticString { get }

  /// Takes what stands before the section; called once.
  ///
  /// - Parameters:
  ///   - head: The file up to the section's key, as if it ended there.
  ///   - size: The bytes of the whole file.
  /// - Returns: whether the section's entries are wanted.
  func begin(after head: YAMLDocument, fileSize size: Int) -> Bool

  /// Reads entries of the section, each of them whole; called again and again, in their order.
  ///
  /// - Parameters:
  ///   - entries: how many there are.
  ///   - rows: the rows of the file so far.
  ///   - row: the row of the first one's key.
  /// - Returns: whether more are wanted.
  func read(_ entries: Int, of rows: NodeRows, from row: UInt32) -> Bool
}

/// Follows a table as it grows, and hands the entries of a section on.
struct SectionProgress {
  private enum State {
    case waiting
    /// The section's row, the row of the first entry that was not handed on, and how many were.
    case open(row: UInt32, next: UInt32, entries: Int)
    case over
  }

  private let reader: any SectionReader
  private var state = State.waiting

  init(_ reader: any SectionReader) {
    self.reader = reader
  }

  /// Hands on what has become whole since the last call.
  mutating func advance(_ table: NodeTable, of source: SourceFile) {
    if case .waiting = state { begin(table, source) }
    guard case .open(let row, var next, let entries) = state else { return }
    guard table.open.count > 1, table.open[1].row == row, !table.open[1].hasMergeKey else {
      state = .over
      return
    }
    let whole = Int(table.open[1].children / 2)
    guard whole > entries else { return }
    let isWanted = table.withRows(of: source) { rows in
      let first = next
      for _ in entries..<whole { next = rows.row(after: rows.row(after: next)) }
      return reader.read(whole - entries, of: rows, from: first)
    }
    state = isWanted ? .open(row: row, next: next, entries: whole) : .over
  }

  private mutating func begin(_ table: NodeTable, _ source: SourceFile) {
    // The root is open, and so is a value of it; its key is the row before.
    guard table.open.count > 1, table.open[0].isMapping, table.open[1].isMapping,
      !table.open[0].isKeyNext
    else { return }
    let row = table.open[1].row
    guard table.isText(ofRow: row - 1, reader.section) else { return }
    state = .over
    guard !table.open[0].hasMergeKey, let head = table.document(before: row - 1, of: source),
      reader.begin(after: head, fileSize: source.bytes.count)
    else { return }
    state = .open(row: row, next: row + 1, entries: 0)
  }
}

extension NodeTable {
  /// Returns whether a row is a scalar with a text.
  fileprivate func isText(ofRow row: UInt32, _ word: StaticString) -> Bool {
    guard records[Int(row)].kind == .scalar else { return false }
    return word.withUTF8Buffer { word in withText(ofRow: row) { Bytes.areEqual($0, word) } }
  }

  /// Returns the rows before one of the root's keys, as if the file ended there.
  fileprivate func document(before row: UInt32, of source: SourceFile) -> YAMLDocument? {
    guard diagnostics.isEmpty else { return nil }
    var head = NodeTable(file: file, source: self.source, limits: limits)
    head.records = Array(records[..<Int(row)])
    head.side = side
    head.properties = properties
    head.names = names
    head.records[0].next = row
    head.records[0].end = records[Int(row) - 1].end
    head.records[0].textLength = open[0].children / 2
    return YAMLDocument(
      file: file, source: source, table: head, hasExplicitStart: false, hasExplicitEnd: false)
  }
}
