import MetschedConfiguration
package import MetschedEngine
import MetschedTime
package import MetschedWidgets

/// A run that goes on where another ended, between two of its instants.
package struct RestoredRun {
  package var conductor: Conductor<WidgetProvider>
  package var events: EventPlayer
  package var checkpoints: RunCheckpoints
  package var clock: SavedClock
}

extension Schedule {
  /// Returns the run that rows were saved of.
  ///
  /// - Parameters:
  ///   - rows: all that was saved of it. The configuration is the one that it ran with; one that
  ///     has changed meanwhile is a live edit of the run that was restored.
  ///   - remote: brings the items of sources over the network.
  ///   - files: reads the files of containers.
  /// - Returns: the run.
  /// - Throws: the row that cannot be read, and why.
  package func restored(
    from rows: [SavedRow], remote: (any RemoteItems)? = nil,
    files: any ContainerReading = DiskContainers()
  ) throws(StateError) -> RestoredRun {
    var reading = RestoredRows(rows, configuration)
    var conductor = conductor(remote: remote, files: files)
    let clock = try reading.machine(&conductor, self)
    try reading.placements(&conductor)
    guard var events = reading.events else { throw StateError("there is no state of the machine") }
    conductor.machine.add(rules: events.rules.takeNew())
    conductor.provider.finishRestoring()
    conductor.provider.resume(reading.underWay)
    reading.lists.finishRestoring()
    return RestoredRun(
      conductor: conductor, events: events,
      checkpoints: RunCheckpoints(lists: reading.lists, gone: reading.gone), clock: clock)
  }
}

/// Rows on their way into a run.
private struct RestoredRows {
  private var rows: [String: [UInt8]] = [:]
  private let names: SavedNames
  private let configuration: Configuration
  var events: EventPlayer?
  var lists = SavedLists()
  var gone: Set<Int32> = []
  var underWay: [Request] = []

  /// A placement's row as far as it is read.
  private struct Row {
    var name: String
    var place: SavedPlace
    var state: SavedPlacement
    var widget: SavedWidget?
  }

  init(_ rows: [SavedRow], _ configuration: Configuration) {
    self.configuration = configuration
    names = SavedNames(configuration)
    for row in rows { self.rows[row.name] = row.bytes }
  }

  // MARK: The machine

  /// Reads all rows but those of placements.
  mutating func machine(
    _ conductor: inout Conductor<WidgetProvider>, _ schedule: Schedule
  ) throws(StateError) -> SavedClock {
    guard let bytes = rows.removeValue(forKey: SavedRow.machine) else {
      throw StateError("there is no state of the machine")
    }
    let clock: SavedClock
    do {
      var reader = try StateReader(bytes)
      clock = try reader.read()
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

  /// Reads the rows of placements, those of the file first; the others get numbers in their order.
  mutating func placements(_ conductor: inout Conductor<WidgetProvider>) throws(StateError) {
    var added: [Row] = []
    for index in configuration.placements.indices {
      let name = configuration.name(of: configuration.placements[index])
      guard let row = try read(name) else {
        throw StateError("there is no state of `\(name)`")
      }
      if row.place.isOfFile {
        try place(row, at: index, &conductor)
      } else {
        // It was removed, and somebody has added another of its name.
        try place(nil, at: index, &conductor)
        added.append(row)
      }
    }
    for name in rows.keys.sorted() {
      guard let row = try read(name) else { continue }
      guard !row.place.isOfFile else {
        throw StateError("the configuration has no `\(name)`")
      }
      added.append(row)
    }
    for row in added.sorted(by: { $0.place.number < $1.place.number }) {
      try add(row, &conductor)
    }
  }

  private mutating func read(_ name: String) throws(StateError) -> Row? {
    guard let bytes = rows.removeValue(forKey: name) else { return nil }
    do {
      var reader = try StateReader(bytes)
      var row = Row(name: name, place: try reader.read(), state: try reader.read())
      if !row.state.isRemoved { row.widget = try reader.read(SavedWidget.self) }
      try reader.finish()
      return row
    } catch {
      throw StateError("the state of `\(name)` \(error)")
    }
  }

  private mutating func add(
    _ row: Row, _ conductor: inout Conductor<WidgetProvider>
  ) throws(StateError) {
    do {
      var placement = try row.place.placement(plan: 0, names)
      guard let widget = row.widget else { throw StateError("is of one that has gone") }
      let others = configuration.placements + configuration.addedPlacements
      guard let like = others.first(where: { $0.widget == placement.widget }) else {
        throw StateError("is of a widget that nothing places")
      }
      placement.plan = conductor.provider.plan(
        of: placement.widget, with: widget.parameters, insteadOf: like.plan)
      let number = conductor.provider.configuration.placements.count
      conductor.provider.place(placement)
      try place(row, at: number, &conductor)
    } catch {
      throw StateError("the state of `\(row.name)` \(error)")
    }
  }

  private mutating func place(
    _ row: Row?, at index: Int, _ conductor: inout Conductor<WidgetProvider>
  ) throws(StateError) {
    guard let row, let widget = row.widget else {
      let placement = conductor.provider.configuration.placements[index]
      guard let new = events?.addition(of: placement, conductor.provider.configuration) else {
        return
      }
      conductor.machine.restore(.removed, as: new)
      events?.roster.remove(index)
      gone.insert(Int32(index))
      return
    }
    conductor.provider.restoreValues(widget.parameters, of: index)
    let placement = conductor.provider.configuration.placements[index]
    guard let new = events?.addition(of: placement, conductor.provider.configuration) else {
      return
    }
    let entries = Int(row.state.timeline?.count ?? 0)
    do {
      let timeline = try conductor.provider.restore(
        widget, of: index, entries: entries, in: &lists)
      let rule = row.state.underWay?.rule.flatMap { events?.rules.number(of: $0) } ?? 0
      conductor.machine.restore(row.state, as: new, timeline: timeline, grantRule: rule)
    } catch {
      throw StateError("the state of `\(row.name)` \(error)")
    }
    if let request = conductor.machine.requestUnderWay(of: PlacementNumber(index)) {
      underWay.append(request)
    }
  }
}
