internal import MetschedDiagnostics
internal import MetschedTime

/// Writes a configuration out as one file that says everything: what is built in, what override
/// files and `--set` have put in, and every placement with its values.
///
/// The settings of the file and the users come from the configuration; intents, widgets and events
/// are the file's own nodes in the order of the language's tables, with aliases and merge keys
/// resolved. Reading the result gives the same configuration.
package struct ResolvedFile {
  let configuration: Configuration
  let root: PatchedNode
  /// The users that are written; nil for all.
  let chosen: Set<String>?

  /// Resolves what a load has read; nil where something was wrong with it.
  ///
  /// - Parameters:
  ///   - result: what the loader gave.
  ///   - users: whose placements are written; nil for all.
  package init?(_ result: ConfigurationLoader.Result, users: Set<String>? = nil) {
    guard let configuration = result.configuration, let root = result.root else { return nil }
    self.configuration = configuration
    self.root = root
    chosen = users
  }

  /// The whole file.
  package var node: ResolvedNode {
    var entries = [
      ResolvedEntry("version", ResolvedNode("1", origin(of: FileKey.version))),
      ResolvedEntry(
        "timezone",
        ResolvedNode(
          text: configuration.timezone.value.identifier, configuration.timezone.origin)),
    ]
    if let container = configuration.container {
      entries.append(
        ResolvedEntry("container", ResolvedNode(text: container.value, container.origin)))
    }
    if let link = configuration.link {
      entries.append(ResolvedEntry("link", ResolvedNode(text: link.value, link.origin)))
    }
    entries.append(ResolvedEntry("clock", clock))
    if let missed { entries.append(ResolvedEntry("missed", missed)) }
    entries.append(ResolvedEntry("host", host(configuration.host)))
    for key in [FileKey.intents, .widgets] {
      guard let field = field(key) else { continue }
      let node = resolved(
        field, shape: key.shape, layer: key == .widgets ? .widget : .parameterDefault)
      entries.append(ResolvedEntry(key.rawValue, key == .widgets ? filled(node) : node))
    }
    entries.append(ResolvedEntry("users", users))
    if let events { entries.append(ResolvedEntry("events", events)) }
    // Tests name users, who may not be among those that were chosen.
    if chosen == nil, let tests = field(.tests) {
      entries.append(ResolvedEntry("tests", data(tests, layer: .widget)))
    }
    return ResolvedNode(entries)
  }

  func field(_ key: FileKey) -> PatchedNode? {
    root.entries.first { $0.name == key.rawValue && !$0.value.isNull }?.value
  }

  private func origin(of key: FileKey) -> Origin {
    field(key).map { Origin(.widget, $0.range) } ?? .builtIn
  }

  // MARK: Clock and host

  private var clock: ResolvedNode {
    let settings = configuration.clock
    var entries: [ResolvedEntry] = []
    if settings.kind.value == .virtual {
      let start = settings.start.value.rfc3339(in: configuration.timezone.value)
      entries.append(ResolvedEntry("start", ResolvedNode(start, settings.start.origin)))
    } else {
      let speed = decimal(settings.speed.value)
      entries.append(ResolvedEntry("speed", ResolvedNode(speed, settings.speed.origin)))
    }
    if let length = settings.length {
      entries.append(ResolvedEntry("for", ResolvedNode(length.value.description, length.origin)))
    }
    entries.append(
      ResolvedEntry("seed", ResolvedNode(String(settings.seed.value), settings.seed.origin)))
    let kind = settings.kind.value == .virtual ? ClockKey.virtual : .system
    return ResolvedNode([ResolvedEntry(kind.rawValue, ResolvedNode(entries))])
  }

  /// What a virtual run, which is never down, says nothing about unless the file does.
  private var missed: ResolvedNode? {
    let settings = configuration.missed
    guard configuration.clock.kind.value == .system || field(.missed) != nil else { return nil }
    return ResolvedNode([
      ResolvedEntry("rule", ResolvedNode(settings.rule.value.rawValue, settings.rule.origin)),
      ResolvedEntry("grace", ResolvedNode(duration(settings.grace.value), settings.grace.origin)),
    ])
  }

  /// A host with all its figures, so that it says the same over any other.
  func host(_ settings: HostSettings) -> ResolvedNode {
    var entries = [
      ResolvedEntry(
        "profile", ResolvedNode(settings.profile.value.rawValue, settings.profile.origin))
    ]
    if let budget = settings.budget {
      entries.append(ResolvedEntry("budget", ResolvedNode(String(budget.value), budget.origin)))
    }
    let latency = settings.latency.value
    let least = duration(latency.lowerBound)
    let greatest = duration(latency.upperBound)
    entries += [
      ResolvedEntry(
        "spacing", ResolvedNode(duration(settings.spacing.value), settings.spacing.origin)),
      ResolvedEntry(
        "latency",
        ResolvedNode(
          latency.count == 1 ? least : "\(least)-\(greatest)", settings.latency.origin)),
      ResolvedEntry(
        "time-limit", ResolvedNode(duration(settings.timeLimit.value), settings.timeLimit.origin)),
      ResolvedEntry("edits", ResolvedNode(settings.edits.value.rawValue, settings.edits.origin)),
    ]
    if let visible = settings.visible {
      entries.append(
        ResolvedEntry("visible", ResolvedNode(text: "\(visible.value)", visible.origin)))
    }
    entries.append(
      ResolvedEntry(
        "debugger", ResolvedNode("\(settings.debugger.value)", settings.debugger.origin)))
    return ResolvedNode(entries)
  }

  private func duration(_ milliseconds: Int64) -> String {
    Step(milliseconds: milliseconds).description
  }
}

/// Returns a decimal as the language writes it: without an exponent.
func decimal(_ value: Double) -> String {
  if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
  let text = String(value)
  guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
  else { return text }
  // What is too small for plain digits is written out: 1e-05 is 0.00001.
  let sign = value < 0 ? "-" : ""
  let digits = text[..<mark].filter { $0.isNumber }
  let zeros = String(repeating: "0", count: max(0, -exponent - 1))
  return "\(sign)0.\(zeros)\(digits)"
}
