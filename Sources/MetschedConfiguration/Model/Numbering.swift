internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// The numbers that another configuration's users, kinds and zones have in a running one.
///
/// Who and what a running configuration knows keeps its number; what is new gets the next ones.
/// A kind that the other file has under `was:` is the kind of that name.
package struct Numbering: Sendable {
  /// The running numbers, by those of the other configuration.
  package private(set) var users: [Int32] = []
  package private(set) var widgets: [Int32] = []
  package private(set) var zones: [Int] = []

  /// Finds the numbers, or gives new ones.
  ///
  /// - Parameters:
  ///   - other: the configuration to be numbered.
  ///   - running: the one whose numbers stay.
  package init(_ other: Configuration, like running: Configuration) {
    users = Self.numbers(of: other.users.map(\.name), among: running.users.map(\.name))
    let kinds = Self.indices(running.widgets.map(\.kind))
    let present = Set(other.widgets.map(\.kind))
    var next = Int32(running.widgets.count)
    for widget in other.widgets {
      let former = widget.formerKinds.lazy.map(\.name).first {
        kinds[$0] != nil && !present.contains($0)
      }
      if let known = kinds[widget.kind] ?? former.flatMap({ kinds[$0] }) {
        widgets.append(known)
      } else {
        widgets.append(next)
        next += 1
      }
    }
    zones = Self.numbers(
      of: other.zones.map(\.identifier), among: running.zones.map(\.identifier)
    ).map { Int($0) }
  }

  private static func numbers(of names: [String], among known: [String]) -> [Int32] {
    if names == known { return names.indices.map { Int32($0) } }
    let indices = indices(known)
    var next = Int32(known.count)
    return names.map { name in
      if let known = indices[name] { return known }
      defer { next += 1 }
      return next
    }
  }

  private static func indices(_ names: [String]) -> [String: Int32] {
    Dictionary(
      names.enumerated().map { ($1, Int32($0)) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Numbering {
  /// Returns an event with running numbers.
  ///
  /// - Parameters:
  ///   - event: the event, with the other configuration's numbers.
  ///   - plan: returns the running number of a plan that the event adds.
  /// - Returns: the same event.
  package func renumbered(
    _ event: PlannedEvent, plan: (Placement) -> Int32
  ) -> PlannedEvent {
    var event = event
    event.user = event.user.map { users[Int($0)] }
    event.verb =
      switch event.verb {
      case .reload(let widget): .reload(widget: widgets[Int(widget)])
      case .fail(let widget): .fail(widget: widgets[Int(widget)])
      case .slow(let widget): .slow(widget: widgets[Int(widget)])
      case .timezone(let zone): .timezone(zones[zone])
      case .remove(let pattern): .remove(renumbered(pattern))
      case .interaction(let pattern): .interaction(renumbered(pattern))
      case .edit(let edits):
        .edit(
          edits.map { PlannedEdit(widget: widgets[Int($0.widget)], layers: $0.layers) })
      case .add(let placements): .add(placements.map { renumbered($0, plan: plan) })
      case .reloadAll, .write, .foreground, .push, .clock, .suspend: event.verb
      }
    return event
  }

  /// Returns a placement with running numbers.
  package func renumbered(_ placement: Placement, plan: (Placement) -> Int32) -> Placement {
    var placement = placement
    placement.plan = plan(placement)
    placement.user = users[Int(placement.user)]
    placement.widget = widgets[Int(placement.widget)]
    return placement
  }

  private func renumbered(_ pattern: PlacementPattern) -> PlacementPattern {
    var pattern = pattern
    pattern.widget = widgets[Int(pattern.widget)]
    return pattern
  }
}

extension Configuration {
  /// Returns another configuration's users, widgets, zones and settings with running numbers.
  ///
  /// Those that the other one lacks stay, so that nothing that names them by number goes wrong:
  /// users without anything of their own, and kinds that nobody has. Placements, plans and events
  /// stay as they are here.
  ///
  /// - Parameters:
  ///   - other: the configuration that is to count.
  ///   - numbering: its numbers here.
  /// - Returns: the names and settings of the other one.
  package func adopting(_ other: Configuration, _ numbering: Numbering) -> Configuration {
    var result = other
    result.placements = placements
    result.plans = plans
    result.events = []
    result.clock = clock
    result.zones = zones
    for (zone, number) in zip(other.zones, numbering.zones) where number >= zones.count {
      result.zones.append(zone)
    }
    let fileZone = numbering.zones[0]
    result.users = users.map {
      User(name: $0.name, zone: fileZone, host: 0, container: nil, range: nil)
    }
    for (user, number) in zip(other.users, numbering.users) {
      var user = user
      user.zone = numbering.zones[user.zone]
      if Int(number) < result.users.count {
        result.users[Int(number)] = user
      } else {
        result.users.append(user)
      }
    }
    result.formerUsers = Set(result.users.indices.map { Int32($0) }).subtracting(numbering.users)
    let nowhere = SourceRange(file: FileID(index: 0), 0..<0)
    result.widgets = widgets.map { widget in
      Widget(
        kind: widget.kind, displayName: nil, description: nil, intent: nil,
        families: Setting(widget.families.value, .builtIn), origins: [:], range: nowhere)
    }
    for (widget, number) in zip(other.widgets, numbering.widgets) {
      if Int(number) < result.widgets.count {
        result.widgets[Int(number)] = widget
      } else {
        result.widgets.append(widget)
      }
    }
    result.formerWidgets = Set(result.widgets.indices.map { Int32($0) })
      .subtracting(numbering.widgets)
    result.planMaker = other.planMaker.renumbered(
      numbering.widgets, count: result.widgets.count)
    return result
  }
}
