import MetschedEngine
import MetschedRecords

/// `metsched log`: the records of a database.
struct LogCommand {
  static let verb = Verb(
    name: "log", abstract: "show the records that a run has kept in a database",
    arguments: "[DB]", argumentCount: 0...1,
    discussion: """
      Prints the records of a database, as `run` printed them: the same lines, or with --format
      json the same bytes. DB is the file, or the configuration whose live runs are meant; without
      it the database that was written last. Filters of one kind add up, those of several kinds
      must all fit. --since and --until take a time, in the zone of the last run, or a duration
      before its last record (docs/service.md).
      """,
    options: [
      .repeated("user", "NAME", "only this user's records; may be given again, like all filters"),
      .repeated("kind", "KIND", "only this widget's records"),
      .repeated(
        "what", "WHAT", "only these records: " + RecordFilter.whats.joined(separator: " "),
        choices: RecordFilter.whats),
      .repeated(
        "cause", "CAUSE", "only what was asked for by this cause, alone or among others",
        choices: Cause.allCases.map(\.name)),
      .repeated(
        "reason", "REASON", "only what the host moved for this reason, or what was dropped so",
        choices: RecordFilter.reasons),
      .repeated(
        "policy", "POLICY", "only reloads that chose this policy",
        choices: ChosenPolicy.allCases.map(\.name)),
      .single("since", "TIME", "only from here on, such as 2026-01-05T09:00 or 2h"),
      .single("until", "TIME", "only before this"),
      .repeated("run", "NUMBER", "only the records of this run of the file"),
      .single("limit", "N", "only the last N of them"),
      .flag("follow", "go on with what is written from now on, after the last 10 or N"),
      .flag("summary", "for each placement its reloads by cause, its budget and stale time"),
      .single(
        "format", "FORMAT", "text, or json for one object a line", choices: ["text", "json"]),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched log", "what the service that wrote last has done"),
      ("metsched log widget.yaml --user alice --since 2h", "one user's last two hours"),
      ("metsched log run.db --reason budget --limit 20", "the last reloads that the budget moved"),
      ("metsched log run.db --follow --format json", "records as they come, for another program"),
      ("metsched log run.db --summary", "what each placement has cost, and how stale it was"),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() -> ExitCode {
    if arguments.has("summary"),
      let other = ["follow", "limit", "what"].first(where: arguments.has)
    {
      terminal.problem("`--summary` counts all reloads, so `--\(other)` says nothing to it")
      return .usage
    }
    do {
      let path = try LivePath(terminal.environment).path(arguments.operands.first)
      let reader = try StoreReader(path)
      let filter = try LogFilter(arguments, reader, path).filter()
      let log = LogOutput(terminal, arguments, filter)
      if arguments.has("summary") {
        try log.summary(reader)
      } else {
        var position = StoreReader.Position()
        try log.records(reader, from: &position)
        if arguments.has("follow") { try log.follow(path, reader, from: position) }
      }
      return .done
    } catch let error as LogFilter.UsageError {
      terminal.problem(error.message, hint: error.hint)
      return .usage
    } catch let error as StoreError {
      terminal.problem(error.message, hint: Self.hint(error))
    } catch let failure as FileAccess.Failure {
      terminal.problem(failure.message)
    } catch {
      terminal.problem("\(error)")
    }
    return .failed
  }

  private static func hint(_ error: StoreError) -> String? {
    switch error.kind {
    case .noDatabase: "a database is what `metsched run --record FILE.db` writes"
    case .missing: "`metsched run --record FILE.db` begins one"
    default: nil
    }
  }
}
