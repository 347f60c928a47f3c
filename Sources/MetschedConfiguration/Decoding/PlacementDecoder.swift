internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// Reads `users:` of the file and of its override files into users and placements.
///
/// One pass over the users in file order: what a user's entry says is read once, resolved, and
/// kept as a few numbers.
struct PlacementDecoder {
  var decoder: FileDecoder
  let kinds: [String: Int]
  let drafts: [WidgetDraft?]
  var plans: PlanTable
  /// What is known of users of the usual shape.
  var usual: UsualUsers
  /// The users that were read while the file was being parsed, if they count.
  var ahead: UsersAhead?
  /// The placements whose layers are kept; nil where nobody asks.
  var trace: LayerTrace?

  var users: [User] = []
  var placements: [Placement] = []
  var settings: [PlacedSetting] = []
  private(set) var zones: [ZoneTable]
  /// The file's host, then those of users.
  private(set) var hosts: [HostSettings]
  private var hostFigures: Set<HostSettings.Figures> = []
  private var zoneNumbers: [String: Int]
  /// For each kind whether somebody has placed it.
  var isPlaced: [Bool]
  /// How many new users of override files were looked up among the known ones.
  private var lookedUp = 0
  /// Whether the users could be read at all.
  private var isList = true
  /// The event that stands beside the file's.
  var commanded: (event: PlannedEvent, isDated: Bool)?
  /// The placements that an event adds, while one is read.
  var addedByEvent: [Placement]?
  /// What all events of the file add, and for whom; nil for everybody.
  var addedByEvents: [(user: Int32?, placements: [Placement])] = []

  /// The value of one user, kind or placement in one file: 0 for the file itself.
  struct Layered {
    var file: UInt8
    var field: Field
  }

  init(
    _ decoder: FileDecoder, host: HostSettings, kinds: [String: Int], drafts: [WidgetDraft?]
  ) {
    self.decoder = decoder
    self.kinds = kinds
    self.drafts = drafts
    plans = PlanTable(drafts)
    usual = UsualUsers(drafts, kinds: kinds)
    isPlaced = Array(repeating: false, count: drafts.count)
    hosts = [host]
    zones = [decoder.zone]
    zoneNumbers = [decoder.zone.identifier: 0]
  }

  /// Reads the users of the file, then those whom override files add.
  mutating func read(_ main: Field?, overrides: [Field]) {
    guard main != nil || !overrides.isEmpty else {
      addDefaultUser()
      return
    }
    var added: [String: [Layered]] = [:]
    var order: [String] = []
    for (index, field) in overrides.enumerated() {
      guard decoder.isMapping(field, expected: FileKey.users.shape) else { continue }
      for entry in decoder.entries(field) {
        if added[entry.name] == nil { order.append(entry.name) }
        let layered = Layered(file: UInt8(clamping: index + 1), field: entry)
        added[entry.name, default: []].append(layered)
      }
    }
    var known: Set<String> = []
    if let main, decoder.isMapping(main, expected: FileKey.users.shape) {
      reserve(users: main.value.count)
      forEachUser(of: main.value, takesShortCuts: overrides.isEmpty) { reader, entry in
        guard let name = entry.name else {
          reader.decoder.report(.keyIsNoText(at: entry.keyRange))
          return
        }
        guard !name.hasPrefix("x-"), overrides.isEmpty || known.insert(name).inserted else {
          return
        }
        let field = Field(name: name, keyRange: entry.keyRange, value: entry.value)
        let own = Layered(file: 0, field: field)
        reader.readUser(name, [own] + (added[name] ?? []), takesShortCuts: !overrides.isEmpty)
      }
    }
    for name in order where !known.contains(name) {
      guard let layers = added[name] else { continue }
      warnIfMisspelt(name, layers[0].field, known)
      readUser(name, layers, takesShortCuts: true)
    }
    isList = main?.value.kind != .sequence && main?.value.kind != .scalar
  }

  /// Makes room for so many users with a few values each; memory that stays empty costs nothing.
  mutating func reserve(users count: Int) {
    users.reserveCapacity(count)
    placements.reserveCapacity(count)
    settings.reserveCapacity(4 * count)
    plans.reserve(users: count)
  }

  /// Warns of the kinds that nobody has, and that no event adds.
  mutating func warnOfUnplacedKinds() {
    guard isList else { return }
    for index in drafts.indices where !isPlaced[index] {
      if let draft = drafts[index] { decoder.report(.unplacedKind(draft.widget)) }
    }
  }

  /// Places every kind once for `me`.
  private mutating func addDefaultUser() {
    users.append(User(name: "me", zone: 0, host: 0, container: nil, range: nil))
    for index in drafts.indices {
      guard let draft = drafts[index] else { continue }
      let single = PlacementDraft(id: "main", range: nil, layers: [])
      place([single], draft, widget: index)
    }
  }

  /// Warns of a new user whose name is nearly that of a known one.
  private mutating func warnIfMisspelt(_ name: String, _ field: Field, _ known: Set<String>) {
    // A file of users may have hundreds of thousands; a slip of the pen is looked for in few.
    guard known.count <= 500, lookedUp < 50 else { return }
    lookedUp += 1
    guard let meant = decoder.nearest(name, among: known.sorted()) else { return }
    decoder.report(.newUser(field, meant))
  }

  // MARK: Users

  private mutating func readUser(_ name: String, _ layers: [Layered], takesShortCuts: Bool) {
    if takesShortCuts, layers.count == 1, readUsual(layers[0]) { return }
    let first = layers[0].field
    if !Self.isName(name) {
      decoder.report(.invalidName(first, what: "a user", example: "alice"))
    }
    var user = User(name: name, zone: 0, host: 0, container: nil, range: first.keyRange)
    var uses: [(kind: Int, layers: [Layered])] = []
    for layered in layers where !layered.field.value.isNull {
      guard layered.field.value.kind == .mapping else {
        decoder.report(wrongType: layered.field, expected: .mapping(UserKey.table))
        continue
      }
      decoder.layer = .user(file: layered.file)
      for entry in decoder.entries(layered.field) {
        if let kind = kinds[entry.name] {
          use(kind, Layered(file: layered.file, field: entry), nil, &uses)
        } else if let (kind, former) = decoder.formerKinds[entry.name] {
          use(kind, Layered(file: layered.file, field: entry), former, &uses)
        } else {
          readKey(entry, of: &user)
        }
      }
    }
    users.append(user)
    for use in uses { readKind(use.kind, use.layers) }
  }

  /// Keeps what one file says of a user's kind, perhaps under a former name of it.
  private mutating func use(
    _ kind: Int, _ next: Layered, _ former: FormerName?,
    _ uses: inout [(kind: Int, layers: [Layered])]
  ) {
    let index = uses.firstIndex { $0.kind == kind }
    let first = index.flatMap { uses[$0].layers.last }
    // The same key twice in one mapping was reported when parsed.
    if let first, first.file == next.file, first.field.name != next.field.name {
      let today = drafts[kind]?.widget.kind ?? next.field.name
      decoder.report(.kindAndFormerKind(next.field, first: first.field, today))
    } else if former != nil {
      _ = formerKind(next.field.name, at: next.field.keyRange)
    }
    if let index { uses[index].layers.append(next) } else { uses.append((kind, [next])) }
  }

  /// Returns the kind that a former one is now, with a warning; nil where there is none.
  mutating func formerKind(_ name: String, at range: SourceRange) -> Int? {
    guard let (kind, former) = decoder.formerKinds[name] else { return nil }
    let today = drafts[kind]?.widget.kind ?? name
    decoder.report(.renamed(name, to: today, at: range, former))
    return kind
  }

  private mutating func readKey(_ field: Field, of user: inout User) {
    switch UserKey(rawValue: field.name) {
    case .timezone where !field.value.isNull:
      if let zone = decoder.zoneTable(field) {
        user.zone = number(of: zone)
        usual.learn(zone: field.value.text, number: user.zone)
        user.zoneOrigin = Origin(decoder.layer, field.range)
      }
    case .container where !field.value.isNull:
      if let path = decoder.text(field, example: "alice") {
        user.container = decoder.setting(path, field)
      }
    case .host where !field.value.isNull: readHost(field, of: &user)
    case .timezone, .container, .host: break
    case nil:
      let names = kinds.sorted { $0.value < $1.value }.map(\.key)
      let keys = UserKey.table.names
      let meant = decoder.nearest(field.name, among: names + keys)
      if field.name.first?.isUppercase == true
        || meant.map({ names.contains($0.candidate) }) == true
      {
        decoder.report(.unknownKind(field, known: names, meant))
      } else {
        decoder.report(.unknownKey(field, of: UserKey.owner, known: keys, meant))
      }
    }
  }

  /// Lays a user's host over the file's, or over what a lower layer says of the user's.
  private mutating func readHost(_ field: Field, of user: inout User) {
    let host = decoder.host(field, over: hosts[user.host])
    if user.host > 0 {
      hosts[user.host] = host
    } else {
      user.host = hosts.count
      hosts.append(host)
    }
    hostFigures.insert(host.figures)
    if hostFigures.count == Self.mostHosts + 1 { decoder.report(.tooManyHosts(at: field.keyRange)) }
  }

  /// How many hosts may differ: the machine keeps their numbers in two bytes.
  private static let mostHosts = 30_000

  mutating func number(of zone: ZoneTable) -> Int {
    if let known = zoneNumbers[zone.identifier] { return known }
    zoneNumbers[zone.identifier] = zones.count
    zones.append(zone)
    return zones.count - 1
  }

  // MARK: Placements

  /// Reads what an event adds under a kind, as it would stand under a user.
  mutating func additions(_ kind: Int, _ field: Field) -> [Placement] {
    addedByEvent = []
    readKind(kind, [Layered(file: 0, field: field)])
    defer { addedByEvent = nil }
    return addedByEvent ?? []
  }

  /// A placement while the files are laid over each other.
  struct PlacementDraft {
    var id: String
    var range: SourceRange?
    /// What sets its values, from the lowest layer to the highest.
    var layers: [UserValues]

    /// The families that the highest layer picks.
    var pick: UserValues.Pick? { layers.last { $0.pick != nil }?.pick }
  }

  private mutating func readKind(_ kind: Int, _ layers: [Layered]) {
    isPlaced[kind] = true
    guard let draft = drafts[kind] else { return }
    var found: [PlacementDraft] = []
    var common: [UserValues] = []
    for layered in layers {
      let layer = Layer.user(file: layered.file)
      guard let values = values(layered.field, draft, widget: kind, layer: layer) else { continue }
      common.append(values)
      for index in found.indices { found[index].layers.append(values) }
      guard let list = values.list else {
        if found.isEmpty {
          found.append(
            PlacementDraft(id: values.id?.name ?? "main", range: values.range, layers: common))
        }
        continue
      }
      if let id = values.id {
        decoder.report(.idBesidePlacements(at: id.range, list: list.keyRange))
      }
      readList(list, draft, kind, layered.file, common, into: &found)
    }
    place(found, draft, widget: kind)
  }

  /// Reads `placements:`; in an override file an id that exists is changed, another is added.
  private mutating func readList(
    _ list: Field, _ draft: WidgetDraft, _ kind: Int, _ file: UInt8, _ common: [UserValues],
    into found: inout [PlacementDraft]
  ) {
    guard let elements = decoder.elements(list, expected: PlacementKey.placements.shape) else {
      return
    }
    guard !elements.isEmpty else {
      decoder.report(.emptyList(list, example: "[{id: hall}]"))
      return
    }
    // Only what files below have placed is changed; two of one id in this list are two.
    let earlier = Dictionary(grouping: found.indices) { found[$0].id }
    for element in elements {
      let layer = Layer.placement(file: file)
      guard let values = values(element, draft, widget: kind, layer: layer) else { continue }
      let id = values.id?.name ?? "main"
      let matching = (earlier[id] ?? []).filter { index in
        guard let pick = values.pick else { return true }
        let families = found[index].pick?.families ?? draft.defaultFamilies
        return pick.families.allSatisfy(families.contains)
      }
      if matching.isEmpty {
        found.append(
          PlacementDraft(
            id: id, range: values.id?.range ?? element.range, layers: common + [values]))
      }
      for index in matching { found[index].layers.append(values) }
    }
  }
}
