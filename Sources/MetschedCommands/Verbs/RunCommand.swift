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

      On the system clock it runs until `--for` is over, or until Ctrl-C or SIGTERM, with the
      records of a virtual run from the printed start; a second Ctrl-C ends it at once. Its
      records are kept in a database under $XDG_STATE_HOME/metsched (~/.local/state/metsched),
      or where `--record` says; `metsched log` shows them (docs/service.md).

      Sources over the network are asked on the system clock, and on a virtual one with
      `--online`; without it the cache answers, whatever its age (docs/sources.md).
      """,
    options: [
      .single(
        "clock", "CLOCK", "virtual or system; the file's own without it",
        choices: ["virtual", "system"]),
      .single("start", "TIME", "when a virtual run begins, such as 2026-01-05T09:00"),
      .single("for", "DURATION", "how long it runs, such as 3m or 1d"),
      .single("speed", "N", "seconds of the schedule in a second of the system clock"),
      .repeated("user", "NAME", "only this user's widgets; may be given again"),
    ] + ConfigurationOptions.all + [
      .flag(
        "check-determinism",
        "run it a second time in a process of its own, and compare\nthe records byte for byte; exit code 3 if they differ"
      ),
      .flag("online", "let a virtual run ask the network, and wait for it"),
      ConfigurationOptions.cache,
      .single(
        "record", "FILE",
        "write the records to a file as well: JSON lines in a .jsonl,\na database in a .db"),
      .flag("fresh", "begin a new run where the last live one was stopped or killed"),
      .flag("no-record", "keep no records of a run on the system clock"),
      .single("summary", "FILE", "write the summary to a file, as JSON"),
      .flag("report", "draw the run as a chart instead of a line for each record"),
      .single(
        "format", "FORMAT", "text, or json for the records alone", choices: ["text", "json"]),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched run examples/interval.yaml", "three minutes of three users' widgets"),
      ("metsched run widget.yaml --start 2026-03-28T12:00 --for 2d", "the days of a clock change"),
      ("metsched run widget.yaml --clock system --speed 60", "a live run, a minute a second"),
      ("metsched run widget.yaml --report", "the day as a chart, with the budget that is left"),
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
    if arguments.has("report"), arguments["format"] == "json" {
      terminal.problem(
        "`--report` draws for people, and `--format json` writes the records alone",
        hint: "`--report --record FILE.jsonl` gives both")
      return .usage
    }
    if arguments.has("no-record"), let path = arguments["record"] {
      terminal.problem("`--no-record` keeps no records, and `--record \(path)` does")
      return .usage
    }
    // All files are read before any runs, so that nothing runs beside a bad one.
    var runs: [PreparedRun] = []
    var code = ExitCode.done
    for path in arguments.operands {
      do {
        switch try prepare(path) {
        case .success(let run): runs.append(run)
        case .failure(let stop): code = stop.code
        }
      } catch {
        terminal.problem(error.message)
        code = .badConfiguration
      }
    }
    guard code == .done else { return code }
    let isLive = runs.contains { $0.configuration.clock.kind.value == .system }
    if arguments.has("check-determinism"),
      let reason = SecondRun.refusal(arguments, isLive: isLive)
    {
      terminal.problem(reason.message, hint: reason.hint)
      return .usage
    }
    if isLive, runs.count > 1 {
      terminal.problem(
        "several files run one after the other, which needs an end: the system clock runs one",
        hint: "`--clock virtual` runs all of them")
      return .usage
    }
    return await run(runs, isLive: isLive)
  }

  private struct Stop: Error {
    var code: ExitCode
  }

  private func run(_ runs: [PreparedRun], isLive: Bool) async -> ExitCode {
    let outputs: RunOutputs
    do {
      outputs = try RunOutputs(
        arguments, live: isLive ? arguments.operands.first : nil, terminal)
    } catch {
      terminal.problem(error.message)
      return .failed
    }
    do {
      var isSame = true
      for (index, run) in runs.enumerated() {
        if index > 0, !outputs.writesJSON { terminal.output("\n") }
        if isLive {
          var live = try LiveRun(run, outputs)
          try await live.run()
        } else {
          isSame = try await VirtualRun(run).run(outputs) && isSame
        }
      }
      try outputs.commit()
      return isSame ? .done : .checkFailed
    } catch let failure as FileAccess.Failure {
      terminal.problem(failure.message)
    } catch {
      terminal.problem("the run failed: \(error)")
    }
    outputs.discard()
    return .failed
  }

  private func prepare(_ path: String) throws(FileAccess.Failure) -> Result<PreparedRun, Stop> {
    var loaded = try LoadedConfiguration(path, arguments, zones: terminal.zones)
    loaded.report(on: terminal, arguments)
    guard var configuration = loaded.configuration else {
      return .failure(Stop(code: .badConfiguration))
    }
    do {
      configuration = try RunPreparation(arguments: arguments).applied(to: configuration)
    } catch {
      terminal.problem(error.message, hint: error.hint)
      return .failure(Stop(code: error.code))
    }
    loaded.configuration = configuration
    return .success(
      PreparedRun(
        configuration: configuration, loaded: loaded, arguments: arguments, terminal: terminal))
  }
}
