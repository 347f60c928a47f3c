import Foundation
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

  private typealias Run = @Sendable (ParsedArguments, Terminal) async -> ExitCode

  private static let verbs: [(verb: Verb, run: Run)] = [
    (RunCommand.verb, { await RunCommand($0, $1).run() }),
    (ValidateCommand.verb, { await ValidateCommand($0, $1).run() }),
    (LogCommand.verb, { LogCommand($0, $1).run() }),
    (ReplayCommand.verb, { await ReplayCommand($0, $1).run() }),
    (HostCommand.verb, { HostCommand($0, $1).run() }),
    (FetchCommand.verb, { await FetchCommand($0, $1).run() }),
    (OpenCommand.verb, { await OpenCommand($0, $1).run() }),
    (ConfigCommand.verb, { ConfigCommand($0, $1).run() }),
    (ExplainCommand.verb, { await ExplainCommand($0, $1).run() }),
    (CompareCommand.verb, { await CompareCommand($0, $1).run() }),
    (DSTCommand.verb, { await DSTCommand($0, $1).run() }),
    (TestCommand.verb, { await TestCommand($0, $1).run() }),
    (DiffCommand.verb, { await DiffCommand($0, $1).run() }),
    (SetCommand.verb, { SetCommand($0, $1).run() }),
    (ServiceCommands.status, { ServiceCommands.run(ServiceCommands.status, $0, $1) }),
    (ServiceCommands.reload, { ServiceCommands.run(ServiceCommands.reload, $0, $1) }),
    (ServiceCommands.event, { ServiceCommands.run(ServiceCommands.event, $0, $1) }),
    (ServiceCommands.edit, { ServiceCommands.run(ServiceCommands.edit, $0, $1) }),
    (SchemaCommand.verb, { SchemaCommand($0, $1).run() }),
  ]

  static func run(_ arguments: [String], _ terminal: Terminal) async -> ExitCode {
    guard let first = arguments.first else {
      terminal.error(Help.overview(of: verbs.map(\.verb)))
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
    guard let (verb, run) = verbs.first(where: { $0.verb.name == first }) else {
      return unknown(first, terminal)
    }
    do {
      let help = arguments.contains("-h") ? ["--help"] : Array(arguments.dropFirst())
      let parsed = try ParsedArguments(help, for: verb)
      if parsed.has("help") {
        terminal.output(Help.text(of: verb))
        return .done
      }
      return await run(parsed, terminal)
    } catch {
      terminal.problem(error.message, hint: "`metsched \(verb.name) --help` lists what it takes")
      return .usage
    }
  }

  private static func help(_ arguments: [String], _ terminal: Terminal) -> ExitCode {
    guard let name = arguments.first else {
      terminal.output(Help.overview(of: verbs.map(\.verb)))
      return .done
    }
    guard let (verb, _) = verbs.first(where: { $0.verb.name == name }) else {
      return unknown(name, terminal)
    }
    terminal.output(Help.text(of: verb))
    return .done
  }

  private static func unknown(_ name: String, _ terminal: Terminal) -> ExitCode {
    if FileManager.default.fileExists(atPath: name) {
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
    Nearest.match(name, among: verbs.map(\.verb.name))
      .map { "; did you mean `\($0)`?" } ?? ""
  }
}
