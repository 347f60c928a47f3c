internal import MetschedDiagnostics

extension Configuration {
  /// The placements that events add or that edits of families make, once each.
  package var addedPlacements: [Placement] {
    let found = events.flatMap { event -> [Placement] in
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
    }
    guard !found.isEmpty else { return [] }
    var met = Set(placements.map(\.identity))
    return found.filter { met.insert($0.identity).inserted }
  }

  private func picked(_ edit: PlannedEdit, _ event: PlannedEvent) -> [Placement] {
    edit.layers.flatMap { layer -> [Placement] in
      guard let families = layer.families else { return [] }
      return placements.filter { placement in
        placement.widget == edit.widget && (layer.id ?? placement.id) == placement.id
          && event.concerns(placement.user)
      }.flatMap { placement in
        families.map { family in
          var other = placement
          other.family = family
          return other
        }
      }
    }
  }

  /// Puts the places of events into words, for the messages of a run.
  mutating func placeEvents(in sources: SourceMap) {
    for index in events.indices { events[index].place(in: sources) }
    for test in tests.indices {
      for step in tests[test].steps.indices {
        tests[test].steps[step].event?.place(in: sources)
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

extension PlannedEvent {
  /// Puts the event's place into words.
  mutating func place(in sources: SourceMap) {
    let file = sources[range.file]
    let position = file.position(at: Int(range.start))
    place = "\(file.path):\(position.line):\(position.column)"
  }
}
