internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// Users with all their placements written out, and events.
extension ResolvedFile {
  var users: ResolvedNode {
    let writers = namesOfWriters
    return ResolvedNode(
      configuration.users.indices.compactMap { index in
        let user = configuration.users[index]
        guard chosen?.contains(user.name) ?? true else {
          // What others write into a shared folder stays, so they have to be known.
          return writers.contains(user.name)
            ? ResolvedEntry(user.name, ResolvedNode(own(user))) : nil
        }
        return ResolvedEntry(user.name, ResolvedNode(own(user) + kinds(of: Int32(index))))
      })
  }

  private func own(_ user: User) -> [ResolvedEntry] {
    var entries: [ResolvedEntry] = []
    if let origin = user.zoneOrigin {
      let zone = configuration.zones[user.zone].identifier
      entries.append(ResolvedEntry("timezone", ResolvedNode(text: zone, origin)))
    }
    if user.host > 0 {
      entries.append(ResolvedEntry("host", host(configuration.hosts[user.host])))
    }
    if let container = user.container {
      entries.append(
        ResolvedEntry("container", ResolvedNode(text: container.value, container.origin)))
    }
    return entries
  }

  private func kinds(of user: Int32) -> [ResolvedEntry] {
    var groups: [[Placement]] = []
    for placement in configuration.placements[...].placements(of: user) {
      if let last = groups.last?.last, last.widget == placement.widget,
        last.group == placement.group
      {
        groups[groups.count - 1].append(placement)
      } else {
        groups.append([placement])
      }
    }
    var kinds: [(widget: Int32, elements: [ResolvedNode])] = []
    for group in groups {
      let node = ResolvedNode(values(of: group))
      if kinds.last?.widget == group[0].widget {
        kinds[kinds.count - 1].elements.append(node)
      } else {
        kinds.append((group[0].widget, [node]))
      }
    }
    return kinds.map { kind in
      let name = configuration.widgets[Int(kind.widget)].kind
      if kind.elements.count == 1 { return ResolvedEntry(name, kind.elements[0]) }
      let list = ResolvedNode(.list(kind.elements), nil)
      return ResolvedEntry(name, ResolvedNode([ResolvedEntry("placements", list)]))
    }
  }

  /// The id, the families and all parameters of placements that were placed together.
  private func values(of group: [Placement]) -> [ResolvedEntry] {
    let placement = group[0]
    let widget = configuration.widgets[Int(placement.widget)]
    let plan = configuration.plans[Int(placement.plan)]
    let layer = placement.range.map { Origin(.placement(file: 0), $0) }
    let isNamed = placement.id != "main"
    var entries = [
      ResolvedEntry(
        "id", ResolvedNode(text: placement.id, isNamed ? layer ?? .builtIn : .builtIn))
    ]
    let families = configuration.origin(of: "families", at: placement) ?? widget.families.origin
    if group.count == 1 {
      entries.append(ResolvedEntry("family", ResolvedNode(placement.family.name, families)))
    } else {
      let names = group.map { ResolvedNode($0.family.name, nil) }
      entries.append(ResolvedEntry("families", ResolvedNode(.list(names), families)))
    }
    guard let intent = widget.intent else { return entries }
    for (index, parameter) in configuration.intents[intent].parameters.enumerated() {
      // A parameter that some families lack has its value where it is there.
      guard let owner = group.first(where: { parameter.exists(in: $0.family) }) else { continue }
      let value = configuration.plans[Int(owner.plan)].parameters[index]
      if case .families = value, parameter.name == Knob.families.rawValue { continue }
      // Where items bring their own dates nobody sets an interval.
      if parameter.name == Knob.interval.rawValue, plan.entry.date != nil { continue }
      let origin = configuration.origin(of: parameter.name, at: owner)
      entries.append(
        ResolvedEntry(parameter.name, value.resolved(unit: parameter.unit?.value, origin)))
    }
    return entries
  }

  // MARK: Events

  var events: ResolvedNode? {
    guard let field = field(.events) else { return nil }
    let node = resolved(field, shape: FileKey.events.shape, layer: .widget)
    guard let chosen, case .list(let elements) = node.content else { return node }
    let left = elements.filter { element in
      guard let user = element["user"]?.text, element["write"] == nil else { return true }
      return chosen.contains(user)
    }
    return left.isEmpty ? nil : ResolvedNode(.list(left), nil)
  }

  /// The users whose apps write files.
  private var namesOfWriters: Set<String> {
    Set(
      configuration.events.compactMap { event in
        guard case .write = event.verb else { return nil }
        return event.user.map { configuration.users[Int($0)].name }
      })
  }
}

extension ResolvedNode {
  /// The text of a scalar; nil for anything else.
  fileprivate var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }
}

extension ParameterValue {
  /// Returns the value as a user would write it.
  func resolved(unit: String?, _ origin: Origin?) -> ResolvedNode {
    switch self {
    case .string(let text), .choice(let text):
      ResolvedNode(text: Reference.escaped(text), origin)
    case .decimal(let value): ResolvedNode(MetschedConfiguration.decimal(value), origin)
    case .time: ResolvedNode(text: text(unit: unit), origin)
    case .families(let families):
      ResolvedNode(.list(families.map { ResolvedNode($0.name, nil) }), origin)
    // A duration has no sign, so a negative integer stands without its unit.
    case .integer(let count) where count < 0: ResolvedNode(String(count), origin)
    case .duration, .integer, .boolean: ResolvedNode(text(unit: unit), origin)
    }
  }
}

extension Reference {
  /// Returns a text in which no dollar sign begins a reference.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      result.append(character)
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      if character == "$", next == "$" || next == "{" { result.append("$") }
    }
    return result
  }
}
