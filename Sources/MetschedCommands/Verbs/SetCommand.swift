import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedText

/// `metsched set`: edits a user's widget in the file, and keeps everything else in it.
struct SetCommand {
  static let verb = Verb(
    name: "set", abstract: "edit a user's widget in the file, keeping its comments",
    arguments: "FILE PLACEMENT NAME=VALUE…", argumentCount: 2...Int.max,
    discussion: """
      Writes values where the placement has its own: under the user's kind, or in its element of
      `placements`, in FILE or in the file that it includes for the user. Nothing else in the file
      changes, not a comment and not a line end. A value is what stands behind the first =,
      without quotes. All files are decoded with it before it is written; a value that is not
      allowed changes nothing, and exits with 2.

      A placement is named user/Kind/id; what is clear may be left out at the end.
      """,
    options: [
      .repeated("unset", "NAME", "take a value away, so that the layer below counts"),
      .single("overrides", "FILE", "write into this override file instead; it may be a new one"),
      .flag("dry-run", "show the change without writing it"),
      .single("format", "FORMAT", "text or json", choices: ["text", "json"]),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched set widget.yaml bob/MetSearchWidget/hall query=peony interval=45m", "two values"),
      ("metsched set widget.yaml alice --unset query", "back to the parameter's default"),
      (
        "metsched set widget.yaml alice interval=2h --overrides mine.yaml --dry-run",
        "what would be written into an override file"
      ),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal
  private let name: PlacementName

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
    name = PlacementName(arguments.operands[1])
  }

  /// What ends the command before anything is written.
  private struct Stop: Error {
    var code: ExitCode
  }

  func run() -> ExitCode {
    do {
      let changes = try changes()
      var files = try EditedFiles(arguments.operands[0], overrides: arguments["overrides"])
      let result = files.load()
      guard let configuration = result.configuration else {
        report(result.diagnostics, files.known)
        return .badConfiguration
      }
      let placement = try placement(in: configuration)
      let target = files.target(of: placement, result)
      if let diagnostic = files.sharing(of: target.file, result) { throw stop(diagnostic, files) }
      let old = files.known[target.file]
      try edit(&files, target, configuration, placement, changes)
      return try write(files.known[target.file].bytes, over: old)
    } catch let stop as Stop {
      return stop.code
    } catch let failure as FileAccess.Failure {
      terminal.problem(failure.message)
      return .badConfiguration
    } catch {
      terminal.problem("\(error)")
      return .failed
    }
  }

  private func changes() throws(Stop) -> [PlacementEditor.Change] {
    var changes: [PlacementEditor.Change] = []
    for operand in arguments.operands.dropFirst(2) {
      let parts = operand.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        terminal.problem(
          "`\(operand)` sets nothing",
          hint: "a value is set as `NAME=VALUE`, such as `interval=45m`"
        )
        throw Stop(code: .usage)
      }
      changes.append(PlacementEditor.Change(name: String(parts[0]), value: String(parts[1])))
    }
    changes += arguments.all("unset").map { PlacementEditor.Change(name: $0, value: nil) }
    guard !changes.isEmpty else {
      terminal.problem(
        "nothing to set", hint: "`metsched set FILE PLACEMENT NAME=VALUE`, or `--unset NAME`")
      throw Stop(code: .usage)
    }
    var met: Set<String> = []
    for change in changes where !met.insert(change.name).inserted {
      terminal.problem("`\(change.name)` is named twice")
      throw Stop(code: .usage)
    }
    return changes
  }

  /// Returns one of the placements that are named, which have to share their values.
  private func placement(in configuration: Configuration) throws(Stop) -> Placement {
    do {
      return configuration.placements[try name.indexOfGroup(in: configuration)]
    } catch {
      terminal.problem(error.message, hint: error.hint)
      throw Stop(code: .badConfiguration)
    }
  }

  private func edit(
    _ files: inout EditedFiles, _ target: EditTarget, _ configuration: Configuration,
    _ placement: Placement, _ changes: [PlacementEditor.Change]
  ) throws(Stop) {
    do {
      var editor = try PlacementEditor(
        configuration, placement: placement, target: target, in: files.known)
      files.replace(target.file, by: try editor.bytes(after: changes))
    } catch {
      switch error {
      case .place(let diagnostic): throw stop(diagnostic, files)
      case .unreadable(let found): report(found, files.known)
      case .notSet(let value):
        terminal.problem(
          "`\(name.text)` does not set `\(value)` in `\(files.known[target.file].path)`")
      }
      throw Stop(code: .badConfiguration)
    }
    let result = files.load()
    report(result.diagnostics, files.known)
    if result.configuration == nil { throw Stop(code: .badConfiguration) }
  }

  private func write(_ bytes: [UInt8], over old: SourceFile) throws -> ExitCode {
    let isDry = arguments.has("dry-run")
    let isChanged = bytes != old.bytes
    if isChanged, !isDry { try FileReplacement.write(bytes, to: old.path) }
    let change = LineChange(from: old.bytes, to: bytes)
    if arguments["format"] == "json" {
      let json = change.json(path: old.path, isWritten: isChanged && !isDry)
      terminal.output(json.text + "\n")
    } else if isChanged {
      terminal.output(change.text(path: old.path))
    } else {
      terminal.output("\(old.path) says so already\n")
    }
    return .done
  }

  private func stop(_ diagnostic: Diagnostic, _ files: EditedFiles) -> Stop {
    var found = Diagnostics()
    found.append(diagnostic)
    report(found, files.known)
    return Stop(code: .badConfiguration)
  }

  private func report(_ diagnostics: Diagnostics, _ sources: SourceMap) {
    guard !diagnostics.isEmpty else { return }
    let usesColor = terminal.errorUsesColor(arguments.colorMode)
    terminal.error(DiagnosticRenderer(sources: sources, usesColor: usesColor).text(diagnostics))
  }
}
