package import MetschedEngine
import MetschedTime
package import MetschedWidgets
import MetschedConfiguration
import MetschedDiagnostics
import WidgetTimelines

/// Saves a run again and again: first all of it, then what has changed since.
///
/// Checkpoints are made between two instants. Their cost follows from the placements that
/// something has happened to, not from those that are there.
package struct RunCheckpoints {
  private var lists: SavedLists
  /// The placements that have gone, and whose rows say so; a later one may have their name.
  private var gone: Set<Int32>
  private var isCounting = false

  /// Begins with a run of which nothing is saved.
  package init() {
    self.init(lists: SavedLists(), gone: [])
  }

  /// Goes on with a run whose rows were read.
  init(lists: SavedLists, gone: Set<Int32>) {
    self.lists = lists
    self.gone = gone
  }

  /// Returns the rows that have changed since the last checkpoint; the first one returns all.
  ///
  /// - Parameters:
  ///   - conductor: the machine and its widgets, between two instants.
  ///   - events: what happens in the run.
  ///   - clock: how far it has come.
  /// - Returns: the rows, to be written together.
  package mutating func rows(
    of conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, at clock: SavedClock
  ) -> [SavedRow] {
    if !isCounting { conductor.machine.countTouched() }
    isCounting = true
    var rows: [SavedRow] = []
    for number in conductor.machine.takeTouched() {
      if let row = row(of: number, conductor, events) { rows.append(row) }
    }
    for list in lists.takeRows() {
      rows.append(SavedRow(name: SavedRow.listPrefix + String(list.number), bytes: list.bytes))
    }
    if let bytes = conductor.provider.takeWrites() {
      rows.append(SavedRow(name: SavedRow.written, bytes: bytes))
    }
    var writer = StateWriter()
    writer.write(clock)
    conductor.machine.saved.write(to: &writer, conductor.provider.configuration)
    events.write(to: &writer, conductor.provider.configuration)
    conductor.provider.writeDisturbances(to: &writer)
    rows.append(SavedRow(name: SavedRow.machine, bytes: writer.finished()))
    return rows
  }

  /// Nil where the row says already that the placement has gone.
  private mutating func row(
    of number: PlacementNumber, _ conductor: Conductor<WidgetProvider>, _ events: EventPlayer
  ) -> SavedRow? {
    let configuration = conductor.provider.configuration
    let placement = configuration.placements[Int(number.index)]
    let name = configuration.name(of: placement)
    let saved = conductor.machine.saved(number)
    let isOfFile = events.roster.isOfFile(Int(number.index))
    if saved.isRemoved {
      guard gone.insert(number.index).inserted else { return nil }
      lists.release(number.index)
      if !isOfFile { return SavedRow(name: name, bytes: nil) }
    }
    var writer = StateWriter()
    writer.write(SavedPlace(number.index, placement, isOfFile: isOfFile, in: configuration))
    writer.write(saved)
    if !saved.isRemoved {
      writer.write(
        conductor.provider.saved(
          number.index, timeline: conductor.machine.timeline(of: number), in: &lists))
    }
    return SavedRow(name: name, bytes: writer.finished())
  }
}

/// Which placement a row is about, in names that another start understands.
struct SavedPlace: StateCodable {
  /// Its number among all placements; those of a restored run have other numbers, in this order.
  var number: Int32
  /// Whether the file has it; else something has added it later.
  var isOfFile: Bool
  var user: String
  var kind: String
  var id: String
  var family: WidgetFamily
  /// Where the file speaks of it: what was placed together has it in common.
  var settings: Range<Int32>
  var range: SourceRange?

  init(
    _ number: Int32, _ placement: Placement, isOfFile: Bool, in configuration: Configuration
  ) {
    self.number = number
    self.isOfFile = isOfFile
    user = configuration.users[Int(placement.user)].name
    kind = configuration.widgets[Int(placement.widget)].kind
    id = placement.id
    family = placement.family
    settings = placement.settings
    range = placement.range
  }

  func write(to writer: inout StateWriter) {
    writer.write(number)
    writer.write(isOfFile)
    writer.write(user)
    writer.write(kind)
    writer.write(id)
    writer.write(family)
    writer.write(settings.lowerBound)
    writer.write(settings.upperBound)
    writer.write(range != nil)
    if let range {
      writer.write(range.file.index)
      writer.write(range.start)
      writer.write(range.end)
    }
  }

  init(from reader: inout StateReader) throws(StateError) {
    number = try reader.read()
    isOfFile = try reader.read()
    user = try reader.read()
    kind = try reader.read()
    id = try reader.read()
    family = try reader.read()
    let first: Int32 = try reader.read()
    let end: Int32 = try reader.read()
    guard first <= end, number >= 0 else { throw reader.wrong("a range that ends before it begins") }
    settings = first..<end
    guard try reader.read(Bool.self) else { return }
    let file = FileID(index: try reader.read())
    range = SourceRange(file: file, start: try reader.read(), end: try reader.read())
  }

  /// The placement, without its plan, in the configuration of this start.
  func placement(plan: Int32, _ names: SavedNames) throws(StateError) -> Placement {
    Placement(
      user: try names.user(user), widget: try names.widget(kind), plan: plan, family: family,
      id: id, settings: settings, range: range)
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
    offset = try reader.read()
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
    let offset: Int64 = try reader.read()
    self.init(
      sequence: sequence, wallOffset: offset, foreground: try reader.read(), foregroundUsers: [])
    for _ in 0..<(try reader.read(Int.self)) {
      foregroundUsers.append(
        SavedForeground(user: try names.user(reader.read()), isOn: try reader.read()))
    }
  }
}
