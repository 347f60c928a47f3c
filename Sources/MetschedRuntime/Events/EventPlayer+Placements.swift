import MetschedConfiguration
import MetschedEngine
import MetschedTime
import MetschedWidgets
import WidgetFamilies

/// Changes of containers and placements.
extension EventPlayer {
  /// Asks the widgets that `reload-on` names where somebody else has written their file.
  func notice(
    _ changes: [ContainerChange], _ provider: inout WidgetProvider, into told: inout [Event]
  ) {
    var asked: Set<Int> = []
    for change in changes {
      provider.noteWrite(of: change.file, in: change.folder)
      asked.formUnion(
        readers(of: change.file, in: change.folder, hasChanged: change.hasChanged, provider))
    }
    told.append(contentsOf: Self.requests(of: asked))
  }

  /// Writes files, and asks the widgets that `reload-on` names, whoever shares the folder.
  func write(
    _ files: [WrittenFile], for user: Int32?, _ provider: inout WidgetProvider,
    into told: inout [Event]
  ) {
    let folders = provider.containers(of: user)
    var asked: Set<Int> = []
    for file in files {
      for folder in folders {
        let hasChanged = provider.write(file.items, to: file.name, in: folder)
        asked.formUnion(readers(of: file.name, in: folder, hasChanged: hasChanged, provider))
      }
    }
    told.append(contentsOf: Self.requests(of: asked))
  }

  /// The placements that reload because a file is written.
  private func readers(
    of file: String, in folder: String, hasChanged: Bool, _ provider: WidgetProvider
  ) -> [Int] {
    roster.numbers(of: nil, in: provider.configuration) { placement in
      switch provider.reloadsOnWrite(placement, of: file, in: folder) {
      case .always: true
      case .changed: hasChanged
      case nil: false
      }
    }
  }

  private static func requests(of asked: Set<Int>) -> [Event] {
    asked.sorted().map { .requested(PlacementNumber($0), .container) }
  }

  // MARK: Additions and removals

  /// Adds what is not there yet, after all other placements.
  mutating func add(
    _ placements: [Placement], _ event: PlannedEvent, _ provider: inout WidgetProvider,
    into told: inout [Event]
  ) {
    let users =
      event.user.map { [$0] } ?? provider.configuration.users.indices.map { Int32($0) }
    for user in users {
      for var placement in placements {
        placement.user = user
        place(placement, &provider, into: &told)
      }
    }
  }

  private mutating func place(
    _ placement: Placement, _ provider: inout WidgetProvider, into told: inout [Event]
  ) {
    let same = roster.numbers(of: placement.user, in: provider.configuration) { other in
      other.widget == placement.widget && other.id == placement.id
        && other.family == placement.family
    }
    guard same.isEmpty else { return }
    departures?.added.insert(provider.configuration.placements.count)
    provider.place(placement)
    told.append(.added(addition(of: placement, provider.configuration)))
  }

  /// Removes placements; an event that is about several is told once.
  mutating func remove(
    _ pattern: PlacementPattern, _ event: PlannedEvent, _ provider: WidgetProvider,
    into told: inout [Event]
  ) {
    let gone = roster.numbers(of: event.user, in: provider.configuration) { pattern.matches($0) }
    if gone.count > 1 { told.append(.announced(event.scope, .removed)) }
    for number in gone {
      departures?.remove(number, provider.configuration)
      roster.remove(number)
      told.append(.removed(PlacementNumber(number), announced: gone.count == 1))
    }
  }

  // MARK: Edits

  /// What an edit does to placements.
  private struct Changes {
    /// Everything that the edit is about.
    var targets: [Int] = []
    var edited: Set<Int> = []
    var removed: [Int] = []
    var added: [Placement] = []
  }

  /// Merges new values into those of placements; only those whose values change are edited.
  mutating func edit(
    _ edits: [PlannedEdit], _ event: PlannedEvent, _ provider: inout WidgetProvider,
    into told: inout [Event]
  ) {
    var changes = Changes()
    for edit in edits {
      let groups = groups(of: edit.widget, event.user, provider.configuration)
      let owners = groups.map { provider.configuration.placements[$0[0]].ownedID }
      let counts = owners.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      for (group, owner) in zip(groups, owners) {
        apply(edit, to: group, isAlone: counts[owner] == 1, &provider, &changes)
      }
    }
    guard !changes.targets.isEmpty else { return }
    let edited = changes.edited.sorted().map { number in
      let plan = provider.configuration.placements[number].plan
      return EditedPlacement(
        placement: PlacementNumber(number),
        rule: rules.number(of: provider.configuration.plans[Int(plan)].failure))
    }
    // What is one placement's names it, whoever was meant.
    let own = changes.targets.count == 1 ? changes.targets.first : nil
    told.append(.edited(own.map { .placement(PlacementNumber($0)) } ?? event.scope, edited))
    for number in changes.removed {
      departures?.remove(number, provider.configuration)
      roster.remove(number)
      told.append(.removed(PlacementNumber(number), announced: false))
    }
    for placement in changes.added { place(placement, &provider, into: &told) }
  }

  /// The placements of a kind in groups that share their values, each in order.
  private func groups(
    of widget: Int32, _ user: Int32?, _ configuration: Configuration
  ) -> [[Int]] {
    var groups: [[Int]] = []
    var indices: [Placement.Group: Int] = [:]
    for number in roster.numbers(of: user, in: configuration, where: { $0.widget == widget }) {
      let key = configuration.placements[number].group
      let index = indices[key] ?? groups.count
      if index == groups.count {
        indices[key] = index
        groups.append([])
      }
      groups[index].append(number)
    }
    return groups
  }

  /// Merges an edit into one group: what it says of the kind, then of the placements of its id.
  private mutating func apply(
    _ edit: PlannedEdit, to group: [Int], isAlone: Bool, _ provider: inout WidgetProvider,
    _ changes: inout Changes
  ) {
    let first = provider.configuration.placements[group[0]]
    let present = group.map { provider.configuration.placements[$0].family }
    let layers = edit.layers.filter { layer in
      guard let id = layer.id else { return true }
      // Where several share the id, families say which is meant.
      return id == first.id && (isAlone || (layer.families ?? []).allSatisfy(present.contains))
    }
    guard !layers.isEmpty else { return }
    changes.targets += group
    let families = layers.last { $0.families != nil }?.families
    let maker = provider.configuration.planMaker
    var members: [(family: WidgetFamily, parameters: [ParameterValue])] = []
    for (number, family) in zip(group, present) {
      let old = provider.configuration.placements[number].plan
      let before = provider.configuration.plans[Int(old)].parameters
      let after = layers.reduce(before) { $1.applied(to: $0) }
      members.append((family, after))
      if let families, !families.contains(family) {
        changes.removed.append(number)
        continue
      }
      // A parameter that the family does not have keeps its value.
      let values = maker.present(after, in: family, of: first.widget)
      guard values != before else { continue }
      departures?.edit(number, insteadOf: old)
      provider.setPlan(provider.plan(of: first.widget, with: values, insteadOf: old), of: number)
      changes.edited.insert(number)
    }
    for family in families ?? [] where !present.contains(family) {
      var placement = first
      placement.family = family
      placement.plan = provider.plan(
        of: first.widget, with: maker.joining(members, as: family, of: first.widget),
        insteadOf: first.plan)
      changes.added.append(placement)
    }
  }
}
