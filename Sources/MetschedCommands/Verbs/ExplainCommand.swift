import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedRuntime
import MetschedSources
import MetschedText
import MetschedTime

/// `metsched explain`: what a placement shows and why, or where a value comes from.
struct ExplainCommand {
  static let verb = Verb(
    name: "explain", abstract: "say what a placement shows and why, or who set one of its values",
    arguments: "FILE PLACEMENT", argumentCount: 2...2,
    discussion: """
      Says what shows at an instant and since when, what comes next, which policy was chosen and
      where it stands, the date that it asks for and the date that the host grants, and the rule
      that moved it. The answer is taken from a virtual run of the file, events included; it goes
      on where the file's own run ends.

      A placement is named user/Kind/id/family; what is clear may be left out at the end.

      With --value it lists every layer that set the value, the one that counts first, each with
      its place, and what the value does: a day of the placement alone, with it and with the
      layer below.
      """,
    options: [
      .single(
        "at", "TIME", "2026-01-05T09:00, or the first 09:00 of the run; its start without it"),
      .single("next", "N", "list as many of the entries and reloads that come"),
      .single("value", "NAME", "a parameter, or interval, query, limit, reload, families"),
      .single("start", "TIME", "when the run begins, such as 2026-01-05T09:00"),
    ] + ConfigurationOptions.all + [
      .single("format", "FORMAT", "text or json", choices: ["text", "json"]),
      ConfigurationOptions.cache, ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      (
        "metsched explain widget.yaml alice/TheMetWidget --at 12:00 --next 5",
        "what shows at noon, why, and what comes"
      ),
      (
        "metsched explain widget.yaml bob/MetSearchWidget/hall --value interval",
        "who sets the interval, and what it changes"
      ),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal
  private let name: PlacementName

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
    name = PlacementName(arguments.operands[1])
  }

  func run() async -> ExitCode {
    let trace = arguments["value"].map { _ in LayerTrace(user: name.user, kind: name.kind) }
    guard let loaded = LoadedConfiguration.reported(arguments, terminal, trace: trace),
      let configuration = loaded.configuration
    else { return .badConfiguration }
    if let value = arguments["value"] {
      if arguments["at"] != nil || arguments["next"] != nil {
        terminal.problem("`--value` is about no instant, so `--at` and `--next` say nothing to it")
        return .usage
      }
      guard let index = index(in: configuration) else { return .badConfiguration }
      return await explain(value, at: index, configuration, loaded)
    }
    // What events add can be asked about too.
    var all = configuration
    all.placements += configuration.addedPlacements
    guard let index = index(in: all) else { return .badConfiguration }
    return await explain(all.placements[index], configuration, loaded)
  }

  private func index(in configuration: Configuration) -> Int? {
    do {
      return try name.index(in: configuration)
    } catch {
      terminal.problem(error.message, hint: error.hint)
      return nil
    }
  }

  // MARK: A moment

  private func explain(
    _ placement: Placement, _ configuration: Configuration, _ loaded: LoadedConfiguration
  ) async -> ExitCode {
    var configuration = configuration
    configuration.clock.choose(.virtual, .builtIn)
    let zone = configuration.timezone.value
    let clock = RunClock(configuration.clock, now: nil, in: zone)
    let count: Int
    let at: Instant?
    do {
      count = try self.count()
      at = try instant(from: clock.start, in: zone)
    } catch {
      terminal.problem(error.message, hint: error.hint)
      return .usage
    }
    let moment = await MomentObserver.moment(
      of: placement, in: configuration, at: at, next: count, remote: remote(configuration))
    let explanation = MomentExplanation(
      placement: configuration.name(of: placement), moment: moment, loaded: loaded,
      runEnd: clock.end, host: configuration.host(of: placement), count: count)
    let isJSON = arguments["format"] == "json"
    terminal.output(isJSON ? explanation.json.text + "\n" : explanation.text)
    return .done
  }

  private func count() throws(PlacementName.Failure) -> Int {
    guard let text = arguments["next"] else { return 0 }
    guard let count = Int(text), (1...10_000).contains(count) else {
      throw PlacementName.Failure(
        message: "`--next` is a whole number from 1 to 10000, not `\(text)`")
    }
    return count
  }

  /// Reads `--at`, which is not before the start.
  private func instant(
    from start: Instant, in zone: ZoneTable
  ) throws(PlacementName.Failure) -> Instant? {
    guard let text = arguments["at"] else { return nil }
    if let time = TimeOfDay(text) { return zone.next(time, after: start - 1) }
    guard let literal = InstantLiteral(text), Instant.supportedYears.contains(literal.year) else {
      throw PlacementName.Failure(
        message: "`--at` is a time such as `2026-01-05T09:00` or `09:00`, not `\(text)`")
    }
    let instant = literal.resolved(in: zone)
    guard instant >= start else {
      throw PlacementName.Failure(
        message: "`\(text)` lies before the start of the run, \(start.rfc3339(in: zone))",
        hint: "`--start TIME` lets it begin earlier")
    }
    return instant
  }

  /// What answers for the network: the cache, as in a virtual run.
  private func remote(_ configuration: Configuration) -> RemoteFetcher? {
    RunNetwork.fetcher(for: configuration, arguments, mode: .offline)
  }

  // MARK: A value

  private func explain(
    _ name: String, at index: Int, _ configuration: Configuration, _ loaded: LoadedConfiguration
  ) async -> ExitCode {
    let placement = configuration.placements[index]
    let traced = loaded.trace?.placements.first {
      $0.widget == placement.widget && $0.id == placement.id && $0.range == placement.range
    }
    let intent = configuration.widgets[Int(placement.widget)].intent
    let parameters = intent.map { configuration.intents[$0].parameters } ?? []
    // What the placement's family lacks is no value of it.
    let values = (traced?.values ?? []).filter { value in
      parameters.first { $0.name == value.name }?.exists(in: placement.family) ?? true
    }
    let wanted = name == PlacementKey.family.rawValue ? PlacementKey.families.rawValue : name
    guard let value = values.first(where: { $0.name == wanted }) else {
      let names = values.map(\.name)
      let near = Nearest.match(name, among: names).map { "; did you mean `\($0)`?" } ?? ""
      terminal.problem(
        "`\(configuration.name(of: placement))` has no value `\(name)`\(near)",
        hint: "there is " + names.map { "`\($0)`" }.joined(separator: ", "))
      return .badConfiguration
    }
    var effect: ValueEffect?
    var conflict: String?
    do {
      effect = try await ValueEffect.of(
        value, at: index, in: configuration, remote: remote(configuration))
    } catch {
      conflict = error.message
    }
    let explanation = ValueExplanation(
      placement: configuration.name(of: placement), value: value, effect: effect,
      conflict: conflict, loaded: loaded)
    let isJSON = arguments["format"] == "json"
    terminal.output(isJSON ? explanation.json.text + "\n" : explanation.text)
    return .done
  }
}
