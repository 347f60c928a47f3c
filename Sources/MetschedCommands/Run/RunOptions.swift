/// The file of a run as it was named, and the options that change what it says.
struct RunOptions {
  private static let names = ["set", "overrides", "user", "clock", "speed", "for"]
  /// Those that are each start's own.
  private static let ofClock: Set = ["clock", "speed", "for"]

  var path: String
  /// What each option was given, by its name without dashes.
  var values: [String: [String]] = [:]

  init(path: String) {
    self.path = path
  }

  init(_ arguments: ParsedArguments) {
    path = arguments.operands[0]
    for name in Self.names where arguments.has(name) { values[name] = arguments.all(name) }
  }

  /// Returns whether others say the same of the file, but for the clock.
  func isSame(as other: RunOptions) -> Bool {
    values.filter { !Self.ofClock.contains($0.key) }
      == other.values.filter { !Self.ofClock.contains($0.key) }
  }

  /// Returns the command line that has them.
  ///
  /// - Throws: what this version of metsched finds wrong with them.
  func arguments() throws(ParsedArguments.UsageError) -> ParsedArguments {
    let options = values.sorted { $0.key < $1.key }.flatMap { name, values in
      values.map { "--\(name)=\($0)" }
    }
    return try ParsedArguments(options + ["--", path], for: RunCommand.verb)
  }
}
