internal import MetschedDiagnostics
internal import MetschedTime

/// Reads the keys of the file one after the other and keeps the configuration they give.
struct FileReader {
  let path: String
  var decoder: FileDecoder
  /// What was read; of use only where no error was found.
  private(set) var configuration: Configuration?
  /// The placements whose layers are kept; nil where nobody asks.
  private(set) var trace: LayerTrace?

  init(path: String, decoder: FileDecoder, trace: LayerTrace? = nil) {
    self.path = path
    self.trace = trace
    self.decoder = decoder
  }

  /// Reads the file's root, and the users of override files.
  mutating func read(_ root: Field, overrides: [Field]) {
    guard let fields = decoder.fields(root, as: FileKey.self) else { return }
    decoder.layer = .widget
    if let version = fields[.version] { readVersion(version) }
    var timezone = Setting(ZoneTable.utc, Origin.builtIn)
    if let field = fields[.timezone], let zone = decoder.zoneTable(field) {
      timezone = decoder.setting(zone, field)
    }
    decoder.zone = timezone.value
    let container = fields[.container].flatMap { field in
      decoder.text(field, example: "container").map { decoder.setting($0, field) }
    }
    decoder.hasContainer = container != nil
    let link = fields[.link].flatMap { decoder.link($0) }
    let clock = decoder.clock(fields[.clock])
    let host = decoder.host(fields[.host])
    let intents = fields[.intents].map { decoder.intents($0) } ?? []
    guard let widgets = fields[.widgets] else {
      decoder.report(.noWidgets(at: root.keyRange))
      return
    }
    let (kinds, drafts) = decoder.widgets(widgets, intents: intents)
    var placements = PlacementDecoder(decoder, host: host, kinds: kinds, drafts: drafts)
    placements.trace = trace
    placements.read(fields[.users], overrides: overrides)
    trace = placements.trace
    let events = fields[.events].map { placements.events($0, from: clock.start.value) } ?? []
    let tests =
      fields[.tests].map { placements.tests($0, events: events, from: clock.start.value) } ?? []
    if fields[.users] != nil || !overrides.isEmpty { placements.warnOfUnplacedKinds() }
    decoder = placements.decoder
    configuration = Configuration(
      path: path, timezone: timezone, container: container, link: link, clock: clock,
      hosts: placements.hosts, intents: intents, widgets: drafts.compactMap { $0?.widget },
      users: placements.users,
      placements: placements.placements, settings: placements.settings, zones: placements.zones,
      plans: placements.plans.plans, events: events,
      planMaker: PlanMaker(drafts.compactMap { $0?.recipe }, zone: timezone.value),
      tests: tests)
  }

  private mutating func readVersion(_ field: Field) {
    guard let scalar = decoder.scalar(field, expected: FileKey.version.shape) else { return }
    if scalar.text != "1" { decoder.report(.unknownVersion(scalar.text, field)) }
  }
}
