import MetschedAnalysis
import MetschedEngine
import MetschedRuntime
import MetschedTime
import MetschedWidgets

/// Follows a live run: what the driver tells of it is written, saved and said.
final class LiveRunFollower {
  let writer: RunWriter
  private let outputs: RunOutputs
  private let service: LiveService
  private let terminal: Terminal
  private var diagnostics: RunDiagnostics
  /// Nil where there is no database.
  private let saving: RunSaving?
  /// Whether nothing of the run has been saved before.
  private let isNew: Bool

  /// - Parameters:
  ///   - prepared: what runs.
  ///   - details: what its records speak of.
  ///   - clock: from when it runs, and until when.
  ///   - outputs: where its records go.
  ///   - service: who wants to know how it stands.
  ///   - checkpoints: what was saved of it already; nil for a new run.
  init(
    _ prepared: PreparedRun, details: RunDetails, clock: RunClock, outputs: RunOutputs,
    service: LiveService, after checkpoints: RunCheckpoints?
  ) {
    self.outputs = outputs
    self.service = service
    terminal = prepared.terminal
    writer = RunWriter(prepared, details: details, clock: clock, files: service.files)
    diagnostics = RunDiagnostics(prepared)
    isNew = checkpoints == nil
    saving = outputs.database.map {
      RunSaving(in: $0, prepared.arguments, after: checkpoints ?? RunCheckpoints())
    }
  }

  /// Takes a record.
  func emit(_ record: Record, _ provider: inout WidgetProvider) throws {
    try writer.write(record, &provider, to: outputs, terminal)
  }

  /// Takes what a restart needs of an instant that is over.
  func save(
    _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, _ position: SavedClock
  ) {
    writer.adopt(conductor.provider)
    saving?.save(&conductor, events, position, writer.loaded, isNew: isNew)
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
  func asked(_ conductor: inout Conductor<WidgetProvider>, _ time: Instant) {
    service.asked(&conductor, at: time)
  }
}
