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

  /// - Parameters:
  ///   - database: where the records go.
  ///   - arguments: the command line, whose options belong to the run's text.
  ///   - text: what the run begins or goes on with.
  ///   - checkpoints: what was saved of the run already; nil where nothing was.
  init(
    in database: RunDatabase, _ arguments: ParsedArguments, _ text: RunText,
    after checkpoints: RunCheckpoints?
  ) {
    self.database = database
    self.arguments = arguments
    self.text = text
    self.checkpoints = checkpoints ?? RunCheckpoints()
    revision = checkpoints == nil ? nil : 0
  }

  /// Takes in an instant that is over.
  ///
  /// - Parameters:
  ///   - conductor: the machine and the widgets.
  ///   - events: what happens in the run.
  ///   - position: how far it has come.
  ///   - loaded: what the revision that counts was read from.
  func save(
    _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, _ position: SavedClock,
    _ loaded: LoadedConfiguration
  ) {
    let isWhole = database.wantsWholeState || revision == nil
    var states = checkpoints.rows(of: &conductor, events, at: position, isWhole: isWhole)
      .map { StoredState(name: $0.name, bytes: $0.bytes) }
    let isNews = (revision ?? 0) != conductor.provider.revision
    // What goes on was read by the command line of an earlier start, and stays so until it changes.
    if isNews { text = RunText(loaded, arguments) }
    revision = conductor.provider.revision
    if isWhole || isNews { states.append(StoredState(name: RunText.name, bytes: text.bytes)) }
    database.save(states, areWhole: isWhole, through: position.through)
  }
}
