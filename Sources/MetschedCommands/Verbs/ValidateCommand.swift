import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedRuntime
import MetschedSources
import MetschedText
import MetschedTime

/// `metsched validate`: every error and warning of files, in one go, before anybody runs them.
struct ValidateCommand {
  static let verb = Verb(
    name: "validate", abstract: "say all that is wrong with files, in one go",
    arguments: "FILE…", argumentCount: 1...Int.max,
    discussion: """
      Reads files as `run` does, and reports every error and warning with its place and, where
      one is known, the fix. Exit code 2 if there is an error.

      What placements come to is taken from runs on the virtual clock: two days of each different
      placement on the file's own host, so --set host=widgetkit asks what the system would make of
      it. A file on the system's clock is run from today on, as it would be live; with --start
      from another day, so that what is found does not depend on the day of the check. What comes
      over the network is what the cache holds. `allow: {ID: "the reason"}` in a
      widget silences a warning; --deny makes it an error.

      --fix makes the fixes that can mean nothing else: a name with one letter wrong, quotes that
      are missing around ${…}. It says what it changed and what is left; all other bytes of a
      file stay as they are. A number without a unit is left to you.
      """,
    options: [
      .single(
        "start", "TIME", "when the runs begin, such as 2026-01-05; the file's own start, or today")
    ] + ConfigurationOptions.all + DiagnosticLevels.options + [
      .single(
        "format", "FORMAT",
        "text, json for one object a line, or github for annotations\nof a workflow's files",
        choices: Format.allCases.map(\.rawValue)),
      ConfigurationOptions.cache,
      .flag("fix", "mend what can mean nothing else, in the files themselves"),
      .flag("dry-run", "with --fix: print the changes as a unified diff, and write nothing"),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched validate widget.yaml", "check one file"),
      ("metsched validate --set host=widgetkit --deny all widget.yaml", "before shipping, in CI"),
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

  func run() async -> ExitCode {
    if arguments.has("dry-run"), !arguments.has("fix") {
      terminal.problem("`--dry-run` needs `--fix`", hint: "without it nothing is written anyway")
      return .usage
    }
    let levels: DiagnosticLevels
    do {
      levels = try DiagnosticLevels(arguments)
    } catch {
      terminal.problem(error.message)
      return .usage
    }
    return await GivenFiles(arguments, terminal).check { path throws(FileAccess.Failure) in
      try await isRight(path, levels)
    }
  }

  /// Says what is wrong with a file, and returns whether no error is left in it.
  private func isRight(
    _ path: String, _ levels: DiagnosticLevels
  ) async throws(FileAccess.Failure) -> Bool {
    guard arguments.has("fix") else {
      return await report(try LoadedConfiguration(path, arguments), path, levels)
    }
    let fixes = try AutomaticFixes(path, arguments)
    if arguments.has("dry-run") {
      for path in fixes.changedPaths {
        let (old, new) = (fixes.originals[path] ?? [], fixes.changed[path] ?? [])
        terminal.output(UnifiedDiff.text(path, from: old, to: new))
      }
      if !fixes.loaded.diagnostics.isEmpty { report(left: fixes) }
      return !fixes.hadErrors
    }
    for path in fixes.changedPaths {
      try FileReplacement.write(fixes.changed[path] ?? [], to: path)
    }
    report(fixes)
    return await report(fixes.loaded, path, levels)
  }

  /// Runs what can be run, reports all that was found, and returns whether no error is among it.
  private func report(
    _ loaded: LoadedConfiguration, _ path: String, _ levels: DiagnosticLevels
  ) async -> Bool {
    var loaded = loaded
    var analysis: FileAnalysis?
    if let configuration = loaded.configuration {
      let isLive = configuration.clock.kind.value == .system
      let found = await FileAnalysis(
        configuration, now: isLive ? SystemClock().now : nil,
        remote: RunNetwork.fetcher(for: configuration, arguments, mode: .offline))
      loaded.diagnostics.append(contentsOf: found.diagnostics)
      analysis = found
    }
    loaded.diagnostics = levels.applied(to: loaded.diagnostics)
    report(loaded, analysis, path: path)
    return !loaded.diagnostics.hasErrors
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

  private func report(_ loaded: LoadedConfiguration, _ analysis: FileAnalysis?, path: String) {
    let renderer = DiagnosticRenderer(sources: loaded.sources)
    switch format {
    case .json: terminal.output(renderer.jsonLines(loaded.diagnostics))
    case .github: terminal.output(renderer.workflowCommands(loaded.diagnostics))
    case .text: reportText(loaded, analysis, path: path)
    }
  }

  private func reportText(
    _ loaded: LoadedConfiguration, _ analysis: FileAnalysis?, path: String
  ) {
    loaded.report(on: terminal, arguments)
    guard let configuration = loaded.configuration, !loaded.diagnostics.hasErrors else { return }
    var cut = ""
    if let analysis, analysis.judged < analysis.classes {
      cut = " (\(analysis.judged) of \(analysis.classes) different placements were run)"
    }
    let widgets = configuration.widgets.count
    let placements = configuration.placements.count
    terminal.output(
      "\(path): \(widgets) widget\(widgets == 1 ? "" : "s"), "
        + "\(placements) placement\(placements == 1 ? "" : "s"), no errors\(cut)\n")
  }
}
