internal import MetschedDiagnostics

/// The last node that carried an anchor.
struct AnchorTarget {
  var row: UInt32
  /// The nodes that an alias to it stands for, those of inner aliases included.
  var size: Int
  /// The collections inside each other in it.
  var height: Int
  /// Whether the node is not closed yet, so that an alias to it would hold itself.
  var isOpen: Bool
}

/// Tags, anchors, aliases and what they may expand to.
extension NodeTable {
  /// Stores the properties of an event and returns the number of their row, 0 for none.
  mutating func intern(_ event: NodeEvent) -> UInt32 {
    event.anchor == nil && event.tag == nil ? 0 : add(event)
  }

  private mutating func add(_ event: NodeEvent) -> UInt32 {
    let tag = event.tag.map { intern($0) } ?? 0
    let anchor = event.anchor.map { intern($0) } ?? 0
    properties.append(NodeProperties(tag: tag, anchor: anchor, start: UInt32(event.start)))
    return UInt32(properties.count - 1)
  }

  private mutating func intern(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let name = String(decoding: text, as: UTF8.self)
    if let id = nameIDs[name] { return id }
    let id = UInt32(names.count)
    names.append(name)
    nameIDs[name] = id
    return id
  }

  /// Returns whether a property row's tag says that `<<` merges.
  func tagIsMerge(_ row: UInt32) -> Bool {
    names[Int(properties[Int(row)].tag)] == "tag:yaml.org,2002:merge"
  }

  /// Notes that a finished node defines the anchor of its properties, if they have one.
  mutating func define(_ propertyRow: UInt32, row: UInt32, size: Int, height: Int) {
    let anchor = properties[Int(propertyRow)].anchor
    guard anchor != 0 else { return }
    anchors[anchor] = AnchorTarget(row: row, size: size, height: height, isOpen: false)
  }

  /// Takes an alias.
  mutating func alias(start: Int, end: Int, name: UnsafeBufferPointer<UInt8>) {
    var record = NodeRecord(
      start: UInt32(start), end: UInt32(end), next: 0, kind: .alias, style: .plain)
    record.textStart = NodeRecord.noTarget
    let id = intern(name)
    properties.append(NodeProperties(tag: 0, anchor: id, start: UInt32(start)))
    record.properties = UInt32(properties.count - 1)
    var height = 0
    if let target = anchors[id], !target.isOpen {
      record.textStart = target.row
      height = target.height
      expand(target, at: start..<end)
      let isScalar = records[Int(target.row)].kind == .scalar
      if isKeyNext, isScalar {
        let hash = withText(ofRow: target.row) { keyCheck.hash($0) }
        keys.append(KeyCheck.Key(row: UInt32(records.count), hash: hash))
      }
    } else {
      reportBroken(id, target: anchors[id], at: start..<end)
    }
    lastEnd = end
    _ = append(record)
    finishChild(height: height)
  }

  private mutating func expand(_ target: AnchorTarget, at range: Range<Int>) {
    let place = Diagnostic.Note("the anchor stands here", at: self.range(ofRow: target.row))
    expanded += target.size
    let (tenfold, _) = records.count.multipliedReportingOverflow(by: 10)
    if expanded > limits.expandedNodes + tenfold {
      fail(
        "aliases up to here stand for \(expanded) nodes; at most \(limits.expandedNodes), and ten "
          + "for each node written, are allowed (alias expansion)", at: range, notes: [place])
    } else if open.count + target.height > limits.depth {
      fail(
        "this alias makes more than \(limits.depth) collections inside each other (nesting depth)",
        at: range, notes: [place])
    }
  }

  private mutating func reportBroken(_ id: UInt32, target: AnchorTarget?, at range: Range<Int>) {
    let name = names[Int(id)]
    let place = SourceRange(file: file, range)
    if let target {
      let note = Diagnostic.Note("the anchor stands here", at: self.range(ofRow: target.row))
      diagnostics.append(
        .error(
          .aliasCycle, "`*\(name)` stands inside the value that `&\(name)` names", at: place,
          notes: [note]))
      return
    }
    var message = "no anchor `&\(name)` stands before `*\(name)`"
    var suggestion: Diagnostic.FixIt?
    // NB: names are numbered in document order, so equally near ones resolve to the first.
    let known = anchors.keys.sorted().map { names[Int($0)] }
    if let near = Nearest.find(name, among: known) {
      suggestion = Diagnostic.FixIt(
        "did you mean `*\(near.candidate)`?", at: place, replacement: "*\(near.candidate)",
        isAutomatic: near.isClear)
    } else {
      message += "; define it, or quote the text"
    }
    diagnostics.append(.error(.undefinedAlias, message, at: place, suggestion: suggestion))
  }
}
