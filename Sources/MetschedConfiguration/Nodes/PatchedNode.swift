internal import MetschedDiagnostics
internal import MetschedYAML

/// A node of a file as `--set` has left it: the node itself, and what changes at and below it.
///
/// Almost every node has no patch, and costs no more than the node. A node that exists only
/// because `--set` names a path through it is a mapping of what is named. The top of a file and its
/// sections may hold what other files say (`include`).
struct PatchedNode {
  private let node: Node?
  private let patch: Patch?
  /// What the node holds, where that comes of several files.
  private let merged: MergedContent?
  /// Where the node stands.
  var range: SourceRange

  /// Creates an unchanged node.
  init(_ node: Node, merged: MergedContent? = nil) {
    self.node = node
    self.merged = merged
    patch = nil
    range = node.place
  }

  /// Creates the node that a patch leaves of a base, if there is one.
  init(_ base: Node?, patch: Patch, merged: MergedContent? = nil) {
    self.merged = merged
    if let replacement = patch.replacement {
      node = replacement.node
      range = replacement.range
    } else {
      node = base
      range = base?.place ?? patch.range
    }
    self.patch = patch.children.isEmpty ? nil : patch
  }

  /// Creates the root of a file, whose patch, if there is one, has no value of its own.
  init(root: Node, patch: Patch?, merged: MergedContent?) {
    guard let patch, !patch.children.isEmpty else {
      self.init(root, merged: merged)
      return
    }
    self.init(root, patch: patch, merged: merged)
  }

  /// Returns the root of a file with other changes than these.
  func root(under patch: Patch) -> PatchedNode {
    node.map { PatchedNode(root: $0, patch: patch, merged: merged) } ?? self
  }

  // MARK: What it is

  /// What a node can be once aliases are resolved.
  enum Kind {
    case null
    case scalar
    case sequence
    case mapping
    /// An alias that stands for nothing; reported when parsed.
    case broken
  }

  var kind: Kind {
    guard let node else { return patch == nil && merged == nil ? .null : .mapping }
    switch node.kind {
    case .scalar:
      if patch != nil { return .mapping }
      return node.isNull ? .null : .scalar
    case .sequence: return .sequence
    case .mapping: return .mapping
    case .alias: return .broken
    }
  }

  var isNull: Bool { kind == .null }

  /// Whether the value comes from `--set`, or something below it does.
  var isPatched: Bool { patch != nil }

  /// The text of a scalar; empty for anything else.
  var text: String { node?.text ?? "" }

  /// Calls a closure with the text of a scalar as UTF-8; empty for anything else.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    node?.withBytes(body) ?? body(UnsafeBufferPointer(start: nil, count: 0))
  }

  /// The node, where it is as the file has it and stands here itself, not through an alias.
  var ownNode: Node? {
    guard patch == nil, merged == nil, let node, !node.isAlias else { return nil }
    return node
  }

  /// Whether the text stands there without quotes.
  var isPlain: Bool { node?.style == .plain }

  /// Returns where a part of the text stands, which begins at a byte of it; nil where the part is
  /// not written as it is read.
  func range(of part: String, at offset: Int) -> SourceRange? {
    guard let node, node.kind == .scalar, !node.isAlias else { return nil }
    let wanted = Array(part.utf8)
    let written = node.document.source.bytes[node.range.offsets]
    if node.style == .plain, node.bytes.count == written.count {
      let start = written.startIndex + offset
      return SourceRange(file: range.file, start..<start + wanted.count)
    }
    // Escapes and folds move what follows, so the part is found by counting.
    let number = Self.places(of: wanted, in: node.bytes).firstIndex { place in
      place == node.bytes.startIndex + offset
    }
    let places = Self.places(of: wanted, in: written)
    guard let number, places.indices.contains(number) else { return nil }
    return SourceRange(file: range.file, places[number]..<places[number] + wanted.count)
  }

  private static func places(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> [Int] {
    guard let first = part.first, bytes.count >= part.count else { return [] }
    return bytes.indices.dropLast(part.count - 1).filter { start in
      bytes[start] == first && bytes[start..<start + part.count].elementsEqual(part)
    }
  }

  /// The scalar that stands in the file where `--set` names keys below it.
  var shadowedScalar: PatchedNode? {
    guard let node, patch != nil, node.kind == .scalar, !node.isNull else { return nil }
    return PatchedNode(node)
  }

  // MARK: What it holds

  /// A key with its value.
  struct Entry {
    /// The key's text; nil where the key is no scalar.
    var name: String?
    var keyRange: SourceRange
    var value: PatchedNode
    /// Whether `--set` named the key.
    var isAssigned = false
  }

  /// Calls a closure with each key and value in order: the file's, then what `--set` adds.
  func forEachEntry(_ body: (Entry) -> Void) {
    if let merged {
      forEachEntry(of: merged, body)
      return
    }
    guard let patch else {
      guard let node else { return }
      for entry in node.entries { body(Entry(entry.key, PatchedNode(entry.value))) }
      return
    }
    var met: Set<String> = []
    if let node, node.kind == .mapping {
      for entry in node.entries {
        let name = entry.key.text
        if let child = patch.child(named: name) {
          met.insert(name)
          var changed = Entry(entry.key, PatchedNode(entry.value, patch: child))
          changed.isAssigned = true
          body(changed)
        } else {
          body(Entry(entry.key, PatchedNode(entry.value)))
        }
      }
    }
    for child in patch.children where !met.contains(child.name) {
      let value = PatchedNode(nil, patch: child)
      body(Entry(name: child.name, keyRange: child.range, value: value, isAssigned: true))
    }
  }

  private func forEachEntry(of merged: MergedContent, _ body: (Entry) -> Void) {
    var met: Set<String> = [FileKey.include.rawValue]
    for entry in merged.entries {
      if let name = entry.name, let child = patch?.child(named: name) {
        met.insert(name)
        let value = PatchedNode(entry.value, patch: child, merged: entry.merged)
        body(Entry(name: name, keyRange: entry.keyRange, value: value, isAssigned: true))
      } else if let value = entry.value {
        let value = PatchedNode(value, merged: entry.merged)
        body(Entry(name: entry.name, keyRange: entry.keyRange, value: value))
      }
    }
    for child in patch?.children ?? [] where !met.contains(child.name) {
      let value = PatchedNode(nil, patch: child)
      body(Entry(name: child.name, keyRange: child.range, value: value, isAssigned: true))
    }
  }

  /// The number of keys or elements that the file has, apart from those of `--set` and `include`.
  var count: Int { node?.count ?? 0 }

  /// The keys and values, in order.
  var entries: [Entry] {
    var all: [Entry] = []
    forEachEntry { all.append($0) }
    return all
  }

  /// The elements of a sequence, in order; `--set` names them from 0.
  var elements: [PatchedNode] {
    let nodes = unpatchedElements
    guard let patch else { return nodes.map { PatchedNode($0) } }
    return nodes.enumerated().map { index, element in
      guard let child = patch.child(named: String(index)) else { return PatchedNode(element) }
      return PatchedNode(element, patch: child)
    }
  }

  private var unpatchedElements: [Node] {
    guard let merged else { return node.map { Array($0.elements) } ?? [] }
    return merged.elements
  }

  /// The segments of `--set` paths that name no element of this list.
  var missingElements: [(name: String, range: SourceRange)] {
    guard let patch, kind == .sequence else { return [] }
    let count = unpatchedElements.count
    return patch.children
      .filter { child in !(0..<count).contains { String($0) == child.name } }
      .map { ($0.name, $0.range) }
  }
}

extension PatchedNode.Entry {
  /// Creates the entry of a key of a file with its value.
  init(_ key: Node, _ value: PatchedNode) {
    self.init(
      name: key.kind == .scalar ? key.text : nil, keyRange: key.place, value: value)
  }
}
