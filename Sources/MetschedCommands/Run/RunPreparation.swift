import MetschedConfiguration

/// A file as the command line wants it run: the same at the start and whenever it is read again.
struct RunPreparation {
  let arguments: ParsedArguments

  /// What does not fit.
  struct Problem: Error {
    var message: String
    var hint: String?
    var code: ExitCode
  }

  /// Returns a file's configuration with what `--user`, `--clock`, `--start` and `--speed` say.
  ///
  /// - Throws: what does not go together.
  func applied(to configuration: Configuration) throws(Problem) -> Configuration {
    var configuration = configuration
    try select(in: &configuration)
    try chooseClock(in: &configuration)
    return configuration
  }

  /// Keeps the placements of the users that were asked for.
  private func select(in configuration: inout Configuration) throws(Problem) {
    let users = arguments.all("user")
    guard !users.isEmpty else { return }
    if let message = configuration.missingUser(among: users) {
      throw Problem(message: message, code: .badConfiguration)
    }
    let names = configuration.users.map(\.name)
    let chosen = Set(names.indices.filter { users.contains(names[$0]) }.map(Int32.init))
    configuration.select(users: chosen)
  }

  private func chooseClock(in configuration: inout Configuration) throws(Problem) {
    if let clock = arguments["clock"] {
      configuration.clock.choose(clock == "system" ? .system : .virtual, .builtIn)
    } else if arguments["start"] != nil {
      configuration.clock.choose(.virtual, .builtIn)
    }
    let isLive = configuration.clock.kind.value == .system
    if isLive, arguments["start"] != nil {
      throw Problem(
        message: "the system clock starts now, so `--start` says nothing to it", code: .usage)
    }
    guard let text = arguments["speed"] else { return }
    guard isLive else {
      throw Problem(
        message: "`--speed` is the system clock's; a virtual run takes no time", code: .usage)
    }
    guard let speed = Double(text), (0.001...1_000_000).contains(speed) else {
      throw Problem(
        message: "`--speed` is a number from 0.001 to 1000000, not `\(text)`", code: .usage)
    }
    configuration.clock.speed = Setting(speed, .builtIn)
  }
}
