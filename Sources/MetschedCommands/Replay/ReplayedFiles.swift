import MetschedConfiguration
import MetschedRuntime

/// What the files of a run said from each revision on, read again from what was taken down.
final class ReplayedFiles {
  private let arguments: ParsedArguments
  private var files: [Revision.ReadFile]
  private var latest: LoadedConfiguration
  private var revisions: [Int: LoadedConfiguration] = [:]

  init(_ prepared: PreparedRun) {
    arguments = prepared.arguments
    latest = prepared.loaded
    files = prepared.loaded.readFiles
  }

  /// What the run's places point into from a revision on.
  func loaded(_ revision: Int) -> LoadedConfiguration? { revisions[revision] }

  /// Reads a command that was taken down; the commands come in their order.
  func command(_ kept: JournaledCommand) throws -> LiveCommand {
    switch kept {
    case .files(let files, let number):
      self.files = files
      let loaded = try load()
      guard let read = loaded.configuration else {
        throw FileAccess.Failure(
          message: "revision \(number) of the files is wrong by now; it was right when it ran")
      }
      latest = loaded
      revisions[number] = loaded
      let configuration = try RunPreparation(arguments: arguments).applied(to: read)
      return .reconfigure(Revision(number: number, configuration: configuration, files: files))
    case .event(let text, let revision, let time, let isDated):
      let loaded = try load(EventText(name: "event", text: text, readAt: time))
      guard let event = loaded.event, let configuration = loaded.configuration else {
        throw FileAccess.Failure(message: "the event `\(text)` is wrong by now")
      }
      return .happen(
        CommandedEvent(
          text: text, event: event.event, isDated: isDated, readAt: time,
          configuration: configuration, revision: revision))
    }
  }

  private func load(_ event: EventText? = nil) throws -> LoadedConfiguration {
    var known = DiskFiles(isClosed: true)
    for file in files { known.edited[file.path] = file.bytes }
    return try LoadedConfiguration(arguments.operands[0], arguments, files: known, event: event)
  }
}
