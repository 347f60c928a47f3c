import MetschedRecords
import MetschedRuntime
import MetschedWidgets

/// Puts what a restart needs of a live run beside its records, instant by instant.
final class RunSaving {
  private let database: RunDatabase
  private let arguments: ParsedArguments
  private var checkpoints: RunCheckpoints
  /// What the run can be read again from.
  private var text: RunText
  /// The revision that the text is of; nil before anything is saved.
  private var revision: Int?
  /// The last record that the summary in the database has counted.
  private var summarized: Int64

  /// How many records a start may have to count that the summary of before has not.
  private static let uncounted: Int64 = 1 << 16

  /// - Parameters:
  ///   - database: where the records go.
  ///   - arguments: the command line, whose options belong to the run's text.
  ///   - text: what the run begins or goes on with.
  ///   - checkpoints: what was saved of the run already; nil where nothing was.
  ///   - sequence: the last record of the run.
  init(
    in database: RunDatabase, _ arguments: ParsedArguments, _ text: RunText,
    after checkpoints: RunCheckpoints?, _ sequence: Int64
  ) {
    self.database = database
    self.arguments = arguments
    self.text = text
    self.checkpoints = checkpoints ?? RunCheckpoints()
    revision = checkpoints == nil ? nil : 0
    summarized = sequence
  }

  /// Takes in an instant that is over.
  ///
  /// - Parameters:
  ///   - conductor: the machine and the widgets.
  ///   - events: what happens in the run.
  ///   - position: how far it has come.
  ///   - writer: what the revision that counts was read from, and the summary.
  /// - Throws: that nothing can be written any more.
  func save(
    _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, _ position: SavedClock,
    _ writer: RunWriter
  ) throws(FileAccess.Failure) {
    let isWhole = database.wantsWholeState || revision == nil
    database.beginStates(through: position.through, isWhole: isWhole)
    try checkpoints.save(&conductor, events, at: position, isWhole: isWhole) {
      row throws(FileAccess.Failure) in
      try database.save(StoredState(name: row.name, bytes: row.bytes))
    }
    if isWhole || writer.summary.lastSequence - summarized >= Self.uncounted {
      try save(writer, conductor.provider)
    }
    let isNews = (revision ?? 0) != conductor.provider.revision
    // What goes on was read by the command line of an earlier start, and stays so until it changes.
    if isNews { text = RunText(writer.loaded, arguments) }
    revision = conductor.provider.revision
    guard isWhole || isNews else { return }
    try database.save(StoredState(name: RunText.name, bytes: text.bytes))
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
