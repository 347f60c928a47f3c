import MetschedConfiguration
import MetschedEngine
import MetschedTime
import MetschedWidgets

/// What of a file's events is still to come, and which states they have brought about.
extension EventPlayer {
  func write(to writer: inout StateWriter, _ configuration: Configuration) {
    writer.write(end)
    writer.write(wakes)
    writer.write(upcoming.moments)
    writer.write(sleeps.moments)
    states.write(to: &writer, configuration)
  }

  /// Takes the place of what an equal file's events had come to.
  ///
  /// - Parameters:
  ///   - reader: where it was written.
  ///   - names: the users.
  /// - Throws: what does not fit.
  mutating func restore(
    from reader: inout StateReader, _ names: SavedNames, _ configuration: Configuration
  ) throws(StateError) {
    end = try reader.read()
    wakes = try reader.read()
    upcoming = MomentQueue(try moments(from: &reader))
    sleeps = MomentQueue(try moments(from: &reader))
    try states.read(from: &reader, names, configuration)
    roster.open(configuration)
  }

  private func moments(from reader: inout StateReader) throws(StateError) -> [Moment] {
    let moments: [Moment] = try reader.read()
    for moment in moments where !events.indices.contains(moment.number) {
      throw reader.wrong("event \(moment.number + 1) of \(events.count)")
    }
    return moments
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
  fileprivate func write(to writer: inout StateWriter, _ configuration: Configuration) {
    writer.write(foreground.map { $0.map { configuration.users[Int($0)].name } })
    writer.write(zones.count)
    for state in zones {
      writer.write(state.number)
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
    for _ in 0..<(try reader.read(Int.self)) {
      let number: Int = try reader.read()
      let occurrence: Int64 = try reader.read()
      let user = try names.user(reader.read() as String?)
      let identifier: String = try reader.read()
      guard let zone = configuration.zones.firstIndex(where: { $0.identifier == identifier }) else {
        throw StateError("names the zone `\(identifier)`, which the configuration does not have")
      }
      zones.append(
        ZoneState(
          number: number, occurrence: occurrence, user: user, zone: zone, ends: try reader.read()))
    }
  }
}
