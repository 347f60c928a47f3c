import MetschedTime

/// What a machine holds besides its placements and its tables.
///
/// Users are numbers of the runtime's table, which it saves by name.
package struct SavedMachine: Hashable, Sendable {
  /// The number of the last record.
  package var sequence: Int64
  /// How far the wall clock is ahead of elapsed time since the start, in milliseconds.
  package var wallOffset: Int64
  /// Whether everybody's app is in the foreground, but for those that are named.
  package var foreground: Bool
  package var foregroundUsers: [SavedForeground]

  package init(
    sequence: Int64, wallOffset: Int64, foreground: Bool, foregroundUsers: [SavedForeground]
  ) {
    self.sequence = sequence
    self.wallOffset = wallOffset
    self.foreground = foreground
    self.foregroundUsers = foregroundUsers
  }
}

/// Whether one user's app is in the foreground.
package struct SavedForeground: Hashable, Sendable {
  package var user: Int32
  package var isOn: Bool

  package init(user: Int32, isOn: Bool) {
    self.user = user
    self.isOn = isOn
  }
}
