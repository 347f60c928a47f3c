internal import MetschedDiagnostics
internal import MetschedYAML
internal import WidgetFamilies

/// Where the values of a placement stand in the file, or are to stand.
extension PlacementEditor {
  enum Place {
    /// The mapping of the kind, or of an element of `placements`; it need not be there.
    case mapping([YAMLStep])
    /// An element of `placements` that has to be added, with what names the placement.
    case newElement(list: [YAMLStep], identity: String)
    /// A file without users places every kind once; as soon as one is named, all have to be.
    case everyKind([YAMLStep], before: String, kind: String, after: String)

    var path: [YAMLStep] {
      switch self {
      case .mapping(let path), .newElement(let path, _), .everyKind(let path, _, _, _): path
      }
    }
  }

  /// The way to the user: below `users`, or from the root of a file that is included there.
  private var userPath: [YAMLStep] {
    let user = YAMLStep.key(configuration.users[Int(placement.user)].name)
    let isAtRoot = document.root?.entries.contains { $0.key.place == target.name } == true
    return isAtRoot ? [user] : [.key(FileKey.users.rawValue), user]
  }

  func place() -> Place {
    let user = configuration.users[Int(placement.user)]
    let widget = configuration.widgets[Int(placement.widget)]
    let userPath = userPath
    // What stands under a former kind stays there.
    let former = widget.formerKinds.map(\.name).first { name in
      self.node(at: userPath + [.key(name)]) != nil
    }
    let kind = former ?? widget.kind
    guard user.range != nil else { return everyKind(userPath, kind) }
    let path = userPath + [.key(kind)]
    let list = path + [.key(PlacementKey.placements.rawValue)]
    let node = node(at: list)
    if target.isOverride { return overridePlace(path, list, node) }
    guard let node else { return .mapping(path) }
    let element = node.elements.enumerated().first { _, element in
      element.place == placement.range || element.value(forKey: "id")?.place == placement.range
    }
    return .mapping(element.map { list + [.element($0.offset)] } ?? path)
  }

  /// In an override file the element of the placement's id, or the kind where it has one alone.
  private func overridePlace(
    _ path: [YAMLStep], _ list: [YAMLStep], _ node: Node?
  ) -> Place {
    let families = Set(siblings.first { $0.first?.group == placement.group }?.map(\.family) ?? [])
    let element = node?.elements.enumerated().first { _, element in
      guard (element.value(forKey: "id")?.text ?? "main") == placement.id else { return false }
      let pick = element.value(forKey: "families") ?? element.value(forKey: "family")
      guard let pick else { return siblings.filter { $0[0].id == placement.id }.count == 1 }
      let names = pick.kind == .sequence ? pick.elements.map(\.text) : [pick.text]
      return names.allSatisfy { name in families.contains { $0.name == name } }
    }
    if let element { return .mapping(list + [.element(element.offset)]) }
    guard siblings.count > 1 else { return .mapping(path) }
    var identity = "id: \(ScalarText.scalar(placement.id, isText: true))"
    if siblings.filter({ $0[0].id == placement.id }).count > 1 {
      identity += ", families: [\(families.map(\.name).sorted().joined(separator: ", "))]"
    }
    return .newElement(list: list, identity: identity)
  }

  /// The placements of the user's kind, those together that were placed together.
  private var siblings: [[Placement]] {
    var groups: [[Placement]] = []
    for other in configuration.placements[...].placements(of: placement.user)
    where other.widget == placement.widget {
      if let last = groups.last?.last, last.group == other.group {
        groups[groups.count - 1].append(other)
      } else {
        groups.append([other])
      }
    }
    return groups
  }

  private func everyKind(_ userPath: [YAMLStep], _ kind: String) -> Place {
    let kinds = configuration.widgets.map(\.kind)
    let index = kinds.firstIndex(of: kind) ?? 0
    let before = kinds[..<index].map { "\($0): {}, " }.joined()
    let after = kinds[(index + 1)...].map { ", \($0): {}" }.joined()
    return .everyKind(userPath, before: before, kind: kind, after: after)
  }

  /// Returns the node at a path; nil where it is not there.
  func node(at path: [YAMLStep]) -> Node? {
    path.reduce(document.root) { node, step in
      switch step {
      case .key(let name): node?.kind == .mapping ? node?.value(forKey: name) : nil
      case .element(let number): node?.elements.dropFirst(number).first { _ in true }
      }
    }
  }
}
