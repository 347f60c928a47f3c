package import MetschedConfiguration
package import MetschedEngine

/// What events do to providers, and what they have written, as values.
extension WidgetProvider {
  /// Writes which kinds fail and which are slow, by their names.
  package func writeDisturbances(to writer: inout StateWriter) {
    for states in [failing, slow] {
      writer.write(states.count)
      for state in states {
        writer.write(configuration.widgets[Int(state.widget)].kind)
        writer.write(state.user.map { configuration.users[Int($0)].name })
        writer.write(state.message)
      }
    }
  }

  package mutating func readDisturbances(
    from reader: inout StateReader, _ names: SavedNames
  ) throws(StateError) {
    failing = try Self.disturbances(from: &reader, names)
    slow = try Self.disturbances(from: &reader, names)
  }

  private static func disturbances(
    from reader: inout StateReader, _ names: SavedNames
  ) throws(StateError) -> [Disturbance] {
    var states: [Disturbance] = []
    for _ in 0..<(try reader.length()) {
      let widget = try names.widget(reader.read())
      let user = try names.user(reader.read() as String?)
      states.append(Disturbance(widget: widget, user: user, message: try reader.read()))
    }
    return states
  }

  /// Takes what events have written since this was last called; nil where nothing has changed.
  package mutating func takeWrites() -> [UInt8]? {
    store.takeWrites()
  }

  /// Lets all of the containers be saved again.
  package mutating func forgetSavedContainers() {
    store.forgetSaved()
  }

  /// Takes what was read of containers since this was last called; nil where nothing has changed.
  package mutating func takeReadings() -> [UInt8]? {
    store.takeReadings()
  }

  package mutating func restoreReadings(_ bytes: [UInt8]) throws(StateError) {
    try store.restoreReadings(bytes)
  }

  /// The files of containers that hold something else than when they were last read.
  package var changedFiles: [(folder: String, file: String)] { store.changedFiles }

  package mutating func restoreWrites(_ bytes: [UInt8]) throws(StateError) {
    try store.restoreWrites(bytes)
  }
}

/// Which user and widget a name is, in the configuration of this start.
package struct SavedNames {
  private let users: [String: Int32]
  private let widgets: [String: Int32]

  package init(_ configuration: Configuration) {
    users = Self.numbers(configuration.users.map(\.name))
    widgets = Self.numbers(configuration.widgets.map(\.kind))
  }

  private static func numbers(_ names: [String]) -> [String: Int32] {
    Dictionary(
      names.enumerated().map { ($0.element, Int32($0.offset)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether the configuration has a user.
  package func has(user name: String) -> Bool { users[name] != nil }

  package func user(_ name: String) throws(StateError) -> Int32 {
    guard let number = users[name] else {
      throw StateError("names the user `\(name)`, whom the configuration does not have")
    }
    return number
  }

  /// Nil is everybody.
  package func user(_ name: String?) throws(StateError) -> Int32? {
    guard let name else { return nil }
    return try user(name) as Int32
  }

  package func widget(_ kind: String) throws(StateError) -> Int32 {
    guard let number = widgets[kind] else {
      throw StateError("names the widget `\(kind)`, which the configuration does not have")
    }
    return number
  }
}
