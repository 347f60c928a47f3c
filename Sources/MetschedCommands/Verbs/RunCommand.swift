import MetschedConfiguration
import MetschedDiagnostics
import MetschedRuntime
import MetschedTime

/// `metsched run`: schedules files and writes what happens.
struct RunCommand {
  static let verb = Verb(
    name: "run", abstract: "schedule a file, and write each reload and each entry shown",
    arguments: "FILE…", argumentCount: 1...Int.max,
    discussion: """
      Runs the widgets of a file for all its users: on a virtual clock a day in milliseconds,
      the same bytes every time. A line for each reload and each entry shown goes to stdout,
      then a summary. With --format json stdout holds the records alone, one a line
      (docs/records.md). Several files run one after the other.
      """,
    options: [
      .single(
        "clock", "CLOCK", "virtual or system; the file's own without it",
        choices: ["virtual", "system"]),
      .single("start", "TIME", "when a virtual run begins, such as 2026-01-05T09:00"),
      .single("for", "DURATION", "how long it runs, such as 3m or 1d"),
      .repeated("user", "NAME", "only this user's widgets; may be given again"),
    ] + ConfigurationOptions.all + [
      .single("record", "FILE", "write the records to a file as well, as JSON lines"),
      .single("summary", "FILE", "write the summary to a file, as JSON"),
      .single(
        "format", "FORMAT", "text, or json for the records alone", choices: ["text", "json"]),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched run examples/interval.yaml", "three minutes of three users' widgets"),
      ("metsched run widget.yaml --start 2026-03-28T12:00 --for 2d", "the days of a clock change"),
      (
        "metsched run widget.yaml --user alice --format json",
        "one user's records, for another program"
      ),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() async -> ExitCode {
    // All files are read before any runs, so that nothing runs beside a bad one.
    var runs: [VirtualRun] = []
    var code = ExitCode.done
    for path in arguments.operands {
      do {
        guard let run = try prepare(path) else {
          code = .badConfiguration
          continue
        }
        runs.append(run)
      } catch {
        terminal.problem(error.message)
        code = .badConfiguration
      }
    }
    guard code == .done else { return code }
    do {
      let outputs = try RunOutputs(arguments)
      for (index, run) in runs.enumerated() {
        if index > 0, arguments["format"] != "json" { terminal.output("\n") }
        try await run.run(outputs)
      }
      try outputs.commit()
      return .done
    } catch let failure as FileAccess.Failure {
      terminal.problem(failure.message)
      return .failed
    } catch {
      terminal.problem("the run failed: \(error)")
      return .failed
    }
  }

  private func prepare(_ path: String) throws(FileAccess.Failure) -> VirtualRun? {
    var loaded = try LoadedConfiguration(path, arguments)
    let usesColor = terminal.errorUsesColor(arguments.colorMode)
    let renderer = DiagnosticRenderer(sources: loaded.sources, usesColor: usesColor)
    guard var configuration = loaded.configuration else {
      terminal.error(renderer.text(loaded.diagnostics))
      return nil
    }
    if !select(users: arguments.all("user"), in: &configuration) { return nil }
    if let clock = arguments["clock"] {
      configuration.clock.choose(clock == "system" ? .system : .virtual, .builtIn)
    } else if arguments["start"] != nil {
      configuration.clock.choose(.virtual, .builtIn)
    }
    if !loaded.diagnostics.isEmpty { terminal.error(renderer.text(loaded.diagnostics)) }
    guard configuration.clock.kind.value == .virtual else {
      terminal.problem(
        "the system clock comes in a later version; this file asks for it",
        hint: "`metsched run \(path) --clock virtual` runs it on the virtual clock")
      return nil
    }
    loaded.configuration = configuration
    return VirtualRun(configuration, loaded, arguments, terminal)
  }

  /// Keeps the placements of the users that were asked for; false for an unknown user.
  private func select(users: [String], in configuration: inout Configuration) -> Bool {
    guard !users.isEmpty else { return true }
    let names = configuration.users.map(\.name)
    for user in users where !names.contains(user) {
      let near = Nearest.match(user, among: names).map { "; did you mean `\($0)`?" } ?? ""
      terminal.problem("no user `\(user)` in `\(configuration.path)`\(near)")
      return false
    }
    let chosen = Set(names.indices.filter { users.contains(names[$0]) }.map(Int32.init))
    configuration.select(users: chosen)
    return true
  }
}
