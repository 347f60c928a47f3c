internal import MetschedDiagnostics
internal import MetschedYAML

/// A node of a file as `--set` has left it: the node itself, and what changes at and below it.
///
/// Almost every node has no patch, and costs no more than the node. A node that exists only
/// because `--set` names a path through it is a mapping of what is named.
struct PatchedNode {
  private let node: Node?
  private let patch: Patch?
  /// Where the node stands.
  let range: SourceRange

  /// Creates an unchanged node.
  init(_ node: Node) {
    self.node = node
    patch = nil
    range = node.place
  }

  /// Creates the node that a patch leaves of a base, if there is one.
  init(_ base: Node?, patch: Patch) {
    if let replacement = patch.replacement {
      node = replacement.node
      range = replacement.range
    } else {
      node = base
      range = base?.place ?? patch.range
    }
    self.patch = patch.children.isEmpty ? nil : patch
  }

  /// Creates the value of an assignment.
  private init(_ replacement: Patch.Replacement) {
    node = replacement.node
    range = replacement.range
    patch = nil
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
    guard let node else { return patch == nil ? .null : .mapping }
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

  /// Whether the text stands there without quotes.
  var isPlain: Bool { node?.style == .plain }

  /// Whether the text stands in the file as it is, so that parts of it can be pointed at.
  var isVerbatim: Bool {
    guard let node, !node.isAlias else { return false }
    let quotes = node.style == .singleQuoted || node.style == .doubleQuoted ? 2 : 0
    guard quotes == 2 || node.style == .plain else { return false }
    return node.bytes.count + quotes == range.offsets.count
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
    /// What stood in the place of an assigned value before, from the file's own on.
    var replaced: [PatchedNode] = []
  }

  /// Calls a closure with each key and value in order: the file's, then what `--set` adds.
  func forEachEntry(_ body: (Entry) -> Void) {
    guard let patch else {
      guard let node else { return }
      for entry in node.entries { body(Self.entry(entry, PatchedNode(entry.value))) }
      return
    }
    var met: Set<String> = []
    if let node, node.kind == .mapping {
      for entry in node.entries {
        let name = entry.key.text
        if let child = patch.child(named: name) {
          met.insert(name)
          var changed = Self.entry(entry, PatchedNode(entry.value, patch: child))
          changed.isAssigned = true
          if child.replacement != nil {
            changed.replaced = [PatchedNode(entry.value)] + child.earlier.map { PatchedNode($0) }
          }
          body(changed)
        } else {
          body(Self.entry(entry, PatchedNode(entry.value)))
        }
      }
    }
    for child in patch.children where !met.contains(child.name) {
      let value = PatchedNode(nil, patch: child)
      body(
        Entry(
          name: child.name, keyRange: child.range, value: value, isAssigned: true,
          replaced: child.earlier.map { PatchedNode($0) }))
    }
  }

  private static func entry(_ entry: MetschedYAML.Entry, _ value: PatchedNode) -> Entry {
    let isName = entry.key.kind == .scalar
    return Entry(name: isName ? entry.key.text : nil, keyRange: entry.key.place, value: value)
  }

  /// The keys and values, in order.
  var entries: [Entry] {
    var all: [Entry] = []
    forEachEntry { all.append($0) }
    return all
  }

  /// The elements of a sequence, in order; `--set` names them from 0.
  var elements: [PatchedNode] {
    guard let node else { return [] }
    guard let patch else { return node.elements.map { PatchedNode($0) } }
    return node.elements.enumerated().map { index, element in
      guard let child = patch.child(named: String(index)) else { return PatchedNode(element) }
      return PatchedNode(element, patch: child)
    }
  }

  /// The segments of `--set` paths that name no element of this list.
  var missingElements: [(name: String, range: SourceRange)] {
    guard let patch, let node, node.kind == .sequence else { return [] }
    let count = node.elements.reduce(0) { total, _ in total + 1 }
    return patch.children
      .filter { child in !(0..<count).contains { String($0) == child.name } }
      .map { ($0.name, $0.range) }
  }
}
