package import MetschedDiagnostics
package import MetschedTime
package import WidgetTimelines

/// Something that people, apps or the system do in a virtual run: an element of `events:`.
package struct PlannedEvent: Sendable {
  /// When it happens first.
  package var at: Instant
  /// The dates on which it happens again, from number 0 on; nil for an event that happens once.
  package var dates: StepSequence?
  /// How long a state lasts; nil: to the end of the run, or no state.
  package var length: Step?
  /// Whom it is about, as an index of the users; nil for everybody.
  package var user: Int32?
  package var verb: Verb
  /// Where the verb stands.
  package var range: SourceRange

  package enum Verb: Sendable {
    case reload(widget: Int32)
    case reloadAll
    case edit([PlannedEdit])
    /// The placements that are added; of the user named, or of each user.
    case add([Placement])
    case remove(widget: Int32, id: String)
    case write([WrittenFile])
    case foreground
    case interaction(widget: Int32)
    case push
    /// A zone's index in the configuration.
    case timezone(Int)
    /// How far the clock is set, in milliseconds.
    case clock(by: Int64)
    case suspend
    case fail(widget: Int32)
    case slow(widget: Int32)
  }

  package init(
    at: Instant, dates: StepSequence?, length: Step?, user: Int32?, verb: Verb,
    range: SourceRange
  ) {
    self.at = at
    self.dates = dates
    self.length = length
    self.user = user
    self.verb = verb
    self.range = range
  }
}

extension PlannedEvent {
  /// Whether the event is about a user.
  package func concerns(_ user: Int32) -> Bool { self.user == nil || self.user == user }
}

extension Configuration {
  /// The placements that events add or that edits of families make, once each.
  package var addedPlacements: [Placement] {
    var met = Set(placements.map(PlacementKeyOfUser.init))
    return events.flatMap { event -> [Placement] in
      switch event.verb {
      case .add(let added):
        let owners = event.user.map { [$0] } ?? users.indices.map { Int32($0) }
        return owners.flatMap { owner in
          added.map { placement in
            var placement = placement
            placement.user = owner
            return placement
          }
        }
      case .edit(let edits): return edits.flatMap { picked($0, event) }
      default: return []
      }
    }.filter { met.insert(PlacementKeyOfUser($0)).inserted }
  }

  private func picked(_ edit: PlannedEdit, _ event: PlannedEvent) -> [Placement] {
    placements.filter { placement in
      placement.widget == edit.widget && (edit.id ?? placement.id) == placement.id
        && event.concerns(placement.user)
    }.flatMap { placement in
      (edit.families ?? []).map { family in
        var other = placement
        other.family = family
        return other
      }
    }
  }

  /// Keeps the placements and events of some users; what concerns the machine or a container stays.
  package mutating func select(users chosen: Set<Int32>) {
    placements.removeAll { !chosen.contains($0.user) }
    events = events.flatMap { event -> [PlannedEvent] in
      switch event.verb {
      case .write: return [event]
      case .add where event.user == nil:
        // What everybody adds is added by those who are left, in the order of users.
        return chosen.sorted().map { user in
          var own = event
          own.user = user
          return own
        }
      default: return event.user.map(chosen.contains) == false ? [] : [event]
      }
    }
  }
}

/// What tells the placements of a file from each other.
private struct PlacementKeyOfUser: Hashable {
  var user: Int32
  var widget: Int32
  var id: String
  var family: WidgetFamily

  init(_ placement: Placement) {
    (user, widget) = (placement.user, placement.widget)
    (id, family) = (placement.id, placement.family)
  }
}

/// What an edit says about the placements of one kind.
package struct PlannedEdit: Sendable {
  package var widget: Int32
  /// The placements' id; nil for all placements of the kind.
  package var id: String?
  /// The families that are picked; nil where they stay.
  package var families: [WidgetFamily]?
  /// The plan that each plan becomes; one that is not named stays.
  package var plans: [Int32: Int32]
  /// Where the edit stands.
  package var range: SourceRange

  package init(
    widget: Int32, id: String?, families: [WidgetFamily]?, plans: [Int32: Int32],
    range: SourceRange
  ) {
    self.widget = widget
    self.id = id
    self.families = families
    self.plans = plans
    self.range = range
  }
}

/// What an app writes into a file of its container.
package struct WrittenFile: Sendable {
  package var name: String
  package var items: [ItemValue]

  package init(name: String, items: [ItemValue]) {
    self.name = name
    self.items = items
  }
}
