import MetschedAnalysis
import MetschedConfiguration
import MetschedSources
import MetschedText
import MetschedTime

/// `metsched dst`: what every clock change does to the placements of a file.
struct DSTCommand {
  static let verb = Verb(
    name: "dst", abstract: "say what every clock change does to the placements",
    arguments: "FILE", argumentCount: 1...1,
    discussion: """
      Runs every different placement around every clock change of its zone, and on the same days
      of a week without one, and lists what is another: entries and reloads that are skipped,
      doubled or shifted. The host is the file's own without its limits, so that what differs is
      the clock's doing. It also proves of each run that dates rise, that none comes twice and
      that nothing reloads in a loop; exit code 1 if that fails.
      """,
    options: [
      .single("years", "N", "how far it looks from the start on; 1 unless given"),
      .flag("all-zones", "try each placement in every zone there is"),
      .single("start", "TIME", "when the years begin, such as 2026-01-05"),
    ] + ConfigurationOptions.all + [
      .single(
        "format", "FORMAT", "text, or json for one object a clock change",
        choices: ["text", "json"]),
      ConfigurationOptions.cache, ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched dst widget.yaml", "the clock changes of the coming year"),
      ("metsched dst widget.yaml --all-zones --format json", "everywhere, for another program"),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() async -> ExitCode {
    guard let years = Int64(arguments["years"] ?? "1"), (1...100).contains(years) else {
      terminal.problem(
        "`--years` is a whole number from 1 to 100, not `\(arguments["years"] ?? "")`")
      return .usage
    }
    guard let loaded = LoadedConfiguration.reported(arguments, terminal),
      let configuration = loaded.configuration
    else { return .badConfiguration }
    if arguments.has("all-zones"), ZoneTable.all.isEmpty {
      terminal.problem(
        "this machine has no list of zones, `/usr/share/zoneinfo/tzdata.zi`",
        hint: "`apt-get install tzdata` brings it")
      return .failed
    }
    let start = configuration.clock.start.value
    let zone = configuration.timezone.value
    let local = zone.local(at: start)
    let date = local.date
    // 29 February ends with the day after it in years that have none.
    let last =
      CivilDate(year: date.year + Int(years), month: date.month, day: date.day)
      ?? date.adding(days: 366 * years)
    let end = zone.instant(of: LocalTime(date: last, timeOfDay: local.timeOfDay))
    let report = await ClockChangeReport(
      configuration, during: start..<end, allZones: arguments.has("all-zones"),
      remote: RunNetwork.fetcher(for: configuration, arguments, mode: .offline))
    let text = ClockChangeText(report: report, path: arguments.operands[0], zone: zone)
    if arguments["format"] == "json" {
      terminal.output(text.jsonLines)
    } else {
      terminal.output(text.text(from: start, to: end))
    }
    return report.broken == 0 ? .done : .failed
  }
}
