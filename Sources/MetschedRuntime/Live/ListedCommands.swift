package import MetschedTime
package import MetschedWidgets

/// The events of a file, with what was asked of a live run at instants that are known.
package struct ListedCommands: EventSource {
  private var player: EventPlayer
  private let commands: [(at: Instant, noticed: Noticed)]
  private var index = 0

  /// - Parameters:
  ///   - player: the file's events, of a file that may change.
  ///   - commands: in order of time.
  package init(_ player: EventPlayer, _ commands: [(at: Instant, noticed: Noticed)]) {
    self.player = player
    self.commands = commands
  }

  package mutating func next(before deadline: Instant?) -> Instant? {
    let command = index < commands.count ? commands[index].at : nil
    return player.next(before: [deadline, command].compactMap(\.self).min())
  }

  package mutating func take(
    through time: Instant, noticing noticed: Noticed, _ provider: inout WidgetProvider
  ) -> Happenings {
    var noticed = noticed
    while index < commands.count, commands[index].at <= time {
      noticed.changes += commands[index].noticed.changes
      noticed.commands += commands[index].noticed.commands
      noticed.rules += commands[index].noticed.rules
      index += 1
    }
    return player.take(through: time, noticing: noticed, &provider)
  }

  package mutating func clockWasSet(by jump: Int64) {
    player.clockWasSet(by: jump)
  }
}
