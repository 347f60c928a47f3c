import MetschedAnalysis
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedTime
import MetschedWidgets

/// Follows a live run: what the driver tells of it is written, saved and said.
final class LiveRunFollower {
  let writer: RunWriter
  private let outputs: RunOutputs
  private let service: LiveService
  private let terminal: Terminal
  private let arguments: ParsedArguments
  private var diagnostics: RunDiagnostics
  /// Nil where there is no database.
  private var saving: RunSaving?

  /// - Parameters:
  ///   - prepared: what runs.
  ///   - details: what its records speak of.
  ///   - clock: from when it runs, and until when.
  ///   - outputs: where its records go.
  ///   - service: who wants to know how it stands.
  init(
    _ prepared: PreparedRun, details: RunDetails, clock: RunClock, outputs: RunOutputs,
    service: LiveService
  ) {
    self.outputs = outputs
    self.service = service
    terminal = prepared.terminal
    arguments = prepared.arguments
    writer = RunWriter(prepared, details: details, clock: clock, files: service.files)
    diagnostics = RunDiagnostics(prepared)
  }

  /// Saves the run from here on, where there is a database.
  ///
  /// - Parameters:
  ///   - text: the configuration that it began with.
  ///   - checkpoints: what was saved of it already; nil for a new run.
  func save(_ text: RunText, after checkpoints: RunCheckpoints?) {
    saving = outputs.database.map {
      RunSaving(in: $0, arguments, text, after: checkpoints, writer.summary.lastSequence)
    }
  }

  /// Takes a record.
  func emit(_ record: Record, _ provider: inout WidgetProvider) throws {
    try writer.write(record, &provider, to: outputs, terminal)
  }

  /// Takes what a restart needs of an instant that is over.
  func save(
    _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, _ position: SavedClock
  ) throws {
    writer.adopt(conductor.provider)
    try saving?.save(&conductor, events, position, writer)
  }

  /// Lets everybody see an instant that is over.
  func settled(_ conductor: inout Conductor<WidgetProvider>) throws {
    terminal.flush()
    try outputs.flush()
    diagnostics.follow(writer.loaded)
    diagnostics.report(&conductor)
    service.settled(&conductor)
  }

  /// Answers who wants to know how the run stands.
  func asked(
    _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, _ time: Instant
  ) {
    service.asked(&conductor, events, at: time)
  }

  /// Takes what a restart needs of a run that somebody has stopped.
  func stop(_ provider: WidgetProvider, _ position: SavedClock) throws {
    try saving?.stop(provider, position, writer)
  }
}
