internal import WidgetFamilies

/// What the main file said before each assignment of the command line, so that a trace can show
/// what was replaced.
struct LayerHistory: Sendable {
  /// The file's root: as it is written, then as each assignment but the last has left it.
  var roots: [PatchedNode] = []

  /// A step of the way to a value.
  enum Step {
    /// A key, under any of its names: that of today, then former ones.
    case key([String])
    /// The element of `placements` with an id, and perhaps in families.
    case placement(id: String, families: [WidgetFamily]?)
  }

  /// Returns what stood at the end of a path, the earliest first; none for an empty path.
  func nodes(at path: [Step]) -> [PatchedNode] {
    guard !path.isEmpty else { return [] }
    return roots.compactMap { root in
      let node = path.reduce(root) { (node: PatchedNode?, step) in node?.child(step) }
      return node?.isNull == true ? nil : node
    }
  }
}

extension PatchedNode {
  fileprivate func child(_ step: LayerHistory.Step) -> PatchedNode? {
    switch step {
    case .key(let names):
      guard kind == .mapping else { return nil }
      let entries = entries
      return names.lazy.compactMap { name in entries.first { $0.name == name }?.value }.first
    case .placement(let id, let families):
      guard kind == .sequence else { return nil }
      let fitting = elements.filter { ($0.text(of: PlacementKey.id) ?? "main") == id }
      guard fitting.count > 1, let families else { return fitting.first }
      return fitting.first { $0.names(anyOf: families) } ?? fitting.first
    }
  }

  private func text(of key: PlacementKey) -> String? {
    child(.key([key.rawValue])).flatMap { $0.kind == .scalar ? $0.text : nil }
  }

  private func names(anyOf families: [WidgetFamily]) -> Bool {
    guard let pick = child(.key([PlacementKey.families.rawValue, PlacementKey.family.rawValue]))
    else { return false }
    let texts = pick.kind == .sequence ? pick.elements.map(\.text) : [pick.text]
    return families.contains { texts.contains($0.name) }
  }
}
