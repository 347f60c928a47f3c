package import MetschedTime
package import MetschedWidgets

/// Something that a live run took in, and could not have known.
///
/// A live run is a pure function of its configuration, its start and these; `RunPlayback` plays
/// it again from them.
package enum RunInput: Sendable {
  /// What others told the run.
  case arrived(LiveInputs.Arrived)
  /// Zones that the run has not met before, with their rules; every start of the service may
  /// have others.
  case zones([ZoneTable])
  /// Somebody set the clock, by so many milliseconds.
  case clockSet(by: Int64)
  /// The machine slept for so many milliseconds.
  case suspended(for: Int64)
  /// A file of a container was read, and has another content than when it was last read.
  case file(ContainerPath, Result<[UInt8], SourceFault>)
  /// A new question went to the network, with its answer where that was known at once.
  case asked(RemoteQuestion, RemoteAnswer?)
  /// The answer came to a question.
  case answered(question: Int, RemoteAnswer)
  /// What has happened to a question on its way so far.
  case noted(question: Int, String)
}

/// A file of a container.
package struct ContainerPath: Hashable, Sendable {
  package var container: String
  package var name: String

  package init(container: String, name: String) {
    self.container = container
    self.name = name
  }
}

/// A question to the network that is not shared with an earlier one.
package struct RemoteQuestion: Hashable, Sendable {
  package var number: Int
  /// How many times the run had asked before, equal questions counted.
  package var call: Int

  package init(number: Int, call: Int) {
    self.number = number
    self.call = call
  }
}

/// An input, and its place in the run.
package struct JournaledInput: Sendable {
  /// How many instants had been played, the one under way included: the order of things, which
  /// no clock can tell where two of them fall on one instant.
  package var plays: Int
  /// The time on the clock.
  package var at: Instant
  package var input: RunInput

  package init(plays: Int, at: Instant, input: RunInput) {
    self.plays = plays
    self.at = at
    self.input = input
  }
}
