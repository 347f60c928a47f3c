import Glibc
import MetschedDiagnostics

/// The `metsched` command: finds the verb, and hands over.
public enum Command {
  static let version = "0.1.0"

  /// Runs the command with the process's arguments on the main thread and ends the process.
  public static func run() -> Never {
    let thread = MainThread()
    Task(executorPreference: thread) {
      let terminal = Terminal.process
      let code = await run(Array(CommandLine.arguments.dropFirst()), terminal)
      terminal.flush()
      exit(code.rawValue)
    }
    thread.run()
  }

  /// A verb by its name; what it says of itself is put together when somebody asks.
  struct Entry: Sendable {
    var name: String
    var verb: @Sendable () -> Verb
    var run: @Sendable (ParsedArguments, Terminal) async -> ExitCode
  }

  /// The verbs, in the order in which the overview lists them.
  static let entries: [Entry] = [
    Entry(name: "run", verb: { RunCommand.verb }) { await RunCommand($0, $1).run() },
    Entry(name: "validate", verb: { ValidateCommand.verb }) {
      await ValidateCommand($0, $1).run()
    },
    Entry(name: "log", verb: { LogCommand.verb }) { LogCommand($0, $1).run() },
    Entry(name: "replay", verb: { ReplayCommand.verb }) { await ReplayCommand($0, $1).run() },
    Entry(name: "host", verb: { HostCommand.verb }) { HostCommand($0, $1).run() },
    Entry(name: "fetch", verb: { FetchCommand.verb }) { await FetchCommand($0, $1).run() },
    Entry(name: "open", verb: { OpenCommand.verb }) { await OpenCommand($0, $1).run() },
    Entry(name: "config", verb: { ConfigCommand.verb }) { ConfigCommand($0, $1).run() },
    Entry(name: "explain", verb: { ExplainCommand.verb }) { await ExplainCommand($0, $1).run() },
    Entry(name: "compare", verb: { CompareCommand.verb }) { await CompareCommand($0, $1).run() },
    Entry(name: "dst", verb: { DSTCommand.verb }) { await DSTCommand($0, $1).run() },
    Entry(name: "test", verb: { TestCommand.verb }) { await TestCommand($0, $1).run() },
    Entry(name: "diff", verb: { DiffCommand.verb }) { await DiffCommand($0, $1).run() },
    Entry(name: "set", verb: { SetCommand.verb }) { SetCommand($0, $1).run() },
    Entry(name: "status", verb: { ServiceCommands.status }) {
      ServiceCommands.run(ServiceCommands.status, $0, $1)
    },
    Entry(name: "reload", verb: { ServiceCommands.reload }) {
      ServiceCommands.run(ServiceCommands.reload, $0, $1)
    },
    Entry(name: "event", verb: { ServiceCommands.event }) {
      ServiceCommands.run(ServiceCommands.event, $0, $1)
    },
    Entry(name: "edit", verb: { ServiceCommands.edit }) {
      ServiceCommands.run(ServiceCommands.edit, $0, $1)
    },
    Entry(name: "schema", verb: { SchemaCommand.verb }) { SchemaCommand($0, $1).run() },
  ]

  static func run(_ arguments: [String], _ terminal: Terminal) async -> ExitCode {
    guard let first = arguments.first else {
      terminal.error(Help.overview(of: entries.map { $0.verb() }))
      return .usage
    }
    switch first {
    case "--help", "-h", "help":
      return help(Array(arguments.dropFirst()), terminal)
    case "--version":
      terminal.output("metsched \(version)\n")
      return .done
    default: break
    }
    guard let entry = entries.first(where: { $0.name == first }) else {
      return unknown(first, terminal)
    }
    let verb = entry.verb()
    do {
      let help = arguments.contains("-h") ? ["--help"] : Array(arguments.dropFirst())
      let parsed = try ParsedArguments(help, for: verb)
      if parsed.has("help") {
        terminal.output(Help.text(of: verb))
        return .done
      }
      return await entry.run(parsed, terminal)
    } catch {
      terminal.problem(error.message, hint: "`metsched \(verb.name) --help` lists what it takes")
      return .usage
    }
  }

  private static func help(_ arguments: [String], _ terminal: Terminal) -> ExitCode {
    guard let name = arguments.first else {
      terminal.output(Help.overview(of: entries.map { $0.verb() }))
      return .done
    }
    guard let entry = entries.first(where: { $0.name == name }) else {
      return unknown(name, terminal)
    }
    terminal.output(Help.text(of: entry.verb()))
    return .done
  }

  private static func unknown(_ name: String, _ terminal: Terminal) -> ExitCode {
    if FileAccess.exists(name) {
      terminal.problem("`\(name)` is no verb", hint: "`metsched run \(name)` runs the file")
    } else if name.hasPrefix("-") {
      terminal.problem(
        "unknown option `\(name)`", hint: "a verb stands first; `metsched --help` lists the verbs")
    } else if name.contains(".") || name.contains("/") {
      terminal.problem(
        "`\(name)` is no verb, and no such file exists",
        hint: "`metsched --help` lists the verbs")
    } else {
      terminal.problem(
        "unknown verb `\(name)`\(suggestion(for: name))", hint: "`metsched --help` lists the verbs")
    }
    return .usage
  }

  private static func suggestion(for name: String) -> String {
    Nearest.match(name, among: entries.map(\.name))
      .map { "; did you mean `\($0)`?" } ?? ""
  }
}
