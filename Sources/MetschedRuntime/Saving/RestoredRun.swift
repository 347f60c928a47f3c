import MetschedConfiguration
package import MetschedEngine
package import MetschedTime
package import MetschedWidgets

/// A run that goes on where another ended, between two of its instants.
package struct RestoredRun {
  package var conductor: Conductor<WidgetProvider>
  package var events: EventPlayer
  package var checkpoints: RunCheckpoints
  package var clock: SavedClock
  /// What has changed while nothing ran, to be told as if it happened at the restart: files of
  /// containers, and zones that have other rules now.
  package var changes: [ContainerChange]
  package var changedRules: [String]
  /// The zones that have the rules that they had.
  package var knownRules: Set<String>
}

extension Schedule {
  /// Returns the run that rows were saved of.
  ///
  /// - Parameters:
  ///   - rows: all that was saved of it. The configuration is the one that it ran with; one that
  ///     has changed meanwhile is a live edit of the run that was restored.
  ///   - remote: brings the items of sources over the network.
  ///   - files: reads the files of containers.
  ///   - zones: where the rules of zones come from; those of the configuration are of the same.
  ///   - readEvent: reads events that were asked for and are to come.
  /// - Returns: the run.
  /// - Throws: the row that cannot be read, and why.
  package func restored(
    from rows: [SavedRow], remote: (any RemoteItems)? = nil,
    files: any ContainerReading = DiskContainers(), zones: ZoneDatabase = .machine,
    readEvent: AskedEventReader = .none
  ) throws(StateError) -> RestoredRun {
    var reading = try RestoredRows(rows, configuration, zones)
    let schedule = Schedule(reading.configuration)
    var conductor = schedule.conductor(remote: remote, files: files)
    let clock = try reading.machine(&conductor, schedule)
    try reading.placements(&conductor)
    guard var events = reading.events else { throw StateError("there is no state of the machine") }
    events.roster.restore(conductor.provider.configuration)
    events.departures = reading.departures
    try events.readAsked(readEvent, &conductor.provider)
    conductor.machine.add(rules: events.rules.takeNew())
    conductor.provider.finishRestoring()
    conductor.provider.resume(reading.underWay)
    reading.lists.finishRestoring()
    return RestoredRun(
      conductor: conductor, events: events,
      checkpoints: RunCheckpoints(lists: reading.lists), clock: clock,
      changes: conductor.provider.changedFiles.map {
        ContainerChange(folder: $0.folder, file: $0.file, hasChanged: true)
      },
      changedRules: reading.changedRules, knownRules: reading.knownRules)
  }
}

/// Rows on their way into a run.
private struct RestoredRows {
  private var rows: [String: [UInt8]] = [:]
  private let names: SavedNames
  /// That of the start, with the zones that only events have named.
  private(set) var configuration: Configuration
  var events: EventPlayer?
  var lists = SavedLists()
  /// How the placements differ from the file's.
  var departures = Departures()
  private let clock: SavedClock
  private let placementCount: Int
  /// What of the machine's row has not been read.
  private var rest: StateReader
  /// The zones that have other rules than they had, and all others.
  private(set) var changedRules: [String] = []
  private(set) var knownRules: Set<String> = []
  var underWay: [Request] = []

  /// A placement's row, which has the placement's number in it.
  private struct Row {
    var number: Int32
    var name: String
    var bytes: [UInt8]
  }

  init(
    _ rows: [SavedRow], _ configuration: Configuration, _ zones: ZoneDatabase
  ) throws(StateError) {
    self.configuration = configuration
    names = SavedNames(configuration)
    for row in rows { self.rows[row.name] = row.bytes }
    guard let bytes = self.rows.removeValue(forKey: SavedRow.machine) else {
      throw StateError("there is no state of the machine")
    }
    let saved: [SavedZone]
    do {
      rest = try StateReader(bytes)
      clock = try rest.read()
      saved = try rest.read()
      placementCount = try rest.read()
    } catch {
      throw StateError("the state of the machine \(error)")
    }
    let known = Set(configuration.zones.map(\.identifier))
    for zone in saved {
      guard let table = zones.zone(zone.identifier) else { continue }
      if table.fingerprint == zone.rules {
        knownRules.insert(zone.identifier)
      } else {
        changedRules.append(zone.identifier)
      }
      if !known.contains(zone.identifier) { self.configuration.zones.append(table) }
    }
  }

  // MARK: The machine

  /// Reads all rows but those of placements.
  mutating func machine(
    _ conductor: inout Conductor<WidgetProvider>, _ schedule: Schedule
  ) throws(StateError) -> SavedClock {
    do {
      var reader = rest
      conductor.machine.restore(try SavedMachine(from: &reader, names))
      var player = schedule.events(in: clock.start..<max(clock.start, clock.end ?? clock.start))
      try player.restore(from: &reader, names, configuration)
      try conductor.provider.readDisturbances(from: &reader, names)
      try reader.finish()
      events = player
    } catch {
      throw StateError("the state of the machine \(error)")
    }
    for user in configuration.users.indices {
      guard let zone = events?.states.zone(of: Int32(user)) else { continue }
      conductor.provider.setZone(configuration.zones[zone], ofUser: user)
    }
    if let bytes = rows.removeValue(forKey: SavedRow.written) {
      do {
        try conductor.provider.restoreWrites(bytes)
      } catch {
        throw StateError("the state of the containers \(error)")
      }
    }
    if let bytes = rows.removeValue(forKey: SavedRow.read) {
      do {
        try conductor.provider.restoreReadings(bytes)
      } catch {
        throw StateError("the state of the containers \(error)")
      }
    }
    for name in rows.keys where name.hasPrefix(SavedRow.listPrefix) {
      guard let number = Int32(name.dropFirst(SavedRow.listPrefix.count)),
        let bytes = rows.removeValue(forKey: name)
      else { continue }
      do {
        try lists.restore(number, bytes)
      } catch {
        throw StateError("the state of `\(name)` \(error)")
      }
    }
    return clock
  }

  // MARK: Placements

  /// Reads the rows of placements, which get numbers in their order.
  ///
  /// There may be very many, so what a row says is read when its turn comes, not before.
  mutating func placements(_ conductor: inout Conductor<WidgetProvider>) throws(StateError) {
    var saved: [Row] = []
    saved.reserveCapacity(rows.count)
    // What else has a row, such as the summary, is not the schedule's.
    for (name, bytes) in rows where name.contains("/") {
      let place = try Self.reading(name, bytes) { reader throws(StateError) in
        try reader.read(SavedPlace.self)
      }
      saved.append(Row(number: place.number, name: name, bytes: bytes))
    }
    rows = [:]
    guard saved.count == placementCount else {
      throw StateError(
        "there are \(saved.count) placements in the place of the \(placementCount) that the machine "
          + "had")
    }
    saved.sort { ($0.number, $0.name) < ($1.number, $1.name) }
    try conductor.provider.restorePlacements(placements(of: saved))
    for (index, row) in saved.enumerated() {
      try Self.reading(row.name, row.bytes) { reader throws(StateError) in
        _ = try reader.read(SavedPlace.self)
        let state: SavedPlacement = try reader.read()
        let widget: SavedWidget = try reader.read()
        try reader.finish()
        try restore(state, widget, at: index, &conductor)
      }
    }
  }

  private static func reading<Result>(
    _ name: String, _ bytes: [UInt8],
    _ read: (inout StateReader) throws(StateError) -> Result
  ) throws(StateError) -> Result {
    do {
      var reader = try StateReader(bytes)
      return try read(&reader)
    } catch {
      throw StateError("the state of `\(name)` \(error)")
    }
  }

  /// The placements with the file's own values: what the file does not have was added by events.
  private mutating func placements(of saved: [Row]) throws(StateError) -> [Placement] {
    var known: [String: Int] = [:]
    known.reserveCapacity(configuration.placements.count)
    for (index, placement) in configuration.placements.enumerated() {
      known[configuration.name(of: placement)] = index
    }
    var others: [Placement]?
    var placements: [Placement] = []
    placements.reserveCapacity(saved.count)
    for row in saved {
      if let own = known.removeValue(forKey: row.name) {
        placements.append(configuration.placements[own])
        continue
      }
      let examples = others ?? configuration.placements + configuration.addedPlacements
      others = examples
      let placement = try Self.reading(row.name, row.bytes) { reader throws(StateError) in
        var placement = try reader.read(SavedPlace.self).placement(names)
        guard let like = examples.first(where: { $0.widget == placement.widget }) else {
          throw StateError("is of a widget that nothing places")
        }
        placement.plan = like.plan
        return placement
      }
      departures.added.insert(placements.count)
      placements.append(placement)
    }
    departures.removed = Set(known.values.map { configuration.placements[$0].identity })
    return placements
  }

  private mutating func restore(
    _ state: SavedPlacement, _ widget: SavedWidget, at index: Int,
    _ conductor: inout Conductor<WidgetProvider>
  ) throws(StateError) {
    let own = conductor.provider.configuration.placements[index].plan
    conductor.provider.restoreValues(widget.parameters, of: index)
    let placement = conductor.provider.configuration.placements[index]
    if placement.plan != own { departures.edit(index, insteadOf: own) }
    guard let new = events?.addition(of: placement, conductor.provider.configuration) else {
      return
    }
    let timeline = try conductor.provider.restore(
      widget, of: index, entries: state.timeline?.count ?? 0, in: &lists)
    let rule = state.underWay?.rule.flatMap { events?.rules.number(of: $0) } ?? 0
    conductor.machine.restore(state, as: new, timeline: timeline, grantRule: rule)
    if let request = conductor.machine.requestUnderWay(of: PlacementNumber(index)) {
      underWay.append(request)
    }
  }
}
