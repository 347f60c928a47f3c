internal import MetschedDiagnostics
internal import MetschedYAML

/// How the entries of several files become those of one.
extension Includer {
  /// Returns the root of a main or override file with everything that it includes.
  mutating func expanded(_ root: Node, patch: Patch?) -> PatchedNode {
    let file = root.place.file
    included = [:]
    let path = FilePath(sources[file].path, in: "")
    let place = Place(section: .root, chain: [(path, nil)])
    var top = TopLevel()
    if root.kind == .mapping {
      collect(root, patch, place, &top)
    }
    if let added = patch?.child(named: Self.key), !top.hasOwnInclude {
      let field = Field(
        name: Self.key, keyRange: added.range, value: PatchedNode(nil, patch: added))
      for included in files(field, at: place) {
        collect(included.root, nil, included.place, &top)
      }
    }
    for key in Section.keys where patch?.child(named: key.rawValue) != nil {
      top.keys[key.rawValue] = top.keys[key.rawValue] ?? top.add(key.rawValue, patch: patch)
    }
    var isMerged = top.hasInclude
    let entries = top.entries.map { part in
      let merged = merged(part, patch?.child(named: part.name ?? ""), place)
      isMerged = isMerged || merged != nil
      return MergedContent.Entry(
        name: part.name, keyRange: part.keyRange, value: merged?.base ?? part.values.first?.node,
        merged: merged?.content)
    }
    let content = isMerged ? MergedContent(entries: entries) : nil
    return PatchedNode(root: root, patch: patch, merged: content)
  }

  static let key = FileKey.include.rawValue

  // MARK: The top of files

  /// A value of one file, with what led to the file.
  private struct Value {
    var keyRange: SourceRange
    var node: Node
    var place: Place
  }

  /// A key of the top level, with its values in the files that have it.
  private struct Part {
    var name: String?
    var keyRange: SourceRange
    var values: [Value]
  }

  private struct TopLevel {
    var entries: [Part] = []
    /// Where each key stands in `entries`.
    var keys: [String: Int] = [:]
    /// Whether the main file itself has the key.
    var hasOwnInclude = false
    /// Whether there is an `include` anywhere at the top.
    var hasInclude = false

    /// Adds a key that only `--set` has.
    mutating func add(_ name: String, patch: Patch?) -> Int? {
      guard let range = patch?.child(named: name)?.range else { return nil }
      entries.append(Part(name: name, keyRange: range, values: []))
      return entries.count - 1
    }
  }

  private mutating func collect(
    _ node: Node, _ patch: Patch?, _ place: Place, _ top: inout TopLevel
  ) {
    for entry in node.entries {
      let isScalar = entry.key.kind == .scalar
      guard isScalar, entry.key.equals("include") else {
        add(entry, isScalar ? entry.key.text : nil, place, &top)
        continue
      }
      top.hasInclude = true
      let change = patch?.child(named: Self.key)
      if place.chain.count == 1 { top.hasOwnInclude = true }
      let field = Field(
        name: Self.key, keyRange: entry.key.place,
        value: change.map { PatchedNode(entry.value, patch: $0) } ?? PatchedNode(entry.value))
      for included in files(field, at: place) {
        collect(included.root, nil, included.place, &top)
      }
    }
  }

  private mutating func add(
    _ entry: Entry, _ name: String?, _ place: Place, _ top: inout TopLevel
  ) {
    let range = entry.key.place
    let value = Value(keyRange: range, node: entry.value, place: place)
    // The same key twice in one file was reported when parsed.
    guard let name, let index = top.keys[name], top.entries[index].keyRange.file != range.file
    else {
      if let name, top.keys[name] == nil { top.keys[name] = top.entries.count }
      top.entries.append(Part(name: name, keyRange: range, values: [value]))
      return
    }
    switch FileKey(rawValue: name) {
    case .intents, .widgets, .users, .events, .tests: top.entries[index].values.append(value)
    case .version where entry.value.equals("1"): break
    case _ where name.hasPrefix("x-"): break
    default:
      diagnostics.append(.keyInTwoFiles(name, at: range, first: top.entries[index].keyRange))
    }
  }

  // MARK: Sections

  /// What a key of the top level holds, where that comes of several files; nil where it is the one
  /// value that stands there.
  private mutating func merged(
    _ part: Part, _ patch: Patch?, _ place: Place
  ) -> (base: Node?, content: MergedContent)? {
    guard let key = part.name.flatMap(FileKey.init(rawValue:)) else { return nil }
    var values = part.values
    if let replacement = patch?.replacement {
      values =
        replacement.node.map { node in
          [Value(keyRange: replacement.range, node: node, place: place)]
        } ?? []
    }
    values.removeAll { $0.node.isNull }
    if key == .events || key == .tests, values.count > 1 {
      let lists = values.filter { isKind(.sequence, $0, of: key) }
      guard let base = lists.first else { return nil }
      return (base.node, MergedContent(elements: lists.flatMap { Array($0.node.elements) }))
    }
    guard Section.keys.contains(key) else { return nil }
    let added = patch?.child(named: Self.key)
    let isPlain = values.count <= 1 && added == nil
    guard !isPlain || values.first.map({ Self.includes($0.node) }) == true else { return nil }
    var names = Names(section: key)
    let mappings = values.filter { isKind(.mapping, $0, of: key) }
    for value in mappings {
      var place = value.place
      place.section = .names(key)
      collect(value.node, patch, place, &names)
    }
    if let added, !names.hasInclude {
      let field = Field(
        name: Self.key, keyRange: added.range, value: PatchedNode(nil, patch: added))
      var place = place
      place.section = .names(key)
      for included in files(field, at: place) {
        collect(included.root, nil, included.place, &names)
      }
    }
    return (mappings.first?.node, MergedContent(entries: names.entries))
  }

  /// Whether a mapping has the key `include`.
  private static func includes(_ node: Node) -> Bool {
    node.hasKey("include")
  }

  private mutating func isKind(_ kind: NodeKind, _ value: Value, of key: FileKey) -> Bool {
    guard value.node.kind != kind else { return true }
    let field = Field(
      name: key.rawValue, keyRange: value.keyRange, value: PatchedNode(value.node))
    if value.node.kind != .alias {
      diagnostics.append(
        .wrongType(field, expected: key.shape.words, isPlural: key.shape.isPlural))
    }
    return false
  }

  /// The names of a section, as the files are read one after the other.
  private struct Names {
    let section: FileKey
    var entries: [MergedContent.Entry] = []
    var places: [String: SourceRange] = [:]
    var hasInclude = false
  }

  private mutating func collect(
    _ node: Node, _ patch: Patch?, _ place: Place, _ names: inout Names
  ) {
    for entry in node.entries {
      let name = entry.key.kind == .scalar ? entry.key.text : nil
      if name == Self.key {
        names.hasInclude = true
        let change = patch?.child(named: Self.key)
        let field = Field(
          name: Self.key, keyRange: entry.key.place,
          value: change.map { PatchedNode(entry.value, patch: $0) } ?? PatchedNode(entry.value))
        for included in files(field, at: place) {
          collect(included.root, nil, included.place, &names)
        }
      } else {
        add(entry, name, place, &names)
      }
    }
  }

  private mutating func add(
    _ entry: Entry, _ name: String?, _ place: Place, _ names: inout Names
  ) {
    let range = entry.key.place
    if let name {
      if let includedAt = place.chain.last?.range, name == names.section.rawValue {
        diagnostics.append(.sectionInSection(name, at: range, includedAt: includedAt))
        return
      }
      if let first = names.places[name] {
        if first.file != range.file {
          diagnostics.append(.keyInTwoFiles(name, at: range, first: first))
        }
        return
      }
      names.places[name] = range
    }
    names.entries.append(
      MergedContent.Entry(name: name, keyRange: range, value: entry.value))
  }
}
