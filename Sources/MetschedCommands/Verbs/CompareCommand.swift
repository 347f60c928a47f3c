import MetschedAnalysis
import MetschedConfiguration
import MetschedSources
import MetschedText
import MetschedTime

/// `metsched compare`: one placement under several reload policies.
struct CompareCommand {
  static let verb = Verb(
    name: "compare", abstract: "run a placement under each reload policy, side by side",
    arguments: "FILE [PLACEMENT]", argumentCount: 1...2,
    discussion: """
      Runs a placement by itself under `atEnd`, several dates of `after`, `never`, `auto` and what
      the file says, each time on the file's own host, and tabulates what it comes to: the reloads
      asked for and granted, those without which the same would have shown, the time in which the
      last entry stayed too long, and the entries that never showed. It recommends one, and says
      why.

      Without a placement it is the first one of each widget. --set host=widgetkit asks what the
      system would do.
      """,
    options: [
      .single("for", "DURATION", "how long it is played, such as 2d; the file's own, or 1d"),
      .single("start", "TIME", "when it begins, such as 2026-01-05T09:00"),
    ] + ConfigurationOptions.all + [
      .single(
        "format", "FORMAT", "text, or json for one object a placement", choices: ["text", "json"]),
      ConfigurationOptions.cache, ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched compare widget.yaml alice/TheMetWidget", "which policy suits one placement"),
      ("metsched compare widget.yaml --set host=widgetkit --for 2d", "on the system's limits"),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() async -> ExitCode {
    guard let loaded = LoadedConfiguration.reported(arguments, terminal),
      var configuration = loaded.configuration
    else { return .badConfiguration }
    configuration.clock.choose(.virtual, .builtIn)
    let indices: [Int]
    do {
      indices = try placements(of: configuration)
    } catch {
      terminal.problem(error.message, hint: error.hint)
      return .badConfiguration
    }
    let zone = configuration.timezone.value
    let clock = RunClock(configuration.clock, now: nil, in: zone)
    let range = clock.start..<(clock.end ?? zone.adding(1, .day, to: clock.start))
    let remote = RunNetwork.fetcher(for: configuration, arguments, mode: .offline)
    for (number, index) in indices.enumerated() {
      let placement = configuration.placements[index]
      let table = ComparisonTable(
        placement: configuration.shortName(of: placement), host: configuration.host(of: placement),
        zone: configuration.zones[configuration.users[Int(placement.user)].zone],
        comparison: await PolicyComparison(
          placement, in: configuration, over: range, remote: remote))
      if arguments["format"] == "json" {
        terminal.output(table.json.text + "\n")
      } else {
        terminal.output((number > 0 ? "\n" : "") + table.text)
      }
    }
    return .done
  }

  /// The placement that is named, or the first one of each widget.
  private func placements(
    of configuration: Configuration
  ) throws(PlacementName.Failure) -> [Int] {
    if arguments.operands.count > 1 {
      return [try PlacementName(arguments.operands[1]).index(in: configuration)]
    }
    var met: Set<Int32> = []
    return configuration.placements.indices.filter {
      met.insert(configuration.placements[$0].widget).inserted
    }
  }
}
