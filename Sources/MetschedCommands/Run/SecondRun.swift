import MetschedAnalysis
import MetschedConfiguration
import MetschedSystem

/// A second run of a file in a process of its own, whose records are compared with the first one's
/// as they are written.
///
/// What must not show in records is another there: the seed of every hash table, all addresses, the
/// zone and the language of the environment.
final class SecondRun {
  /// What came of it.
  enum Outcome: Equatable {
    /// All records are the same bytes.
    case same(records: Int)
    /// The first record that is another; nil where a run has none any more.
    case differs(record: Int, first: String?, second: String?)
    /// It ended badly before it had written all.
    case failed(status: Int32)
  }

  private let process: ChildProcess
  private var buffer: [UInt8] = []
  private var position = 0
  private var records = 0
  private var difference: Outcome?

  /// Starts it.
  ///
  /// - Parameters:
  ///   - executable: the program.
  ///   - arguments: what makes it write the records to stdout, one a line.
  ///   - environment: that of this process.
  /// - Throws: what keeps the program from being started.
  init(executable: String, arguments: [String], environment: [String: String]) throws(SystemError) {
    process = try ChildProcess(
      executable, arguments, environment: Self.otherEnvironment(environment))
  }

  /// The environment with everything another on which records must not depend.
  static func otherEnvironment(_ environment: [String: String]) -> [String: String] {
    var other = environment
    // Swift draws a seed for each process unless this is set.
    other["SWIFT_DETERMINISTIC_HASHING"] = nil
    other["TZ"] = environment["TZ"] == "Pacific/Chatham" ? "Asia/Kathmandu" : "Pacific/Chatham"
    for name in ["LANG", "LC_ALL"] {
      other[name] = environment[name] == "tr_TR.UTF-8" ? "C" : "tr_TR.UTF-8"
    }
    return other
  }

  /// Compares a record of the first run, with its line break, with the next one of the second.
  func compare(_ line: String) {
    guard difference == nil else { return }
    records += 1
    let second = nextLine()
    guard second.map({ $0 == line }) != true else { return }
    difference = .differs(record: records, first: Self.text(line), second: second.map(Self.text))
  }

  /// Ends it, when the first run has ended.
  func finish() -> Outcome {
    if difference == nil, let more = nextLine() {
      difference = .differs(record: records + 1, first: nil, second: Self.text(more))
    }
    // A run whose records nobody reads any more would wait for ever.
    if case .differs(_, _, _?) = difference { process.kill() }
    let end = process.wait()
    if let difference {
      guard case .differs(_, _, nil) = difference, case .exited(let status) = end, status != 0
      else { return difference }
      return .failed(status: status)
    }
    return end == .exited(0) ? .same(records: records) : .failed(status: end.status)
  }

  private static func text(_ line: String) -> String {
    line.hasSuffix("\n") ? String(line.dropLast()) : line
  }

  /// The next line with its break; nil at the end.
  private func nextLine() -> String? {
    while true {
      if let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return String(decoding: buffer[position...end], as: UTF8.self)
      }
      buffer.removeFirst(position)
      position = 0
      let piece = process.output()
      guard !piece.isEmpty else {
        defer { buffer.removeAll() }
        return buffer.isEmpty ? nil : String(decoding: buffer, as: UTF8.self)
      }
      buffer.append(contentsOf: piece)
    }
  }
}

// MARK: The command

extension SecondRun {
  /// Starts the second run of a file; nil where nobody asks for one.
  ///
  /// - Throws: what keeps the program from being started, in words.
  convenience init?(of prepared: PreparedRun) throws(FileAccess.Failure) {
    guard prepared.arguments.has("check-determinism") else { return nil }
    let arguments = Self.arguments(prepared.configuration.path, prepared.arguments)
    do {
      try self.init(
        executable: "/proc/self/exe", arguments: arguments,
        environment: SystemEnvironment.variables())
    } catch {
      throw FileAccess.Failure(
        message: "the second run cannot be started: \(error)")
    }
  }

  /// Returns why a run cannot be played twice; nil where it can.
  static func refusal(
    _ arguments: ParsedArguments, isLive: Bool
  ) -> (message: String, hint: String)? {
    if isLive {
      return (
        "`--check-determinism` needs a virtual clock: no two live runs begin at one time",
        "`--clock virtual` takes one"
      )
    }
    if arguments.has("online") {
      return (
        "`--check-determinism` with `--online`: the network may answer otherwise",
        "without `--online` the cache answers"
      )
    }
    let files = arguments.operands + arguments.all("overrides")
    return files.first { !FileAccess.isRegular($0) }.map { path in
      ("`\(path)` can be read once alone, so no second run can be compared", "name a file")
    }
  }

  /// Returns the arguments of a run of the same schedule that writes its records alone.
  private static func arguments(_ path: String, _ own: ParsedArguments) -> [String] {
    let options = ["clock", "start", "for", "user", "set", "overrides", "cache"].flatMap { name in
      own.all(name).map { "--\(name)=\($0)" }
    }
    return ["run", "--format=json"] + options + ["--", path]
  }

  /// Ends it, and says on stderr what came of it.
  ///
  /// - Returns: whether the records are the same.
  func report(on terminal: Terminal, _ path: String) -> Bool {
    switch finish() {
    case .same(let records):
      terminal.error(
        "a second run of `\(path)` wrote the same \(Words.count(records, "record"))\n")
      return true
    case .differs(let record, let first, let second):
      terminal.problem(
        "the second run of `\(path)` differs from the first at record \(record)",
        hint: "first:  \(first ?? "no record any more")\n  "
          + "second: \(second ?? "no record any more")")
      return false
    case .failed(let status):
      terminal.problem(
        "the second run of `\(path)` ended with code \(status), where the first was played",
        hint: "what both read has to stay while they run")
      return false
    }
  }
}
