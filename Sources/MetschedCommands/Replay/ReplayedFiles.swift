import MetschedConfiguration
import MetschedRuntime
import MetschedTime

/// What the files of a run said from each revision on, read again from what was taken down.
final class ReplayedFiles {
  private let terminal: Terminal
  private var zones: ZoneDatabase
  /// The command line of the latest start.
  private var arguments: ParsedArguments
  /// What the latest start began with, by the command line of that time.
  private var base: LoadedConfiguration
  private var baseArguments: ParsedArguments
  private var revisions: [Int: LoadedConfiguration] = [:]

  init(_ prepared: PreparedRun, _ zones: ZoneDatabase) {
    terminal = prepared.terminal
    self.zones = zones
    arguments = prepared.arguments
    baseArguments = arguments
    base = prepared.loaded
  }

  /// Goes on as a start does that continues the run.
  ///
  /// - Parameters:
  ///   - revision: the one that counted.
  ///   - options: the command line of the start; nil where it was not taken down.
  ///   - zones: the rules that the start had.
  /// - Returns: what the run goes on with, which is what counted before.
  /// - Throws: what this version of metsched finds wrong with it.
  func restart(
    at revision: Int, _ options: RunOptions?, _ zones: ZoneDatabase
  ) throws -> PreparedRun {
    self.zones = zones
    let loaded = revisions[revision] ?? base
    baseArguments = revisions[revision] == nil ? baseArguments : arguments
    let prepared = try RunText(loaded, baseArguments).prepared(terminal, zones: zones)
    base = prepared.loaded
    revisions = [:]
    if let options { arguments = try options.arguments() }
    return prepared
  }

  /// What the run's places point into from a revision on.
  func loaded(_ revision: Int) -> LoadedConfiguration? { revisions[revision] }

  /// Reads a command that was taken down; the commands come in their order.
  func command(_ kept: JournaledCommand) throws -> LiveCommand {
    switch kept {
    case .files(let files, let number):
      let loaded = try load(files)
      guard let read = loaded.configuration else {
        throw FileAccess.Failure(
          message: "revision \(number) of the files is wrong by now; it was right when it ran")
      }
      revisions[number] = loaded
      let configuration = try RunPreparation(arguments: arguments).applied(to: read)
      return .reconfigure(
        Revision(
          number: number, configuration: configuration, files: files,
          readEvent: loaded.eventReader(arguments, zones)))
    case .event(let asked, let revision, let isDated):
      let read = (revisions[revision] ?? base).eventReader(arguments, zones)
      guard let (event, configuration) = read(asked) else {
        throw FileAccess.Failure(message: "the event `\(asked.text)` is wrong by now")
      }
      return .happen(
        CommandedEvent(
          asked, event: event, isDated: isDated, configuration: configuration,
          revision: revision))
    }
  }

  private func load(_ files: [Revision.ReadFile]) throws -> LoadedConfiguration {
    var known = DiskFiles(isClosed: true)
    for file in files { known.edited[file.path] = file.bytes }
    return try LoadedConfiguration(
      arguments.operands[0], arguments, files: known, zones: zones)
  }
}
