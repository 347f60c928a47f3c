package import MetschedConfiguration
package import MetschedTime

/// Something that somebody asks of a live run; it happens at the instant at which it is noticed.
///
/// Whatever is wrong with it has been found before: a command that reaches the schedule is right.
package enum LiveCommand: Sendable {
  /// The file says something else from now on.
  case reconfigure(Revision)
  /// Something happens, as an element of `events:` says it.
  case happen(CommandedEvent)
}

extension LiveCommand {
  /// What its numbers are of.
  var configuration: Configuration {
    switch self {
    case .reconfigure(let revision): revision.configuration
    case .happen(let commanded): commanded.configuration
    }
  }
}

/// A configuration that takes the place of another one while the schedule runs.
package struct Revision: Sendable {
  /// From 1; the configuration with which the run began is 0.
  package var number: Int
  /// As it was read, with numbers of its own.
  package var configuration: Configuration
  /// The texts that it was read from, so that it can be read again.
  package var files: [ReadFile]
  /// Reads events that somebody asked for before, as if they were asked for now.
  package var readEvent: AskedEventReader

  /// A file as it was read.
  package struct ReadFile: Hashable, Sendable {
    /// As diagnostics show it.
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  package init(
    number: Int, configuration: Configuration, files: [ReadFile] = [],
    readEvent: AskedEventReader = .none
  ) {
    self.number = number
    self.configuration = configuration
    self.files = files
    self.readEvent = readEvent
  }
}

/// An event that was not in the file: checked against a configuration, with that one's numbers.
package struct CommandedEvent: Sendable {
  package var asked: AskedEvent
  package var event: PlannedEvent
  /// Whether the event said when; without that it happens as soon as it is noticed.
  package var isDated: Bool
  /// What its numbers are of; users, kinds and zones are found again by their names.
  package var configuration: Configuration
  /// The number of that configuration; the event counts only as long as it does.
  package var revision: Int
  /// Told what has come of it, once, by the task that runs the schedule.
  package var answered: @Sendable (Outcome) -> Void

  /// What came of an event.
  package enum Outcome: Hashable, Sendable {
    /// It happened, and was about so many placements.
    case happened(at: Instant, placements: Int)
    /// It will happen.
    case planned(at: Instant)
    /// All its dates lie before now.
    case past
    /// Another configuration counts by now; it is to be checked again.
    case outdated
  }

  package init(
    _ asked: AskedEvent, event: PlannedEvent, isDated: Bool, configuration: Configuration,
    revision: Int, answered: @escaping @Sendable (Outcome) -> Void = { _ in }
  ) {
    self.asked = asked
    self.event = event
    self.isDated = isDated
    self.configuration = configuration
    self.revision = revision
    self.answered = answered
  }
}

/// A command as it was taken down, before it is read again.
package enum JournaledCommand: Sendable {
  case files([Revision.ReadFile], revision: Int)
  case event(AskedEvent, revision: Int, isDated: Bool)
}

/// What has come from outside, beside what the machine is told itself.
package struct Noticed: Sendable {
  /// Files of containers that somebody else has written.
  package var changes: [ContainerChange]
  /// In the order in which they came.
  package var commands: [LiveCommand]
  /// Zones that have other rules than before.
  package var rules: [String]

  package var isEmpty: Bool { changes.isEmpty && commands.isEmpty && rules.isEmpty }

  package init(
    changes: [ContainerChange] = [], commands: [LiveCommand] = [], rules: [String] = []
  ) {
    self.changes = changes
    self.commands = commands
    self.rules = rules
  }
}
