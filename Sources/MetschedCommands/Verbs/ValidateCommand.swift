import MetschedConfiguration
import MetschedDiagnostics

/// `metsched validate`: every error and warning of files, in one go, without running them.
struct ValidateCommand {
  static let verb = Verb(
    name: "validate", abstract: "say all that is wrong with files, in one go",
    arguments: "FILE…", argumentCount: 1...Int.max,
    discussion: """
      Reads files as `run` does, and reports every error and warning with its place and, where
      one is known, the fix. Nothing is scheduled. Exit code 2 if there is an error.
      """,
    options: ConfigurationOptions.all + [
      .single(
        "format", "FORMAT",
        "text, json for one object a line, or github for annotations\nof a workflow's files",
        choices: Format.allCases.map(\.rawValue)),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched validate widget.yaml", "check one file"),
      ("metsched validate --format json *.yaml", "check all, for another program"),
      ("metsched validate --format github *.yaml", "mark what is wrong in a pull request"),
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
    var code = ExitCode.done
    for path in arguments.operands {
      let loaded: LoadedConfiguration
      do {
        loaded = try LoadedConfiguration(path, arguments)
      } catch {
        terminal.problem(error.message)
        code = .badConfiguration
        continue
      }
      if loaded.diagnostics.hasErrors { code = .badConfiguration }
      report(loaded, path: path)
    }
    return code
  }

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
    let usesColor = terminal.errorUsesColor(arguments.colorMode)
    let renderer = DiagnosticRenderer(sources: loaded.sources, usesColor: usesColor)
    if !loaded.diagnostics.isEmpty { terminal.error(renderer.text(loaded.diagnostics)) }
    guard let configuration = loaded.configuration else { return }
    let widgets = configuration.widgets.count
    let placements = configuration.placements.count
    terminal.output(
      "\(path): \(widgets) widget\(widgets == 1 ? "" : "s"), "
        + "\(placements) placement\(placements == 1 ? "" : "s"), no errors\n")
  }
}
