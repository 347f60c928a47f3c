import MetschedConfiguration
import MetschedDiagnostics
import MetschedText

/// `metsched validate`: every error and warning of files, in one go, without running them.
struct ValidateCommand {
  static let verb = Verb(
    name: "validate", abstract: "say all that is wrong with files, in one go",
    arguments: "FILE…", argumentCount: 1...Int.max,
    discussion: """
      Reads files as `run` does, and reports every error and warning with its place and, where
      one is known, the fix. Nothing is scheduled. Exit code 2 if there is an error.

      --fix makes the fixes that can mean nothing else: a name with one letter wrong, quotes that
      are missing around ${…}. It says what it changed and what is left; all other bytes of a
      file stay as they are. A number without a unit is left to you.
      """,
    options: ConfigurationOptions.all + [
      .single(
        "format", "FORMAT",
        "text, json for one object a line, or github for annotations\nof a workflow's files",
        choices: Format.allCases.map(\.rawValue)),
      .flag("fix", "mend what can mean nothing else, in the files themselves"),
      .flag("dry-run", "with --fix: print the changes as a unified diff, and write nothing"),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched validate widget.yaml", "check one file"),
      ("metsched validate --format json *.yaml", "check all, for another program"),
      ("metsched validate --format github *.yaml", "mark what is wrong in a pull request"),
      ("metsched validate --fix --dry-run widget.yaml | patch -p0", "look at the changes first"),
    ])

  private enum Format: String, CaseIterable {
    case text, json, github
  }

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() -> ExitCode {
    if arguments.has("dry-run"), !arguments.has("fix") {
      terminal.problem("`--dry-run` needs `--fix`", hint: "without it nothing is written anyway")
      return .usage
    }
    var code = ExitCode.done
    for path in arguments.operands {
      do {
        if try hasErrors(path) { code = .badConfiguration }
      } catch {
        terminal.problem(error.message)
        code = .badConfiguration
      }
    }
    return code
  }

  /// Says what is wrong with a file, and returns whether an error is left in it.
  private func hasErrors(_ path: String) throws(FileAccess.Failure) -> Bool {
    guard arguments.has("fix") else {
      let loaded = try LoadedConfiguration(path, arguments)
      report(loaded, path: path)
      return loaded.diagnostics.hasErrors
    }
    let fixes = try AutomaticFixes(path, arguments)
    if arguments.has("dry-run") {
      for path in fixes.changedPaths {
        let (old, new) = (fixes.originals[path] ?? [], fixes.changed[path] ?? [])
        terminal.output(UnifiedDiff.text(path, from: old, to: new))
      }
      if !fixes.loaded.diagnostics.isEmpty { report(left: fixes) }
      return fixes.hadErrors
    }
    for path in fixes.changedPaths {
      try FileReplacement.write(fixes.changed[path] ?? [], to: path)
    }
    report(fixes)
    report(fixes.loaded, path: path)
    return fixes.loaded.diagnostics.hasErrors
  }

  // MARK: Fixes

  private func report(_ fixes: AutomaticFixes) {
    switch format {
    case .json:
      for fix in fixes.fixes {
        let object: JSONValue = [
          "fixed": .string(fix.id.rawValue), "file": .string(fix.path),
          "line": .integer(fix.position.line), "column": .integer(fix.position.column),
          "text": .string(fix.text), "replacement": .string(fix.replacement),
        ]
        terminal.output(object.text + "\n")
      }
    case .text:
      for fix in fixes.fixes {
        let place = "\(fix.path):\(fix.position.line):\(fix.position.column)"
        let change =
          fix.text.isEmpty
          ? "inserted `\(fix.replacement)`" : "`\(fix.text)` is now `\(fix.replacement)`"
        terminal.output(VisibleText.of("\(place): \(change) [\(fix.id.rawValue)]") + "\n")
      }
    case .github: break
    }
  }

  /// Says on stderr what the changes that are shown would leave.
  private func report(left fixes: AutomaticFixes) {
    let usesColor = terminal.errorUsesColor(arguments.colorMode)
    let renderer = DiagnosticRenderer(sources: fixes.loaded.sources, usesColor: usesColor)
    terminal.error(renderer.text(fixes.loaded.diagnostics))
  }

  // MARK: Findings

  private var format: Format {
    arguments["format"].flatMap(Format.init(rawValue:)) ?? .text
  }

  private func report(_ loaded: LoadedConfiguration, path: String) {
    let renderer = DiagnosticRenderer(sources: loaded.sources)
    switch format {
    case .json: terminal.output(renderer.jsonLines(loaded.diagnostics))
    case .github: terminal.output(renderer.workflowCommands(loaded.diagnostics))
    case .text: reportText(loaded, path: path)
    }
  }

  private func reportText(_ loaded: LoadedConfiguration, path: String) {
    loaded.report(on: terminal, arguments)
    guard let configuration = loaded.configuration else { return }
    let widgets = configuration.widgets.count
    let placements = configuration.placements.count
    terminal.output(
      "\(path): \(widgets) widget\(widgets == 1 ? "" : "s"), "
        + "\(placements) placement\(placements == 1 ? "" : "s"), no errors\n")
  }
}
