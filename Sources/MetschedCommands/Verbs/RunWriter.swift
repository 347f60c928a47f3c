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
        showsDay: clock.end.map { zone.date(at: clock.start) != zone.date(at: $0 - 1) } ?? true,
        showsMilliseconds: Self.hasMilliseconds(configuration, clock.start),
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
    if let lateness {
      summary.lateness = Summary.Lateness(mean: lateness.mean, longest: lateness.longest)
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

  private static func hasMilliseconds(
    _ configuration: Configuration, _ start: Instant
  ) -> Bool {
    let host = configuration.host
    return start.milliseconds % 1_000 != 0 || host.latency.value.upperBound > 0
      || host.spacing.value % 1_000 != 0
      || configuration.plans.contains { $0.interval.milliseconds % 1_000 != 0 }
  }
}
