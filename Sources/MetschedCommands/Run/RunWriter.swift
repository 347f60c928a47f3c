import MetschedAnalysis
import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedTime
import MetschedWidgets

/// Writes the records of a run wherever they are wanted, and counts them.
final class RunWriter {
  private var configuration: Configuration
  private let clock: RunClock
  private var names: PlacementNames
  private var layout: RecordText.Layout
  private var text: RecordText
  private let json = RecordJSON()
  private var details: RunDetails
  /// What places of the run point into.
  private(set) var loaded: LoadedConfiguration
  private(set) var summary: Summary
  /// What `--report` draws instead of a line for each record; nil without it.
  private var chart: StripChart?
  private let usesColor: Bool
  /// What each record is compared with; nil without `--check-determinism`.
  private let second: SecondRun?
  /// Where revisions of the file come from; nil for a file that stays as it is.
  private let files: LiveFiles?
  /// The revision that the names and places are of.
  private var revision = 0

  init(
    _ prepared: PreparedRun, details: RunDetails, clock: RunClock, second: SecondRun? = nil,
    files: LiveFiles? = nil
  ) {
    self.second = second
    self.files = files
    let configuration = prepared.configuration
    usesColor = prepared.terminal.usesColor(prepared.arguments.colorMode)
    self.configuration = configuration
    self.details = details
    loaded = prepared.loaded
    self.clock = clock
    names = PlacementNames(configuration)
    summary = Summary(
      placements: configuration.placements.count, keepsEach: prepared.arguments.has("summary"))
    if prepared.arguments.has("report") { chart = StripChart() }
    layout = Self.layout(configuration, clock, names, usesColor: usesColor)
    text = RecordText(layout: layout, zone: configuration.timezone.value)
  }

  private static func layout(
    _ configuration: Configuration, _ clock: RunClock, _ names: PlacementNames, usesColor: Bool,
    isEdited: Bool = false
  ) -> RecordText.Layout {
    RecordText.Layout(
      nameWidth: max(names.width, configuration.events.isEmpty ? 0 : "everybody".count),
      causeWidth: configuration.events.reduce(7) { max($0, $1.causeWidth) },
      showsDay: hasSeveralDays(configuration, clock),
      // An edit comes when it comes, between two seconds.
      showsMilliseconds: isEdited || hasMilliseconds(configuration, clock),
      usesColor: usesColor)
  }

  /// Follows the revision of the file that counts, where the run has come to another one.
  func adopt(_ provider: WidgetProvider) {
    guard provider.revision != revision else { return }
    revision = provider.revision
    configuration = provider.configuration
    names = PlacementNames(configuration)
    layout = Self.layout(configuration, clock, names, usesColor: usesColor, isEdited: true)
    text = RecordText(layout: layout, zone: configuration.timezone.value)
    guard let followed = files?.loaded(revision) else { return }
    loaded = followed
    details.follow(followed.place)
  }

  /// The line above the records, and an empty one.
  var header: String {
    let widgets = Set(configuration.placements.map(\.widget)).count
    let placements = configuration.placements.count
    let zone = configuration.timezone.value
    let file = configuration.path.split(separator: "/").last ?? ""
    return "\(file) · \(widgets) widget\(widgets == 1 ? "" : "s"), "
      + "\(placements) placement\(placements == 1 ? "" : "s") · "
      + "host \(configuration.host.profile.value) · \(clock.description(in: zone))\n\n"
  }

  /// The run as its database knows it.
  ///
  /// - Parameter origin: the time at which it begins, on the schedule and on the wall; a virtual
  ///   run knows no other time than its own.
  /// - Returns: the run.
  func storedRun(origin: Instant) -> StoredRun {
    StoredRun(
      file: configuration.path, clock: clock.isLive ? .system : .virtual, start: clock.start,
      wall: origin, origin: origin, speed: clock.isLive ? configuration.clock.speed.value : 1,
      seed: Int64(bitPattern: configuration.clock.seed.value), zone: configuration.timezone.value,
      version: Command.version, layout: layout)
  }

  /// Goes on with the summary of the run's earlier part.
  func goOn(with summary: Summary) {
    self.summary = summary
  }

  /// The summary as a row of the run's state.
  func savedSummary(_ provider: WidgetProvider) -> [UInt8] {
    let configuration = provider.configuration
    return summary.saved { placement in
      configuration.name(of: configuration.placements[Int(placement.index)])
    }
  }

  func write(
    _ record: Record, _ provider: inout WidgetProvider, to outputs: RunOutputs,
    _ terminal: Terminal
  ) throws {
    adopt(provider)
    summary.count(record)
    chart?.count(record)
    // The provider is lent, not copied: two owners would copy its tables at the next change.
    swap(&details.provider, &provider)
    defer { swap(&details.provider, &provider) }
    if outputs.writesJSON || outputs.record != nil || second != nil {
      let line = json.line(record, &details)
      second?.compare(line)
      if outputs.writesJSON { terminal.output(line) }
      try outputs.record?.write(line)
    }
    if let database = outputs.database {
      try database.add(StoredRecord(record, name: name(of: record), &details))
    }
    if !outputs.writesJSON, chart == nil {
      terminal.output(text.line(record, name: name(of: record), &details))
    }
  }

  /// Writes the summary of a run that has ended.
  ///
  /// - Parameters:
  ///   - provider: the widgets as the run left them, with what events added.
  ///   - end: when it ended.
  ///   - lateness: of a live run.
  ///   - outputs: the files.
  ///   - terminal: where text goes.
  /// - Throws: what the files do.
  func finish(
    _ provider: WidgetProvider, at end: Instant, lateness: Lateness?, to outputs: RunOutputs,
    _ terminal: Terminal
  ) throws {
    details.provider = provider
    summary.lateness = lateness.map {
      Summary.Lateness(deadlines: $0.count, mean: $0.mean, longest: $0.longest)
    }
    summary.finish(at: end)
    let range = clock.start..<max(clock.start, end)
    let zone = configuration.timezone.value
    if !outputs.writesJSON {
      if let chart, !range.isEmpty {
        terminal.output(
          chart.text(
            range, in: zone, width: terminal.outputWidth, usesColor: usesColor, name: name(of:)))
      }
      let waits = summary.waits.text(
        moment: { text.moment($0, at: clock.start) }, name: name(of:))
      terminal.output("\n" + summary.text + "\n" + waits)
    }
    guard let file = outputs.summary else { return }
    try summary.json(
      file: configuration.path, range: range, in: zone, label: { details.label(of: $0) },
      to: { try file.write($0) })
  }

  private func name(of placement: PlacementNumber) -> String {
    names.name(of: details.provider.configuration.placements[Int(placement.index)])
  }

  private func name(of record: Record) -> String {
    switch record.scope {
    case .everybody: "everybody"
    case .user(let user): configuration.users[Int(user)].name
    case .placement(let placement): name(of: placement)
    }
  }

  private static func hasSeveralDays(_ configuration: Configuration, _ clock: RunClock) -> Bool {
    let zone = configuration.timezone.value
    guard let end = clock.end, zone.date(at: clock.start) == zone.date(at: end - 1) else {
      return true
    }
    // A clock that is set may come to another day.
    return configuration.events.contains { if case .clock = $0.verb { true } else { false } }
  }

  private static func hasMilliseconds(
    _ configuration: Configuration, _ clock: RunClock
  ) -> Bool {
    // Answers of the network bear the instant at which they came.
    if clock.isLive, configuration.asksNetwork { return true }
    return clock.start.milliseconds % 1_000 != 0
      || configuration.hosts.contains {
        $0.latency.value.upperBound > 0 || $0.spacing.value % 1_000 != 0
      }
      || configuration.plans.contains { $0.interval.milliseconds % 1_000 != 0 }
      || configuration.events.contains(where: \.hasMilliseconds)
  }
}

extension PlannedEvent {
  /// The width of the cause that the event brings about.
  fileprivate var causeWidth: Int {
    let cause: Cause =
      switch verb {
      case .interaction: .interaction
      case .write: .container
      case .timezone: .timezone
      default: .reload
      }
    return cause.name.count
  }

  /// Whether the event leads to times that are no whole seconds.
  fileprivate var hasMilliseconds: Bool {
    let change =
      switch verb {
      case .clock(.forwards(let step)), .clock(.backwards(let step)): step.milliseconds
      case .clock(.to(let instant)): instant.milliseconds
      default: Int64(0)
      }
    return [at.milliseconds, dates?.step.milliseconds ?? 0, length?.milliseconds ?? 0, change]
      .contains { $0 % 1_000 != 0 }
  }
}
