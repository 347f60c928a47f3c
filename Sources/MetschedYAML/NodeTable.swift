internal import MetschedDiagnostics

/// A node's event as the table takes it: byte offsets and borrowed texts, nothing of libyaml.
///
/// The texts live as long as the event.
struct NodeEvent {
  /// Where the event begins: at its first property, where it has one.
  var start: Int
  /// Where the event ends; the start of a collection ends with its first token.
  var end: Int
  var style: NodeStyle
  var anchor: UnsafeBufferPointer<UInt8>?
  var tag: UnsafeBufferPointer<UInt8>?
}

/// A collection that is not yet closed.
struct OpenCollection {
  var row: UInt32
  var isMapping: Bool
  /// Whether one of its keys is `<<`.
  var hasMergeKey = false
  /// The children so far; in a mapping an even number means that a key is next.
  var children: UInt32 = 0
  /// The index of the first of its keys in `NodeTable.keys`.
  var firstKey: Int
  /// The number of the anchor that it defines, or 0.
  var anchor: UInt32
  /// What `NodeTable.expanded` was when it was opened.
  var expandedBefore: Int
  /// The collections inside each other below it, itself included.
  var height = 1

  /// Whether the next child is a key.
  var isKeyNext: Bool { isMapping && children & 1 == 0 }

  /// Counts a child that is finished.
  ///
  /// - Returns: whether it is a value that may be merged.
  mutating func add(childOfHeight height: Int) -> Bool {
    children += 1
    self.height = max(self.height, height + 1)
    return hasMergeKey && isKeyNext
  }
}

/// The table of nodes while it grows, event by event.
///
/// Cost: amortised O(1) for each event, besides the bytes of its text; no allocation for each
/// node. What is wrong but leaves the table whole (duplicate keys, undefined aliases) is reported
/// and read over; a passed limit ends the work, see `isFinished`.
struct NodeTable {
  let file: FileID
  let source: UnsafeBufferPointer<UInt8>
  let limits: YAMLLimits

  var records: [NodeRecord] = []
  var side: [UInt8] = []
  var properties = [NodeProperties(tag: 0, anchor: 0, start: 0)]
  var names = [""]
  var diagnostics = Diagnostics()
  /// Whether a limit was passed, so that there is no document.
  var isFinished = false

  var open: [OpenCollection] = []
  var keys: [KeyCheck.Key] = []
  var keyCheck = KeyCheck()
  /// The byte offset up to which nodes and their indicators have been read.
  var lastEnd = 0

  var nameIDs: [String: UInt32] = [:]
  /// The last definition of each anchor, by the number of its name.
  var anchors: [UInt32: AnchorTarget] = [:]
  /// The nodes that aliases have added so far.
  var expanded = 0

  init(file: FileID, source: UnsafeBufferPointer<UInt8>, limits: YAMLLimits) {
    self.file = file
    self.source = source
    self.limits = limits
    // Room for the densest usual file; pages that stay empty cost nothing.
    records.reserveCapacity(min(source.count / 8 + 16, limits.nodes))
  }

  // MARK: Events

  /// Takes a scalar.
  mutating func scalar(_ event: NodeEvent, text: UnsafeBufferPointer<UInt8>) {
    var record = NodeRecord(start: 0, end: 0, next: 0, kind: .scalar, style: event.style)
    record.properties = intern(event)
    let range = scalarRange(event, text: text, hasProperties: record.properties != 0)
    record.start = UInt32(range.lowerBound)
    record.end = UInt32(range.upperBound)
    storeText(text, in: range, of: &record)
    if isKeyNext {
      checkKeyLength(text.count, at: range)
      if event.style == .plain, text.count == 2, text[0] == 0x3C, text[1] == 0x3C,
        event.tag == nil || tagIsMerge(record.properties)
      {
        record.flags.insert(.isMergeKey)
        open[open.count - 1].hasMergeKey = true
      }
      keys.append(KeyCheck.Key(row: UInt32(records.count), hash: keyCheck.hash(text)))
    }
    lastEnd = range.upperBound
    let row = append(record)
    define(record.properties, row: row, size: 1, height: 0)
    finishChild(height: 0)
  }

  /// Takes the start of a collection.
  mutating func begin(_ event: NodeEvent, isMapping: Bool) {
    let id = intern(event)
    let start = collectionStart(event, hasProperties: id != 0)
    guard open.count < limits.depth else {
      fail(
        "more than \(limits.depth) collections inside each other (nesting depth)",
        at: start..<start + 1)
      return
    }
    var record = NodeRecord(
      start: UInt32(start), end: UInt32(start), next: 0, kind: isMapping ? .mapping : .sequence,
      style: event.style)
    record.properties = id
    lastEnd = event.style == .flow ? max(start, event.end) : start
    let row = append(record)
    let anchor = properties[Int(id)].anchor
    if anchor != 0 { anchors[anchor] = AnchorTarget(row: row, size: 0, height: 0, isOpen: true) }
    open.append(
      OpenCollection(
        row: row, isMapping: isMapping, firstKey: keys.count, anchor: anchor,
        expandedBefore: expanded))
  }

  /// Takes the end of the innermost collection; `end` is nil where no bracket closes it.
  mutating func end(at end: Int?) {
    guard let closed = open.popLast() else { return }
    if let end { lastEnd = end }
    let row = Int(closed.row)
    records[row].end = UInt32(max(lastEnd, Int(records[row].start)))
    records[row].next = UInt32(records.count)
    records[row].textLength = closed.isMapping ? closed.children / 2 : closed.children
    if closed.isMapping { checkKeys(from: closed.firstKey) }
    if closed.anchor != 0, anchors[closed.anchor]?.row == closed.row {
      let size = records.count - row + expanded - closed.expandedBefore
      anchors[closed.anchor] = AnchorTarget(
        row: closed.row, size: size, height: closed.height, isOpen: false)
    }
    finishChild(height: closed.height)
  }

  // MARK: Rows

  /// Whether the next node is a key.
  var isKeyNext: Bool {
    open.last?.isKeyNext ?? false
  }

  /// Appends a row that ends with itself, and returns its number.
  mutating func append(_ record: NodeRecord) -> UInt32 {
    let row = UInt32(records.count)
    if records.count >= limits.nodes {
      fail(
        "more than \(limits.nodes) nodes in one file (node count)",
        at: Int(record.start)..<Int(record.end))
    }
    var record = record
    record.next = row + 1
    records.append(record)
    return row
  }

  /// Counts a finished child of the innermost collection, and checks the value of a merge key.
  mutating func finishChild(height: Int) {
    let last = open.count - 1
    guard last >= 0 else { return }
    if open[last].add(childOfHeight: height) { checkMergeValue(in: open[last].row) }
  }

  private mutating func storeText(
    _ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>, of record: inout NodeRecord
  ) {
    record.textLength = UInt32(text.count)
    let quotes = record.style == .singleQuoted || record.style == .doubleQuoted ? 1 : 0
    let start = range.lowerBound + quotes
    if range.count - 2 * quotes == text.count,
      Bytes.areEqual(text, UnsafeBufferPointer(rebasing: source[start..<start + text.count]))
    {
      record.textStart = UInt32(start)
    } else {
      record.textStart = UInt32(side.count)
      record.flags.insert(.textIsAside)
      side.append(contentsOf: text)
    }
  }

  // MARK: Findings

  /// Reports a passed limit and ends the work.
  mutating func fail(_ message: String, at range: Range<Int>, notes: [Diagnostic.Note] = []) {
    guard !isFinished else { return }
    isFinished = true
    let place = SourceRange(file: file, range)
    diagnostics.append(.error(.yamlLimit, message, at: place, notes: notes))
  }

  private mutating func checkKeyLength(_ count: Int, at range: Range<Int>) {
    guard count > limits.keyBytes else { return }
    diagnostics.append(
      .error(
        .yamlLimit, "a key of \(count) bytes; at most \(limits.keyBytes) are allowed (key length)",
        at: SourceRange(file: file, range)))
  }

  /// Returns the range of a row.
  func range(ofRow row: UInt32) -> SourceRange {
    SourceRange(file: file, start: records[Int(row)].start, end: records[Int(row)].end)
  }

  /// Returns the text of a scalar's row.
  func text(ofRow row: UInt32) -> String {
    withText(ofRow: row) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls a closure with the text of a scalar's row.
  func withText<Result>(
    ofRow row: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let record = records[Int(row)]
    let range = Int(record.textStart)..<Int(record.textStart) + Int(record.textLength)
    if record.flags.contains(.textIsAside) {
      return side.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
    return body(UnsafeBufferPointer(rebasing: source[range]))
  }
}
