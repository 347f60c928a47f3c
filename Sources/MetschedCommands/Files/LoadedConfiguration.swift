import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime

/// A configuration with the sources that its origins and diagnostics point into.
struct LoadedConfiguration {
  var configuration: Configuration?
  var sources: SourceMap
  var diagnostics: Diagnostics
  private let result: ConfigurationLoader.Result
  /// The files and folders that were looked at, included ones too.
  var inputs: ConfigurationInputs

  /// Reads a file with what the command line puts over it.
  ///
  /// - Parameters:
  ///   - path: the main file.
  ///   - arguments: the command line, for `--overrides` and the options that set values.
  ///   - files: where files are read from.
  ///   - trace: the placements whose layers are kept; nil for none.
  ///   - takesSet: whether `--set` puts values into it.
  ///   - limit: the errors that are kept at most.
  ///   - event: an event beside those of the file.
  ///   - zones: where the rules of zones come from.
  /// - Throws: what is wrong with a file before it can be parsed.
  init(
    _ path: String, _ arguments: ParsedArguments, files: DiskFiles = DiskFiles(),
    trace: LayerTrace? = nil, takesSet: Bool = true, limit: Int = Diagnostics.defaultLimit,
    event: EventText? = nil, zones: ZoneDatabase = .machine
  ) throws(FileAccess.Failure) {
    var sources = SourceMap()
    let main = sources.add(path: path, bytes: try files.bytes(of: path))
    var overrides: [FileID] = []
    for override in arguments.all("overrides") {
      overrides.append(sources.add(path: override, bytes: try files.bytes(of: override)))
    }
    let assignments = Self.assignments(arguments, takesSet: takesSet)
    var loader = ConfigurationLoader(
      file: main, overrides: overrides, assignments: assignments, files: files)
    loader.trace = trace
    loader.zones = zones
    if let event {
      loader.roster = event.roster
      loader.event = (sources.add(path: event.name, bytes: Array(event.text.utf8)), event.readAt)
    }
    loader.diagnosticLimit = limit
    if let length = arguments["for"] {
      loader.length = sources.add(path: "--for", bytes: Array(length.utf8))
    }
    result = loader.load(&sources)
    configuration = result.configuration
    diagnostics = result.diagnostics
    inputs = result.inputs
    self.sources = sources
  }

  /// Reads the file that a verb is given first, and says on stderr what is wrong with it.
  ///
  /// - Returns: what was read, right or wrong; nil where the file cannot be read.
  static func reported(
    _ arguments: ParsedArguments, _ terminal: Terminal, trace: LayerTrace? = nil
  ) -> LoadedConfiguration? {
    do {
      let loaded = try LoadedConfiguration(arguments.operands[0], arguments, trace: trace)
      loaded.report(on: terminal, arguments)
      return loaded
    } catch {
      terminal.problem(error.message)
      return nil
    }
  }

  /// Returns the configuration as one file that says everything; nil where something is wrong.
  func resolved(users: Set<String>?) -> ResolvedFile? { ResolvedFile(result, users: users) }

  /// The event beside those of the file, and whether it said when; nil where it is wrong.
  var event: (event: PlannedEvent, isDated: Bool)? { result.event }

  /// What is left of it where all errors are in what users have stored.
  var remainder: Configuration? { result.remainder }

  /// The layers of the placements that were to be traced.
  var trace: LayerTrace? { result.trace }

  /// Says what was found on stderr.
  func report(on terminal: Terminal, _ arguments: ParsedArguments) {
    guard !diagnostics.isEmpty else { return }
    let usesColor = terminal.errorUsesColor(arguments.colorMode)
    terminal.error(DiagnosticRenderer(sources: sources, usesColor: usesColor).text(diagnostics))
  }

  /// Returns a place as `file:line:column`.
  func place(_ range: SourceRange) -> String {
    let position = sources[range.file].position(at: Int(range.start))
    return "\(sources[range.file].path):\(position.line):\(position.column)"
  }

  private static func assignments(
    _ arguments: ParsedArguments, takesSet: Bool
  ) -> [Assignment] {
    var assignments = takesSet ? arguments.all("set").map { Assignment(set: $0) } : []
    if let start = arguments["start"] {
      assignments.append(
        Assignment(option: "--start", path: "clock.virtual.start", value: start))
    }
    return assignments
  }
}

/// An event that somebody wrote who does not have it in a file.
struct EventText {
  /// What diagnostics call it, in the place of a file.
  var name: String
  /// The element of `events:`, in YAML or JSON.
  var text: String
  /// Times of day are the next ones after it.
  var readAt: Instant
  /// How the placements that it is checked against differ from the file's.
  var roster = RosterDifference()
}

/// The options that all verbs with a configuration take.
enum ConfigurationOptions {
  static let all: [Option] = [
    .repeated(
      "set", "PATH=VALUE",
      "put a value into the file, as if it said so:\nwidgets.TheMetWidget.interval=3s, host=ideal"),
    .list(
      "overrides", "FILE…", "files with `users:` alone; the later a file, the higher its layer"),
  ]

  static let color = Option.single(
    "color", "WHEN", "auto (on a terminal), always or never",
    choices: Terminal.ColorMode.allCases.map(\.rawValue))

  static let help = Option.flag("help", "this text")
}

extension ParsedArguments {
  var colorMode: Terminal.ColorMode {
    self["color"].flatMap(Terminal.ColorMode.init(rawValue:)) ?? .auto
  }
}

extension Configuration {
  /// Returns whether all users are there, or says which one is not.
  func hasUsers(named names: [String], _ terminal: Terminal) -> Bool {
    guard let message = missingUser(among: names) else { return true }
    terminal.problem(message)
    return false
  }

  /// Says who is not there; nil where all are.
  func missingUser(among names: [String]) -> String? {
    let known = users.map(\.name)
    guard let user = names.first(where: { !known.contains($0) }) else { return nil }
    let some = known.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    let near =
      Nearest.match(user, among: known).map { "; did you mean `\($0)`?" }
      ?? "; there is \(some)" + (known.count > 8 ? ", …" : "")
    return "no user `\(user)` in `\(path)`\(near)"
  }
}
