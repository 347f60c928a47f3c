import MetschedAnalysis
import MetschedRecords
import MetschedText

/// `metsched replay`: plays a recorded live run again, and compares.
struct ReplayCommand {
  static let verb = Verb(
    name: "replay", abstract: "play a recorded live run again, and compare each record",
    arguments: "[RUN]", argumentCount: 0...1,
    discussion: """
      A live run writes down what it took in: its files and options, what containers and servers
      brought, edits and events, jumps of the clock, restarts. `replay` plays the run again from
      that, on a virtual clock and without a look at the disk or the network, and compares each
      record with the recorded one, byte for byte. It ends at the first difference and shows both.

      RUN is a database (docs/service.md), the configuration whose live runs are meant, or JSON
      lines of `run --record`, beside which the run has written what it took in; without it the
      database that was written last.

      Exit codes: 0 where all records are the same, 3 where one is not, 1 where the run cannot be
      played again.
      """,
    options: [
      .single("run", "N", "which run of a database; the last live one without it"),
      .single("record", "FILE", "write the records that it gives to a file, as JSON lines"),
      .single("format", "FORMAT", "text or json", choices: ["text", "json"]),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched replay widget.yaml", "the last live run of the file"),
      ("metsched replay run.jsonl --record again.jsonl", "and keep what it gives"),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() async -> ExitCode {
    var number: Int64?
    if let text = arguments["run"] {
      guard let run = Int64(text), run > 0 else {
        terminal.problem("`--run` is the number of a run, from 1, not `\(text)`")
        return .usage
      }
      number = run
    }
    do {
      let path = try LivePath(terminal.environment).path(arguments.operands.first)
      return try await play(RecordedRun(path, run: number))
    } catch let error as FileAccess.Failure {
      terminal.problem(error.message)
    } catch let error as StoreError {
      terminal.problem(error.message)
    } catch {
      terminal.problem("the run cannot be played again: \(error)")
    }
    return .failed
  }

  private func play(_ recorded: RecordedRun) async throws -> ExitCode {
    let output = try arguments["record"].map { path throws(FileAccess.Failure) in
      try AtomicFile(path)
    }
    do {
      var replay = try RunReplay(recorded, terminal) { try output?.write($0) }
      if !replay.otherRules.isEmpty {
        terminal.problem(
          "the rules of \(replay.otherRules.joined(separator: ", ")) are others by now",
          hint: "the run is played under those that it had")
      }
      let outcome = try await replay.play()
      try output?.commit()
      return report(outcome, of: recorded)
    } catch {
      output?.discard()
      throw error
    }
  }

  private func report(_ outcome: RunReplay.Outcome, of recorded: RecordedRun) -> ExitCode {
    if arguments["format"] == "json" {
      terminal.output(Self.json(outcome, of: recorded).text + "\n")
    } else {
      terminal.output(Self.text(outcome, of: recorded))
    }
    if case .same = outcome { return .done }
    return .checkFailed
  }

  private static func text(_ outcome: RunReplay.Outcome, of recorded: RecordedRun) -> String {
    switch outcome {
    case .same(let count):
      "\(recorded.name): \(Words.count(count, "record")), all the same\n"
    case .differs(let sequence, let old, let new):
      "\(recorded.name) differs at record \(sequence)\n"
        + "  recorded  \(old ?? "nothing any more\n")  played    \(new ?? "nothing any more\n")"
    }
  }

  private static func json(_ outcome: RunReplay.Outcome, of recorded: RecordedRun) -> JSONValue {
    let run = JSONValue.integer(recorded.number.map(Int.init))
    func line(_ text: String?) -> JSONValue { .string(text.map { String($0.dropLast()) }) }
    return switch outcome {
    case .same(let count): .object([("run", run), ("same", true), ("records", .integer(count))])
    case .differs(let sequence, let old, let new):
      .object([
        ("run", run), ("same", false), ("seq", .integer(Int(sequence))), ("recorded", line(old)),
        ("played", line(new)),
      ])
    }
  }
}
