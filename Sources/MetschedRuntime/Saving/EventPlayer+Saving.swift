import MetschedConfiguration
import MetschedDiagnostics
package import MetschedEngine
import MetschedTime
import MetschedWidgets
import WidgetFamilies

/// What of a file's events is still to come, and which states they have brought about.
///
/// Events are numbered from the first of the file: a file that has taken the place of another one
/// is the only one that the next start knows. Of all others the ends of states are kept, and as they
/// were written those that somebody asked for and that are to come.
extension EventPlayer {
  func write(to writer: inout StateWriter, _ configuration: Configuration) {
    let asked = askedToCome
    let others = Set(upcoming.moments.lazy.filter(\.isEnd).map(\.number))
      .filter { !fileEvents.contains($0) }.union(asked.keys).sorted()
    var numbers: [Int: Int] = [:]
    for (index, number) in (Array(fileEvents) + others).enumerated() { numbers[number] = index }
    writer.write(end)
    writer.write(wakes)
    writer.write(fileEvents.count)
    writer.write(others.count)
    for number in others {
      if let asked = asked[number] {
        writer.write(SavedState.asked)
        writer.write(asked)
      } else {
        SavedState(events[number], configuration)?.write(to: &writer)
      }
    }
    writer.write(upcoming.moments.compactMap { $0.renumbered(numbers) })
    writer.write(sleeps.moments.compactMap { $0.renumbered(numbers) })
    states.write(to: &writer, configuration, numbers)
  }

  /// Takes the place of what an equal file's events had come to.
  ///
  /// - Parameters:
  ///   - reader: where it was written.
  ///   - names: the users and kinds.
  ///   - configuration: the file.
  /// - Throws: what does not fit.
  mutating func restore(
    from reader: inout StateReader, _ names: SavedNames, _ configuration: Configuration
  ) throws(StateError) {
    end = try reader.read()
    wakes = try reader.read()
    let count: Int = try reader.read()
    guard count == events.count else {
      throw reader.wrong("\(count) events in the place of \(events.count)")
    }
    for _ in 0..<(try reader.length()) {
      let word: UInt8 = try reader.read()
      if word == SavedState.asked {
        let event: AskedEvent = try reader.read()
        asked[events.count] = event
        events.append(SavedState.unread)
      } else {
        events.append(try SavedState(word, from: &reader).event(names, configuration))
      }
    }
    upcoming = MomentQueue(try moments(from: &reader))
    sleeps = MomentQueue(try moments(from: &reader))
    try states.read(from: &reader, names, configuration)
  }

  private func moments(from reader: inout StateReader) throws(StateError) -> [Moment] {
    let moments: [Moment] = try reader.read()
    for moment in moments where !events.indices.contains(moment.number) {
      throw reader.wrong("event \(moment.number + 1) of \(events.count)")
    }
    return moments
  }
}

/// An event whose state goes on, and which is not in the file, or not any more.
private struct SavedState {
  enum Kind: UInt8, StateCodable { case foreground, timezone, fail, slow }

  /// Stands in the place of a kind before an event that somebody asked for.
  static let asked: UInt8 = 255

  /// Stands in the place of such an event until it is read.
  static let unread = PlannedEvent(
    at: Instant(milliseconds: 0), dates: nil, length: nil, user: nil, verb: .push,
    range: SourceRange(file: FileID(index: 0), 0..<0))

  var kind: Kind
  var user: String?
  /// The zone, or the widget's kind.
  var name: String
  var place: String

  /// Nil for an event that brings no state that ends.
  init?(_ event: PlannedEvent, _ configuration: Configuration) {
    user = event.user.map { configuration.users[Int($0)].name }
    place = event.place
    switch event.verb {
    case .foreground: (kind, name) = (.foreground, "")
    case .timezone(let zone): (kind, name) = (.timezone, configuration.zones[zone].identifier)
    case .fail(let widget): (kind, name) = (.fail, configuration.widgets[Int(widget)].kind)
    case .slow(let widget): (kind, name) = (.slow, configuration.widgets[Int(widget)].kind)
    default: return nil
    }
  }

  func write(to writer: inout StateWriter) {
    writer.write(kind)
    writer.write(user)
    writer.write(name)
    writer.write(place)
  }

  init(_ word: UInt8, from reader: inout StateReader) throws(StateError) {
    guard let kind = Kind(rawValue: word) else {
      throw reader.wrong("a state of kind \(word)")
    }
    self.kind = kind
    user = try reader.read()
    name = try reader.read()
    place = try reader.read()
  }

  func event(
    _ names: SavedNames, _ configuration: Configuration
  ) throws(StateError) -> PlannedEvent {
    let verb: PlannedEvent.Verb =
      switch kind {
      case .foreground: .foreground
      case .timezone: .timezone(try configuration.number(ofZone: name))
      case .fail: .fail(widget: try names.widget(name))
      case .slow: .slow(widget: try names.widget(name))
      }
    var event = PlannedEvent(
      at: Instant(milliseconds: 0), dates: nil, length: nil, user: try names.user(user), verb: verb,
      range: SourceRange(file: FileID(index: 0), 0..<0))
    event.place = place
    return event
  }
}

extension AskedEvent: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(text)
    writer.write(readAt)
    writer.write(roster.added)
    writer.write(roster.removed.sorted { $0.parts.lexicographicallyPrecedes($1.parts) })
  }

  package init(from reader: inout StateReader) throws(StateError) {
    text = try reader.read()
    readAt = try reader.read()
    let added: [RosterDifference.Name] = try reader.read()
    let removed: [RosterDifference.Name] = try reader.read()
    roster = RosterDifference(added: added, removed: Set(removed))
  }
}

extension RosterDifference.Name: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(user)
    writer.write(kind)
    writer.write(id)
    writer.write(family)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    let user: String = try reader.read()
    let kind: String = try reader.read()
    let id: String = try reader.read()
    self.init(user: user, kind: kind, id: id, family: try reader.read())
  }
}

extension RosterDifference.Name {
  /// The names one after the other, as others write them.
  var parts: [String] { [user, kind, id, family.name] }
}

extension Configuration {
  fileprivate func number(ofZone identifier: String) throws(StateError) -> Int {
    guard let zone = zones.firstIndex(where: { $0.identifier == identifier }) else {
      throw StateError("names the zone `\(identifier)`, which the configuration does not have")
    }
    return zone
  }
}

extension Moment {
  /// Nil where the event has no number.
  fileprivate func renumbered(_ numbers: [Int: Int]) -> Moment? {
    guard let number = numbers[number] else { return nil }
    var moment = self
    moment.number = number
    return moment
  }
}

extension Moment: StateCodable {
  func write(to writer: inout StateWriter) {
    writer.write(at)
    writer.write(isEnd)
    writer.write(number)
    writer.write(occurrence)
    writer.write(end)
  }

  init(from reader: inout StateReader) throws(StateError) {
    at = try reader.read()
    isEnd = try reader.read()
    number = try reader.read()
    occurrence = try reader.read()
    end = try reader.read()
  }
}

extension RunStates {
  fileprivate func write(
    to writer: inout StateWriter, _ configuration: Configuration, _ numbers: [Int: Int]
  ) {
    writer.write(foreground.map { $0.map { configuration.users[Int($0)].name } })
    writer.write(zones.count)
    for state in zones {
      writer.write(numbers[state.number] ?? -1)
      writer.write(state.occurrence)
      writer.write(state.user.map { configuration.users[Int($0)].name })
      writer.write(configuration.zones[state.zone].identifier)
      writer.write(state.ends)
    }
  }

  fileprivate mutating func read(
    from reader: inout StateReader, _ names: SavedNames, _ configuration: Configuration
  ) throws(StateError) {
    foreground = []
    for name in try reader.read([String?].self) { foreground.append(try names.user(name)) }
    zones = []
    for _ in 0..<(try reader.length()) {
      let number: Int = try reader.read()
      let occurrence: Int64 = try reader.read()
      let user = try names.user(reader.read() as String?)
      let zone = try configuration.number(ofZone: reader.read())
      zones.append(
        ZoneState(
          number: number, occurrence: occurrence, user: user, zone: zone, ends: try reader.read()))
    }
  }
}
