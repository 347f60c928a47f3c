import MetschedConfiguration
import MetschedDiagnostics
import MetschedRuntime
import MetschedTime

/// Events that somebody asks for, against files as they were read, whatever stands on the disk.
extension LoadedConfiguration {
  /// The files that the configuration was read from, with what they said.
  var readFiles: [Revision.ReadFile] {
    let read = Set(inputs.files)
    return sources.files.filter { read.contains($0.path) }
      .map { Revision.ReadFile(path: $0.path, bytes: $0.bytes) }
  }

  /// Returns the same files with an event beside those that they have.
  ///
  /// - Parameters:
  ///   - asked: the event.
  ///   - name: what diagnostics call it.
  ///   - arguments: the command line that the files were read with.
  ///   - zones: where the rules of zones come from.
  /// - Throws: what is wrong with a file before it can be parsed.
  func reading(
    _ asked: AskedEvent, as name: String, _ arguments: ParsedArguments, _ zones: ZoneDatabase
  ) throws(FileAccess.Failure) -> LoadedConfiguration {
    var known = DiskFiles(isClosed: true)
    for file in readFiles { known.edited[file.path] = file.bytes }
    return try LoadedConfiguration(
      arguments.operands[0], arguments, files: known,
      event: EventText(name: name, text: asked.text, readAt: asked.readAt, roster: asked.roster),
      zones: zones)
  }

  /// Returns what reads events against these files that were asked for before.
  func eventReader(_ arguments: ParsedArguments, _ zones: ZoneDatabase) -> AskedEventReader {
    AskedEventReader { asked in
      guard let result = try? reading(asked, as: "event", arguments, zones),
        let event = result.event, let configuration = result.configuration
      else { return nil }
      return (event.event, configuration)
    }
  }
}
