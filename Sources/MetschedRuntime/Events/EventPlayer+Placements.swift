import MetschedConfiguration
import MetschedEngine
import MetschedTime
import MetschedWidgets
import WidgetTimelines

/// Changes of containers and placements.
extension EventPlayer {
  /// Writes files, and asks the widgets that `reload-on` names.
  mutating func write(
    _ files: [WrittenFile], for user: Int32?, _ provider: inout WidgetProvider,
    into events: inout [Event]
  ) {
    let folders = provider.containers(of: user)
    var asked: Set<Int> = []
    for file in files {
      for folder in folders {
        let hasChanged = provider.write(file.items, to: file.name, in: folder)
        for number in numbers(provider, of: nil) {
          let placement = provider.configuration.placements[number]
          let plan = provider.configuration.plans[Int(placement.plan)]
          guard case .file(let name) = plan.source.value,
            provider.isSameFile(name, file.name),
            provider.container(ofUser: placement.user) == folder,
            let rule = plan.reloadOn?.value, rule == .always || hasChanged
          else { continue }
          asked.insert(number)
        }
      }
    }
    for number in asked.sorted() {
      events.append(.requested(PlacementNumber(number), .container))
    }
  }

  /// Adds what is not there yet, after all other placements.
  mutating func add(
    _ placements: [Placement], _ event: PlannedEvent, _ provider: inout WidgetProvider,
    into events: inout [Event]
  ) {
    let users =
      event.user.map { [$0] }
      ?? provider.configuration.users.indices.map { Int32($0) }
    for user in users {
      for var placement in placements {
        placement.user = user
        place(placement, &provider, into: &events)
      }
    }
  }

  private mutating func place(
    _ placement: Placement, _ provider: inout WidgetProvider, into events: inout [Event]
  ) {
    let known = numbers(provider, of: placement.user, widget: placement.widget, id: placement.id)
    let isThere = known.contains {
      provider.configuration.placements[$0].family == placement.family
    }
    guard !isThere else { return }
    provider.place(placement)
    add(placement, into: &events)
  }

  mutating func remove(
    _ widget: Int32, _ id: String, _ event: PlannedEvent, _ scope: Scope,
    _ provider: WidgetProvider, into events: inout [Event]
  ) {
    let gone = numbers(provider, of: event.user, widget: widget, id: id)
    if gone.count > 1 { events.append(.announced(scope, .removed)) }
    for number in gone {
      isRemoved[number] = true
      events.append(.removed(PlacementNumber(number), announced: gone.count == 1))
    }
  }

  /// Gives placements new plans and families; only those whose values change are edited.
  mutating func edit(
    _ edits: [PlannedEdit], _ event: PlannedEvent, _ scope: Scope,
    _ provider: inout WidgetProvider, into events: inout [Event]
  ) {
    var before: [Int: Int32] = [:]
    var changes: [Event] = []
    for edit in edits {
      let targets = numbers(provider, of: event.user, widget: edit.widget, id: edit.id)
      for number in targets {
        let plan = provider.configuration.placements[number].plan
        if before[number] == nil { before[number] = plan }
        if let next = edit.plans[plan] { provider.setPlan(next, of: number) }
      }
      if let families = edit.families {
        pick(families, among: targets, &provider, into: &changes)
      }
    }
    let edited = before.keys.sorted().compactMap { number -> EditedPlacement? in
      let plan = provider.configuration.placements[number].plan
      guard !isRemoved[number], plan != before[number] else { return nil }
      return EditedPlacement(
        placement: PlacementNumber(number), rule: schedule.rule(ofPlan: plan))
    }
    let own = before.count == 1 ? before.keys.first.map { PlacementNumber($0) } : nil
    events.append(.edited(own.map { .placement($0) } ?? scope, edited))
    events.append(contentsOf: changes)
  }

  /// Removes the placements of families that are no longer picked, and adds those that are new.
  private mutating func pick(
    _ families: [WidgetFamily], among targets: [Int], _ provider: inout WidgetProvider,
    into events: inout [Event]
  ) {
    for number in targets {
      // A copy for each family; those that are there already are left alone.
      let placement = provider.configuration.placements[number]
      for family in families {
        var other = placement
        other.family = family
        place(other, &provider, into: &events)
      }
    }
    for number in targets
    where !families.contains(provider.configuration.placements[number].family) {
      isRemoved[number] = true
      events.append(.removed(PlacementNumber(number), announced: false))
    }
  }
}
