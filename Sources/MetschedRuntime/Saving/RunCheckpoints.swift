package import MetschedEngine
import MetschedTime
package import MetschedWidgets
import MetschedConfiguration

/// Saves a run again and again: first all of it, then what has changed since.
///
/// Checkpoints are made between two instants. Their cost follows from the placements that
/// something has happened to, not from those that are there.
package struct RunCheckpoints {
  private var lists: SavedLists
  /// The placements that have gone, and whose rows are deleted; a later one may have their name.
  private var gone: Set<Int32> = []
  /// The rules of zones, by name.
  private var zoneRules: [String: UInt64] = [:]
  /// Whether all that is there has been saved once.
  package private(set) var isCounting = false

  /// Begins with a run of which nothing is saved.
  package init() {
    self.init(lists: SavedLists())
  }

  /// Goes on with a run whose rows were read.
  init(lists: SavedLists) {
    self.lists = lists
  }

  /// Hands over the rows that have changed since the last checkpoint; the first one has all.
  ///
  /// - Parameters:
  ///   - conductor: the machine and its widgets, between two instants.
  ///   - events: what happens in the run.
  ///   - clock: how far it has come.
  ///   - isWhole: whether all rows are wanted, since those that were there are lost.
  ///   - put: takes each row; they are to be written together, in this order.
  /// - Throws: what `put` throws.
  package mutating func save<Failure: Error>(
    _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, at clock: SavedClock,
    isWhole: Bool = false, put: (SavedRow) throws(Failure) -> Void
  ) throws(Failure) {
    if isWhole {
      (self, isCounting) = (RunCheckpoints(), false)
      conductor.provider.forgetSavedContainers()
    }
    if !isCounting { conductor.machine.countTouched() }
    isCounting = true
    for number in conductor.machine.takeTouched() {
      if let row = row(of: number, conductor) { try put(row) }
    }
    for list in lists.takeRows() {
      try put(SavedRow(name: SavedRow.listPrefix + String(list.number), bytes: list.bytes))
    }
    if let bytes = conductor.provider.takeWrites() {
      try put(SavedRow(name: SavedRow.written, bytes: bytes))
    }
    if let bytes = conductor.provider.takeReadings() {
      try put(SavedRow(name: SavedRow.read, bytes: bytes))
    }
    var writer = StateWriter()
    writer.write(clock)
    let zones = conductor.provider.configuration.zones
    writer.write(zones.map { SavedZone($0.identifier, rules: rules(of: $0)) })
    writer.write(events.roster.count(in: conductor.provider.configuration))
    conductor.machine.saved.write(to: &writer, conductor.provider.configuration)
    events.write(to: &writer, conductor.provider.configuration)
    conductor.provider.writeDisturbances(to: &writer)
    try put(SavedRow(name: SavedRow.machine, bytes: writer.finished()))
  }

  private mutating func rules(of zone: ZoneTable) -> UInt64 {
    if let known = zoneRules[zone.identifier] { return known }
    let rules = zone.fingerprint
    zoneRules[zone.identifier] = rules
    return rules
  }

  /// Nil where the placement has gone, and its row with it.
  private mutating func row(
    of number: PlacementNumber, _ conductor: Conductor<WidgetProvider>
  ) -> SavedRow? {
    let configuration = conductor.provider.configuration
    let placement = configuration.placements[Int(number.index)]
    let name = configuration.name(of: placement)
    let saved = conductor.machine.saved(number)
    if saved.isRemoved {
      guard gone.insert(number.index).inserted else { return nil }
      lists.release(number.index)
      return SavedRow(name: name, bytes: nil)
    }
    var writer = StateWriter()
    writer.write(SavedPlace(number.index, placement, in: configuration))
    writer.write(saved)
    writer.write(
      conductor.provider.saved(
        number.index, timeline: conductor.machine.timeline(of: number), in: &lists))
    return SavedRow(name: name, bytes: writer.finished())
  }
}

extension SavedClock: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(start)
    writer.write(through)
    writer.write(offset)
    writer.write(end)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    start = try reader.read()
    through = try reader.read()
    offset = try reader.milliseconds()
    end = try reader.read()
  }
}

extension SavedMachine {
  func write(to writer: inout StateWriter, _ configuration: Configuration) {
    writer.write(sequence)
    writer.write(wallOffset)
    writer.write(foreground)
    writer.write(foregroundUsers.count)
    for user in foregroundUsers {
      writer.write(configuration.users[Int(user.user)].name)
      writer.write(user.isOn)
    }
  }

  init(from reader: inout StateReader, _ names: SavedNames) throws(StateError) {
    let sequence: Int64 = try reader.read()
    let offset = try reader.milliseconds()
    self.init(
      sequence: sequence, wallOffset: offset, foreground: try reader.read(), foregroundUsers: [])
    for _ in 0..<(try reader.length()) {
      let (user, isOn): (String, Bool) = (try reader.read(), try reader.read())
      // Whoever has left the file has left the foreground.
      guard names.has(user: user) else { continue }
      foregroundUsers.append(SavedForeground(user: try names.user(user), isOn: isOn))
    }
  }
}
