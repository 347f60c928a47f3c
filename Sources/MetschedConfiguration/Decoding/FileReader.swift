internal import MetschedDiagnostics
internal import MetschedTime

/// Reads the keys of the file one after the other and keeps the configuration they give.
struct FileReader {
  let path: String
  var decoder: FileDecoder
  /// An event that stands beside the file, and the instant from which its dates count.
  var commanded: (field: Field, start: Instant)?
  /// How long the run lasts, in the place of what the clock says.
  var length: Field?
  /// How the placements that this event is checked against differ from the file's.
  var roster = RosterDifference()
  /// What that event says; of use only where no error was found.
  private(set) var event: (event: PlannedEvent, isDated: Bool)?
  /// What was read; of use only where no error was found.
  private(set) var configuration: Configuration?
  /// The placements whose layers are kept; nil where nobody asks.
  private(set) var trace: LayerTrace?
  /// Whether something is wrong with what users have stored, and with nothing else.
  private(set) var hasOnlyStoredErrors = false
  /// The users that were read while the file was being parsed.
  private let ahead: UsersAhead?

  init(
    path: String, decoder: FileDecoder, trace: LayerTrace? = nil, ahead: UsersAhead? = nil
  ) {
    self.path = path
    self.ahead = ahead
    self.trace = trace
    self.decoder = decoder
  }

  /// Reads the file's root, and the users of override files.
  mutating func read(_ root: Field, overrides: [Field]) {
    guard let head = readHead(root) else { return }
    let fields = head.fields
    var placements = placementDecoder(head)
    placements.trace = trace
    let isDefined = !placements.decoder.diagnostics.hasErrors
    if let ahead, ahead.fits(root.value) { placements.ahead = ahead }
    placements.read(fields[.users], overrides: overrides)
    let storedErrors = placements.decoder.diagnostics.errorCount
    trace = placements.trace
    let events = placements.events(
      fields[.events], from: head.clock.start.value, beside: commanded, roster)
    event = placements.commanded
    let tests =
      fields[.tests].map { field in
        placements.tests(field, events: events, from: head.clock.start.value)
      } ?? []
    if fields[.users] != nil || !overrides.isEmpty { placements.warnOfUnplacedKinds() }
    decoder = placements.decoder
    hasOnlyStoredErrors =
      isDefined && storedErrors > 0 && decoder.diagnostics.errorCount == storedErrors
    let drafts = placements.drafts.compactMap { $0 }
    configuration = Configuration(
      path: path, timezone: head.timezone, container: head.container, link: head.link,
      clock: head.clock, missed: head.missed, hosts: placements.hosts, intents: head.intents,
      widgets: drafts.map(\.widget), users: placements.users,
      placements: placements.placements, settings: placements.settings, zones: placements.zones,
      plans: placements.plans.plans, events: events,
      planMaker: PlanMaker(drafts.map(\.recipe), zone: head.timezone.value), tests: tests)
  }

  /// What a file says apart from its users and events.
  struct Head {
    var fields: Fields<FileKey>
    var timezone: Setting<ZoneTable>
    var container: Setting<String>?
    var link: Setting<String>?
    var clock: ClockSettings
    var missed: MissedSettings
    var host: HostSettings
    var intents: [Intent]
    /// The widgets by their kinds' names.
    var kinds: [String: Int]
    var drafts: [WidgetDraft?]
  }

  /// Reads what users are read with; nil where that cannot be, which has been reported.
  mutating func readHead(_ root: Field) -> Head? {
    guard let fields = decoder.fields(root, as: FileKey.self) else { return nil }
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
    var clock = decoder.clock(fields[.clock])
    if let length { decoder.length(length, of: &clock) }
    let missed = decoder.missed(fields[.missed])
    let host = decoder.host(fields[.host])
    let intents = fields[.intents].map { decoder.intents($0) } ?? []
    guard let widgets = fields[.widgets] else {
      decoder.report(.noWidgets(at: root.keyRange))
      return nil
    }
    let (kinds, drafts) = decoder.widgets(widgets, intents: intents)
    return Head(
      fields: fields, timezone: timezone, container: container, link: link, clock: clock,
      missed: missed, host: host, intents: intents, kinds: kinds, drafts: drafts)
  }

  /// Returns what reads users under what stands before them.
  func placementDecoder(_ head: Head) -> PlacementDecoder {
    PlacementDecoder(decoder, host: head.host, kinds: head.kinds, drafts: head.drafts)
  }

  private mutating func readVersion(_ field: Field) {
    guard let scalar = decoder.scalar(field, expected: FileKey.version.shape) else { return }
    if scalar.text != "1" { decoder.report(.unknownVersion(scalar.text, field)) }
  }
}
