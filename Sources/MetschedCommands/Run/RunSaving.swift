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

  /// - Parameters:
  ///   - database: where the records go.
  ///   - arguments: the command line, whose options belong to the run's text.
  ///   - checkpoints: what was saved of the run already.
  init(
    in database: RunDatabase, _ arguments: ParsedArguments, after checkpoints: RunCheckpoints
  ) {
    self.database = database
    self.arguments = arguments
    self.checkpoints = checkpoints
  }

  /// Takes in an instant that is over.
  ///
  /// - Parameters:
  ///   - conductor: the machine and the widgets.
  ///   - events: what happens in the run.
  ///   - position: how far it has come.
  ///   - loaded: what the revision that counts was read from.
  ///   - isNew: whether nothing of the run has been saved before.
  /// - Throws: that nothing can be written any more.
  func save(
    _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, _ position: SavedClock,
    _ loaded: LoadedConfiguration, isNew: Bool
  ) throws(FileAccess.Failure) {
    let isWhole = database.wantsWholeState || (isNew && revision == nil)
    database.beginStates(through: position.through, isWhole: isWhole)
    try checkpoints.save(&conductor, events, at: position, isWhole: isWhole) {
      row throws(FileAccess.Failure) in
      try database.save(StoredState(name: row.name, bytes: row.bytes))
    }
    guard isWhole || revision != conductor.provider.revision else { return }
    revision = conductor.provider.revision
    try database.save(
      StoredState(name: RunText.name, bytes: RunText(loaded, arguments).bytes))
  }
}
