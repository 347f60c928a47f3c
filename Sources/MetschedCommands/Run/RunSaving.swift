import MetschedRecords
import MetschedRuntime
import MetschedWidgets

/// Puts what a restart needs of a live run beside its records, instant by instant.
final class RunSaving {
  private let database: RunDatabase
  private let arguments: ParsedArguments
  private var checkpoints: RunCheckpoints
  /// The revision whose text is in the database; nil before the first.
  private var revision: Int?
  /// The last record that the summary in the database has counted.
  private var summarized: Int64

  /// How many records a start may have to count that the summary of before has not.
  private static let uncounted: Int64 = 1 << 16

  /// - Parameters:
  ///   - database: where the records go.
  ///   - arguments: the command line, whose options belong to the run's text.
  ///   - checkpoints: what was saved of the run already.
  ///   - sequence: the last record of the run.
  init(
    in database: RunDatabase, _ arguments: ParsedArguments, after checkpoints: RunCheckpoints,
    _ sequence: Int64
  ) {
    self.database = database
    self.arguments = arguments
    self.checkpoints = checkpoints
    summarized = sequence
  }

  /// Takes in an instant that is over.
  ///
  /// - Parameters:
  ///   - conductor: the machine and the widgets.
  ///   - events: what happens in the run.
  ///   - position: how far it has come.
  ///   - writer: what the revision that counts was read from, and the summary.
  ///   - isNew: whether nothing of the run has been saved before.
  /// - Throws: that nothing can be written any more.
  func save(
    _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, _ position: SavedClock,
    _ writer: RunWriter, isNew: Bool
  ) throws(FileAccess.Failure) {
    let isWhole = database.wantsWholeState || (isNew && revision == nil)
    database.beginStates(through: position.through, isWhole: isWhole)
    try checkpoints.save(&conductor, events, at: position, isWhole: isWhole) {
      row throws(FileAccess.Failure) in
      try database.save(StoredState(name: row.name, bytes: row.bytes))
    }
    if isWhole || writer.summary.lastSequence - summarized >= Self.uncounted {
      try save(writer, conductor.provider)
    }
    guard isWhole || revision != conductor.provider.revision else { return }
    revision = conductor.provider.revision
    try database.save(
      StoredState(name: RunText.name, bytes: RunText(writer.loaded, arguments).bytes))
  }

  /// Takes in that the run is stopped, so that the next start need not count what it brought.
  func stop(
    _ provider: WidgetProvider, _ position: SavedClock, _ writer: RunWriter
  ) throws(FileAccess.Failure) {
    guard writer.summary.lastSequence > summarized, !database.wantsWholeState else { return }
    database.beginStates(through: position.through, isWhole: false)
    try save(writer, provider)
    database.settled()
  }

  private func save(
    _ writer: RunWriter, _ provider: WidgetProvider
  ) throws(FileAccess.Failure) {
    summarized = writer.summary.lastSequence
    try database.save(
      StoredState(name: RunSummary.name, bytes: writer.savedSummary(provider)))
  }
}
