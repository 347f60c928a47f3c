import MetschedConfiguration
import MetschedEngine

/// What events have changed of placements, so that another file can tell what it changes itself.
struct Departures {
  /// The plans that the file gives to placements that events have edited.
  var edited: [Int: Int32] = [:]
  /// The placements that are there only because of events.
  var added: Set<Int> = []
  /// The placements of the file that events have removed.
  var removed: Set<Placement.Identity> = []

  /// Notes that an event gives a placement another plan.
  mutating func edit(_ number: Int, insteadOf plan: Int32) {
    guard !added.contains(number), edited[number] == nil else { return }
    edited[number] = plan
  }

  /// Notes that an event takes a placement away.
  mutating func remove(_ number: Int, _ configuration: Configuration) {
    edited[number] = nil
    if added.remove(number) == nil {
      removed.insert(configuration.placements[number].identity)
    }
  }
}
