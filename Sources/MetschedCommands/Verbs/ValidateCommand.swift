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
        "format", "FORMAT", "text, or json for one object a line", choices: ["text", "json"]),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched validate widget.yaml", "check one file"),
      ("metsched validate --format json *.yaml", "check all, for another program"),
    ])

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
      if arguments["format"] == "json" {
        let renderer = DiagnosticRenderer(sources: loaded.sources)
        terminal.output(renderer.jsonLines(loaded.diagnostics))
      } else {
        report(loaded, path: path)
      }
    }
    return code
  }

  private func report(_ loaded: LoadedConfiguration, path: String) {
    loaded.report(on: terminal, arguments)
    guard let configuration = loaded.configuration else { return }
    let widgets = configuration.widgets.count
    let placements = configuration.placements.count
    terminal.output(
      "\(path): \(widgets) widget\(widgets == 1 ? "" : "s"), "
        + "\(placements) placement\(placements == 1 ? "" : "s"), no errors\n")
  }
}
