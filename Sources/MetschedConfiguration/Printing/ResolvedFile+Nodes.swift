internal import MetschedDiagnostics
internal import WidgetFamilies

/// Nodes of the file in the order of the language's tables, and what is built in beside them.
extension ResolvedFile {
  /// Returns a node as the shape of its key has it; keys without a value are left out.
  ///
  /// A kind of an `edit` or `add` without values says that it is there, so it stays.
  func resolved(
    _ value: PatchedNode, shape: ValueShape, layer: Layer, keepsEmpty: Bool = false
  ) -> ResolvedNode {
    switch value.kind {
    case .null, .broken: return ResolvedNode(.null, Origin(layer, value.range))
    case .scalar: return scalar(value, layer)
    case .sequence:
      let element = shape.element
      let elements = value.elements.map { resolved($0, shape: element, layer: layer) }
      return list(elements, value, layer)
    case .mapping:
      var entries = value.entries.compactMap { entry -> ResolvedEntry? in
        guard let name = entry.name, !name.hasPrefix("x-") else { return nil }
        if entry.value.isNull {
          return keepsEmpty
            ? ResolvedEntry(name, ResolvedNode(.mapping([]), Origin(layer, entry.keyRange))) : nil
        }
        return ResolvedEntry(name, child(entry.value, named: name, of: shape, layer))
      }
      if let names = shape.table?.names {
        let order = Dictionary(
          names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let sorted = entries.enumerated().sorted { left, right in
          let places = (order[left.element.name], order[right.element.name])
          return (places.0 ?? names.count, left.offset) < (places.1 ?? names.count, right.offset)
        }
        entries = sorted.map(\.element)
      }
      return mapping(entries, value, layer)
    }
  }

  private func child(
    _ value: PatchedNode, named name: String, of shape: ValueShape, _ layer: Layer
  ) -> ResolvedNode {
    // Items are the person's own data, in which nothing is left out.
    if name == SourceKey.items.rawValue || name == EventKey.write.rawValue {
      return data(value, layer: layer)
    }
    let isEdit = name == EventKey.edit.rawValue || name == EventKey.add.rawValue
    return resolved(
      value, shape: shape.shape(ofKey: name), layer: layer,
      keepsEmpty: isEdit && shape.table?.owner == EventKey.owner)
  }

  /// Returns a node as it is.
  func data(_ value: PatchedNode, layer: Layer) -> ResolvedNode {
    switch value.kind {
    case .null, .broken: return ResolvedNode(.null, Origin(layer, value.range))
    case .scalar: return scalar(value, layer)
    case .sequence: return list(value.elements.map { data($0, layer: layer) }, value, layer)
    case .mapping:
      let entries = value.entries.compactMap { entry in
        entry.name.map { ResolvedEntry($0, data(entry.value, layer: layer)) }
      }
      return mapping(entries, value, layer)
    }
  }

  private func scalar(_ value: PatchedNode, _ layer: Layer) -> ResolvedNode {
    ResolvedNode(.scalar(value.text, isText: !value.isPlain), Origin(layer, value.range))
  }

  private func list(
    _ elements: [ResolvedNode], _ value: PatchedNode, _ layer: Layer
  ) -> ResolvedNode {
    let node = ResolvedNode(.list(elements), Origin(layer, value.range))
    return node.isSingleValue ? node : ResolvedNode(.list(elements), nil)
  }

  private func mapping(
    _ entries: [ResolvedEntry], _ value: PatchedNode, _ layer: Layer
  ) -> ResolvedNode {
    ResolvedNode(.mapping(entries), entries.isEmpty ? Origin(layer, value.range) : nil)
  }

  // MARK: Widgets

  /// Returns the widgets with what is built in put beside what they say.
  func filled(_ widgets: ResolvedNode) -> ResolvedNode {
    guard case .mapping(let entries) = widgets.content else { return widgets }
    return ResolvedNode(
      entries.map { entry in
        guard let widget = configuration.widgets.first(where: { $0.kind == entry.name }),
          case .mapping(let keys) = entry.node.content
        else { return entry }
        return ResolvedEntry(entry.name, ResolvedNode(filled(keys, of: widget)))
      })
  }

  private func filled(_ entries: [ResolvedEntry], of widget: Widget) -> [ResolvedEntry] {
    var values = Dictionary(
      entries.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first })
    let parameters = Set(
      widget.intent.map { configuration.intents[$0].parameters.map(\.name) } ?? [])
    func add(_ key: WidgetKey, _ node: ResolvedNode) {
      // A knob that a parameter turns has its value from the parameter's default.
      if values[key.rawValue] == nil, !parameters.contains(key.rawValue) {
        values[key.rawValue] = node
      }
    }
    let families = widget.families.value.map { ResolvedNode($0.name, nil) }
    if values["families"] == nil {
      values["families"] = ResolvedNode(.list(families), .builtIn)
    }
    let isDated = values["entry"]?["date"] != nil
    add(.limit, ResolvedNode("200", .builtIn))
    if !isDated {
      add(.interval, ResolvedNode("1h", .builtIn))
      add(.itemsPerEntry, ResolvedNode("1", .builtIn))
    }
    add(.reload, ResolvedNode("atEnd", .builtIn))
    let failure = values["on-error"]
    values["on-error"] = ResolvedNode([
      ResolvedEntry("show", failure?["show"] ?? ResolvedNode("last", .builtIn)),
      ResolvedEntry("retry", failure?["retry"] ?? ResolvedNode("15m", .builtIn)),
    ])
    return WidgetKey.allCases.compactMap { key in
      values[key.rawValue].map { ResolvedEntry(key.rawValue, $0) }
    }
  }
}

extension ResolvedNode {
  /// Returns the value of a key of a mapping; nil where there is none.
  subscript(key: String) -> ResolvedNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.name == key }?.node
  }
}

extension ValueShape {
  /// The table of a mapping's keys, if it has one.
  fileprivate var table: KeyTable? { alternatives.lazy.compactMap(\.ownTable).first }

  private var ownTable: KeyTable? { if case .mapping(let table) = self { table } else { nil } }

  /// What a key of a mapping expects.
  fileprivate func shape(ofKey name: String) -> ValueShape {
    for case .names(_, let shape) in alternatives { return shape }
    return table?.keys.first { $0.name == name }?.shape ?? .value
  }

  /// What an element of a list expects.
  fileprivate var element: ValueShape {
    for case .list(let element, _) in alternatives { return element }
    return self
  }

  /// The shapes that a value may have, those inside each other laid side by side.
  private var alternatives: [ValueShape] {
    switch self {
    case .either(let shapes): shapes.flatMap(\.alternatives)
    case .nullable(let shape): shape.alternatives
    case .oneOrMore(let shape): shape.alternatives
    default: [self]
    }
  }
}
