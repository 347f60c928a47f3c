import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedTime
import MetschedWidgets

/// Writes the records of a run wherever they are wanted, and counts them.
final class RunWriter {
  private let configuration: Configuration
  private let clock: RunClock
  private let names: PlacementNames
  private let text: RecordText
  private let json = RecordJSON()
  private var details: RunDetails
  private(set) var summary: Summary

  init(
    _ configuration: Configuration, details: RunDetails, clock: RunClock, usesColor: Bool
  ) {
    self.configuration = configuration
    self.details = details
    self.clock = clock
    names = PlacementNames(configuration)
    summary = Summary(placements: configuration.placements.count)
    let zone = configuration.timezone.value
    text = RecordText(
      layout: RecordText.Layout(
        nameWidth: max(names.width, configuration.events.isEmpty ? 0 : "everybody".count),
        causeWidth: configuration.events.reduce(7) { max($0, $1.causeWidth) },
        showsDay: Self.hasSeveralDays(configuration, clock),
        showsMilliseconds: Self.hasMilliseconds(configuration, clock),
        usesColor: usesColor),
      zone: zone)
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

  func write(
    _ record: Record, _ provider: inout WidgetProvider, to outputs: RunOutputs,
    _ terminal: Terminal
  ) throws {
    summary.count(record)
    // The provider is lent, not copied: two owners would copy its tables at the next change.
    swap(&details.provider, &provider)
    defer { swap(&details.provider, &provider) }
    if outputs.writesJSON || outputs.record != nil {
      let line = json.line(record, &details)
      if outputs.writesJSON { terminal.output(line) }
      try outputs.record?.write(line)
    }
    if !outputs.writesJSON {
      terminal.output(text.line(record, name: name(of: record), &details))
    }
  }

  /// Writes the summary of a run that has ended.
  func finish(
    at end: Instant, lateness: Lateness?, to outputs: RunOutputs, _ terminal: Terminal
  ) throws {
    summary.lateness = lateness.map {
      Summary.Lateness(deadlines: $0.count, mean: $0.mean, longest: $0.longest)
    }
    if !outputs.writesJSON { terminal.output("\n" + summary.text + "\n") }
    try outputs.summary?.write(
      summary.json(
        file: configuration.path, range: clock.start..<max(clock.start, end),
        in: configuration.timezone.value))
  }

  private func name(of record: Record) -> String {
    switch record.scope {
    case .everybody: "everybody"
    case .user(let user): configuration.users[Int(user)].name
    case .placement(let placement):
      names.name(of: details.provider.configuration.placements[Int(placement.index)])
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
    let host = configuration.host
    // Answers of the network bear the instant at which they came.
    if clock.isLive, configuration.asksNetwork { return true }
    return clock.start.milliseconds % 1_000 != 0 || host.latency.value.upperBound > 0
      || host.spacing.value % 1_000 != 0
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
