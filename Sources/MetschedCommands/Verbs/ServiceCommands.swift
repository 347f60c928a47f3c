import MetschedSystem
import MetschedText

/// `metsched status`, `reload`, `event` and `edit`: they speak to the running service.
enum ServiceCommands {
  private static let file = Option.single(
    "in", "FILE", "the file whose service is meant; not needed where one runs")

  static let status = Verb(
    name: "status", abstract: "how the running service stands: what shows, and what comes next",
    arguments: "", argumentCount: 0...0,
    discussion: """
      A row for each placement: what shows and since when, the next reload as far as it is known,
      the budget that is left, and what waits for its grant, and why. `SIGUSR1` lets the service
      print the same to its stderr.
      """,
    options: [
      file, .single("format", "FORMAT", "text or json", choices: ["text", "json"]),
      ConfigurationOptions.help,
    ],
    examples: [("metsched status", "of the one service that runs")])

  static let reload = Verb(
    name: "reload", abstract: "ask the running service to reload the widgets of a kind",
    arguments: "[KIND]", argumentCount: 0...1,
    discussion: """
      What `WidgetCenter.reloadTimelines(ofKind:)` is to an app; without a kind it is
      `reloadAllTimelines()`. The host says when each reload is granted. With `--files` the
      service reads its files again instead, as it does at `SIGHUP`.
      """,
    options: [
      .single("user", "NAME", "only this user's widgets"),
      .flag("files", "read the configuration files again"), file, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched reload TheMetWidget", "for everybody"),
      ("metsched reload TheMetWidget --user alice", "for one user"),
    ])

  static let event = Verb(
    name: "event", abstract: "let an event happen in the running service",
    arguments: "EVENT", argumentCount: 1...1,
    discussion: """
      EVENT is an element of `events:` (docs/configuration.md), in YAML or JSON, checked as if it
      stood in the file. Without `at` it happens at once; a time of day is the next one. Nothing
      is written into the file.
      """,
    options: [file, ConfigurationOptions.help],
    examples: [
      ("metsched event '{user: alice, foreground: true, for: 5m}'", "the app, for five minutes"),
      ("metsched event '{at: \"18:00\", reload-all: true}'", "this evening"),
    ])

  static let edit = Verb(
    name: "edit", abstract: "edit a user's widget in the running service, not in the file",
    arguments: "PLACEMENT NAME=VALUE…", argumentCount: 2...Int.max,
    discussion: """
      What the event `edit` does: the user turns a parameter of a widget that is placed. It lasts
      as long as the run, and survives an edit of the file that leaves the parameter alone;
      `metsched set` writes into the file, which the service notices by itself.

      A placement is named user/Kind/id; what is clear may be left out at the end.
      """,
    options: [file, ConfigurationOptions.help],
    examples: [("metsched edit alice/MetSearchWidget query=peony", "until the service ends")])

  static func run(
    _ verb: Verb, _ arguments: ParsedArguments, _ terminal: Terminal
  ) -> ExitCode {
    let request: ControlRequest
    switch verb.name {
    case "status": request = .status(json: arguments["format"] == "json")
    case "event": request = .event(arguments.operands[0])
    case "edit":
      guard let values = values(arguments, terminal) else { return .usage }
      request = .edit(placement: arguments.operands[0], values: values)
    default:
      if arguments.has("files") {
        guard arguments.operands.isEmpty, arguments["user"] == nil else {
          terminal.problem("`--files` reads the files again, and reloads no kind")
          return .usage
        }
        request = .reread
      } else {
        request = .event(reloadEvent(arguments.operands.first, arguments["user"]))
      }
    }
    do throws(ControlClient.Failure) {
      let client = try ControlClient(
        for: arguments["in"], SystemEnvironment.variables())
      return answer(try client.ask(request), terminal)
    } catch {
      terminal.problem(error.message, hint: error.hint)
      return .failed
    }
  }

  /// Returns what a call for a reload is as an event.
  static func reloadEvent(_ kind: String?, _ user: String?) -> String {
    let verb = kind.map { "reload: \(JSONText.string($0))" } ?? "reload-all: true"
    return "{" + (user.map { "user: \(JSONText.string($0)), " } ?? "") + verb + "}"
  }

  private static func values(
    _ arguments: ParsedArguments, _ terminal: Terminal
  ) -> [ControlRequest.Value]? {
    var values: [ControlRequest.Value] = []
    for operand in arguments.operands.dropFirst() {
      let parts = operand.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        terminal.problem(
          "`\(operand)` sets nothing",
          hint: "a value is set as `NAME=VALUE`, such as `interval=45m`")
        return nil
      }
      values.append(ControlRequest.Value(name: String(parts[0]), text: String(parts[1])))
    }
    return values
  }

  private static func answer(_ response: ControlResponse, _ terminal: Terminal) -> ExitCode {
    switch response {
    case .done(let output): terminal.output(output)
    case .status(let status): terminal.output(status.text + "\n")
    case .wrong(let error, let code):
      terminal.error(error)
      return code
    }
    return .done
  }
}
