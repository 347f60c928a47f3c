package import MetschedConfiguration
import MetschedEngine
package import MetschedTime
import MetschedWidgets

/// An event that somebody asked for: what it takes to read it again.
package struct AskedEvent: Hashable, Sendable {
  /// The element of `events:` as it was written, in YAML or JSON.
  package var text: String
  /// The time on the schedule's clock when it was read; times of day are the next ones after it.
  package var readAt: Instant
  /// How the placements differed from the file's then.
  package var roster: RosterDifference

  package init(text: String, readAt: Instant, roster: RosterDifference = RosterDifference()) {
    self.text = text
    self.readAt = readAt
    self.roster = roster
  }
}

/// Reads events that were asked for against the files that count.
package struct AskedEventReader: Sendable {
  /// An event, and the configuration that its numbers are of.
  package typealias Reading = (event: PlannedEvent, configuration: Configuration)

  private let read: @Sendable (AskedEvent) -> Reading?

  package init(_ read: @escaping @Sendable (AskedEvent) -> Reading?) {
    self.read = read
  }

  /// Finds everything wrong.
  package static let none = AskedEventReader { _ in nil }

  /// Returns what an event says; nil where it is wrong by now.
  package func callAsFunction(_ asked: AskedEvent) -> Reading? { read(asked) }
}

extension EventPlayer {
  /// How the placements differ from the file's; nothing where nobody expects revisions.
  package func roster(in configuration: Configuration) -> RosterDifference {
    guard let departures else { return RosterDifference() }
    return RosterDifference(
      added: departures.added.sorted().map {
        configuration.rosterName(of: configuration.placements[$0])
      },
      removed: Set(
        departures.removed.map { key in
          RosterDifference.Name(
            user: configuration.users[Int(key.user)].name,
            kind: configuration.widgets[Int(key.widget)].kind, id: key.id, family: key.family)
        }))
  }

  /// The events that were asked for and of which something is to come, by number.
  var askedToCome: [Int: AskedEvent] {
    guard !asked.isEmpty else { return [:] }
    let coming = Set(upcoming.moments.lazy.filter { !$0.isEnd }.map(\.number))
      .union(sleeps.moments.map(\.number))
    return asked.filter { coming.contains($0.key) }
  }

  /// Returns an event with the numbers of the run.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - other: what its numbers are of; zones that the run does not know are added to it.
  ///   - provider: the run's widgets.
  ///   - zones: takes the zones that are new.
  /// - Returns: the event.
  mutating func adopted(
    _ event: PlannedEvent, of other: Configuration, _ provider: inout WidgetProvider,
    zones: inout [ZoneTable]
  ) -> PlannedEvent {
    let numbering = Numbering(other, like: provider.configuration)
    for (zone, number) in zip(other.zones, numbering.zones)
    where number >= provider.configuration.zones.count {
      provider.add(zone: zone)
      zones.append(zone)
    }
    states.adopt(provider.configuration)
    return numbering.renumbered(event) { placement in
      let plan = other.plans[Int(placement.plan)]
      return provider.plan(
        of: numbering.widgets[Int(placement.widget)], with: plan.parameters, insteadOf: 0)
    }
  }

  /// Reads the events again that were asked for before a restart.
  ///
  /// - Throws: the event that is wrong.
  mutating func readAsked(
    _ read: AskedEventReader, _ provider: inout WidgetProvider
  ) throws(StateError) {
    for (number, asked) in asked.sorted(by: { $0.key < $1.key }) {
      guard let (event, configuration) = read(asked) else {
        throw StateError("the event `\(asked.text)`, which was asked for, is wrong by now")
      }
      var zones: [ZoneTable] = []
      events[number] = adopted(event, of: configuration, &provider, zones: &zones)
      guard zones.isEmpty else {
        throw StateError("the event `\(asked.text)` names a zone that was not saved")
      }
    }
  }
}
