import MetschedConfiguration
package import MetschedTime
package import MetschedWidgets

/// What an edit changes in a time for each placement: two runs of each that is different, side by side.
///
/// A placement is run by itself, with all events of its file but additions. Placements with equal
/// values, zone, host, items and events in both configurations are run once.
package struct ScheduleDifference: Sendable {
  /// Placements for which the edit does the same.
  package struct Group: Sendable {
    /// The values that are others.
    package var values: [ValueChange]
    /// What the runs show; nil where they were too many to be played.
    package var day: DayDifference?
    /// In the order of the new configuration, one at least; the first is the one whose day it is.
    package var placements: [ConfigurationDifference.Pair]
  }

  /// What changes, in the order of the first placement of each.
  package private(set) var groups: [Group] = []
  /// The placements to which nothing happens.
  package private(set) var unchanged = 0
  /// The different placements, and those of them that were run.
  package private(set) var classes = 0
  package private(set) var judged = 0

  /// The different placements that are run at most.
  static let limit = 256

  /// Runs both configurations.
  ///
  /// - Parameters:
  ///   - difference: the two.
  ///   - excluded: the old placements that are not compared, since they break.
  ///   - range: what is played of both.
  ///   - remote: brings the items of sources over the network, for the old one and the new one.
  package init(
    _ difference: ConfigurationDifference, without excluded: Set<Int>, over range: Range<Instant>,
    remote: (old: (any RemoteItems)?, new: (any RemoteItems)?) = (nil, nil)
  ) async {
    let old = difference.old
    let new = difference.new
    var valuesOf: [ConfigurationDifference.Pair: Int] = [:]
    for (number, change) in difference.changed.enumerated() {
      for pair in change.placements { valuesOf[pair] = number }
    }
    var numbers: [Class: Int] = [:]
    var members: [[ConfigurationDifference.Pair]] = []
    let classifiers = (PlacementClassifier(old), PlacementClassifier(new))
    for pair in difference.kept where !excluded.contains(pair.old) {
      let key = Class(
        old: classifiers.0.key(of: old.placements[pair.old]),
        new: classifiers.1.key(of: new.placements[pair.new]))
      if let number = numbers[key] {
        members[number].append(pair)
      } else {
        numbers[key] = members.count
        members.append([pair])
      }
    }
    classes = members.count
    judged = min(classes, Self.limit)
    var merged: [Alike: Int] = [:]
    for (number, pairs) in members.enumerated() {
      let values = valuesOf[pairs[0]].map { difference.changed[$0].values } ?? []
      var day: DayDifference?
      if number < Self.limit {
        day = await Self.day(pairs[0], difference, range, remote)
      }
      guard !values.isEmpty || day?.isEmpty == false else {
        unchanged += pairs.count
        continue
      }
      let isOther = day?.isEmpty == false
      let alike = Alike(
        values: values, isPlayed: day != nil, entries: isOther ? day?.entries : nil,
        reloads: isOther ? day?.reloads : nil)
      if let group = merged[alike] {
        groups[group].placements += pairs
      } else {
        merged[alike] = groups.count
        groups.append(Group(values: values, day: day, placements: pairs))
      }
    }
    for index in groups.indices { groups[index].placements.sort { $0.new < $1.new } }
  }

  private struct Class: Hashable {
    var old: PlacementClassifier.Key
    var new: PlacementClassifier.Key
  }

  /// What groups have in common: users in several zones see the same at other times.
  private struct Alike: Hashable {
    var values: [ValueChange]
    var isPlayed: Bool
    /// Nil where nothing is another.
    var entries: DayDifference.Count?
    var reloads: DayDifference.Count?
  }

  private static func day(
    _ pair: ConfigurationDifference.Pair, _ difference: ConfigurationDifference,
    _ range: Range<Instant>, _ remote: (old: (any RemoteItems)?, new: (any RemoteItems)?)
  ) async -> DayDifference {
    let placements = (difference.old.placements[pair.old], difference.new.placements[pair.new])
    let kind = difference.old.widgets[Int(placements.0.widget)].kind
    let before = SolitaryRun(
      placements.0, in: difference.old, over: range, remote: remote.old, playsAllEvents: true)
    // Latency is drawn from the name, which alone is to change nothing.
    let after = SolitaryRun(
      placements.1, in: difference.new, over: range, remote: remote.new, playsAllEvents: true
    ).called(kind)
    return DayDifference(await PlayedDay(before), await PlayedDay(after))
  }
}
