internal import MetschedDiagnostics
internal import MetschedTime

/// `events:`.
extension PlacementDecoder {
  /// Reads all events, in order.
  ///
  /// - Parameters:
  ///   - field: the list; nil where the file has none.
  ///   - start: when the run begins; what begins before it does not happen.
  ///   - other: an event that stands beside the list, and its own start; without `at` it happens
  ///     there.
  ///   - roster: how the placements that this event is checked against differ from the file's.
  /// - Returns: the events of the list; of use only where nothing is wrong.
  mutating func events(
    _ field: Field?, from start: Instant, beside other: (field: Field, start: Instant)? = nil,
    _ roster: RosterDifference = RosterDifference()
  ) -> [PlannedEvent] {
    guard field != nil || other != nil else { return [] }
    let elements = field.flatMap { decoder.elements($0, expected: FileKey.events.shape) } ?? []
    var reader = EventReader(users: userNumbers, start: start)
    let events = elements.compactMap { event($0, &reader)?.event }
    addedByEvents = reader.added
    check(events, reader)
    guard let other else { return events }
    reader.start = other.start
    reader.isImmediate = true
    reader.named = []
    if !roster.isEmpty {
      reader.present = roster.applied(
        to: placements, users: users.map(\.name), kinds: drafts.map { $0?.widget.kind ?? "" })
    }
    let known = reader.added.count
    commanded = event(other.field, &reader)
    check(events + [commanded?.event].compactMap(\.self), reader, addedFrom: known)
    return events
  }

  /// The users' indices by their names.
  var userNumbers: [String: Int32] {
    Dictionary(
      users.enumerated().map { ($1.name, Int32($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// What the reading of one event after the other keeps.
  struct EventReader {
    let users: [String: Int32]
    var start: Instant
    /// Whether an event that does not say when happens at the start.
    var isImmediate = false
    /// The placements that events name, which must be there once all is read.
    var named: [NamedPlacement] = []
    /// The placements that are there, where others are than the file has.
    var present: [Placement]?
    /// What events add, and for whom; nil for everybody.
    var added: [(user: Int32?, placements: [Placement])] = []
  }

  /// A placement that an event names, for the check that there is one.
  struct NamedPlacement {
    var user: Int32?
    var pattern: PlacementPattern
    var field: Field
    var range: SourceRange
    /// Whether the name has to be that of one placement.
    var needsOne = false
    /// What an edit sets, and the families that it picks.
    var edited: UserValues?
  }

  private mutating func event(_ field: Field, _ reader: inout EventReader) -> (
    event: PlannedEvent, isDated: Bool
  )? {
    decoder.layer = .widget
    let before = decoder.diagnostics.errorCount
    guard let fields = decoder.fields(field, as: EventKey.self) else { return nil }
    let isMisspelt = decoder.diagnostics.errorCount > before
    let place = fields.present.map(\.field.keyRange).min { $0.start < $1.start } ?? field.range
    if fields[.at] == nil, !reader.isImmediate {
      decoder.report(
        .missingKey("at", of: "an event", example: "at: \"09:30\"", at: place))
    }
    let known = decoder.diagnostics.errorCount
    let when =
      fields[.at].map { moment($0, from: reader.start) }
      ?? (reader.isImmediate ? When(at: reader.start) : nil)
    let user = fields[.user].flatMap { self.user($0, reader) }
    let every = fields[.every].flatMap { decoder.duration($0, example: "1d") }
    let length = fields[.length].flatMap { decoder.duration($0, example: "5m") }
    guard let (key, verb) = self.verb(fields, at: isMisspelt ? nil : place) else { return nil }
    check(key, verb, fields, every: every, length: length)
    guard let read = read(key, verb, user: user, &reader), let when,
      decoder.diagnostics.errorCount == known
    else { return nil }
    let event = PlannedEvent(
      at: when.at, dates: every.map { when.sequence($0, decoder.zone) }, length: length, user: user,
      verb: read, range: field.range)
    return (event, fields[.at] != nil)
  }

  /// Reads an event of a test, which says neither when nor to whom it happens.
  ///
  /// - Parameters:
  ///   - field: the verb, and how long its state lasts.
  ///   - user: whom the test is about; nil for several.
  ///   - reader: keeps what is named.
  /// - Returns: the event, at the start and with that user until the test puts in its own.
  mutating func event(
    ofTest field: Field, user: Int32?, _ reader: inout EventReader
  ) -> PlannedEvent? {
    let before = decoder.diagnostics.errorCount
    guard let read = decoder.fields(field, as: TestEventKey.self) else { return nil }
    let isMisspelt = decoder.diagnostics.errorCount > before
    var fields = Fields<EventKey>(range: read.range)
    for (name, field) in read.present { fields.add(field, for: name.key) }
    let length = fields[.length].flatMap { decoder.duration($0, example: "5m") }
    guard let (key, verb) = self.verb(fields, at: isMisspelt ? nil : field.range) else {
      return nil
    }
    check(key, verb, fields, every: nil, length: length)
    guard let happening = self.read(key, verb, user: user, &reader) else { return nil }
    return PlannedEvent(
      at: reader.start, dates: nil, length: length, user: key.isEverybodys ? nil : user,
      verb: happening, range: field.range)
  }

  /// When an event happens first; repetitions keep a wall time even where a gap moves the first.
  private struct When {
    var at: Instant
    var wall: LocalTime?

    func sequence(_ step: Step, _ zone: ZoneTable) -> StepSequence {
      guard let wall else { return StepSequence(anchor: at, step: step, zone: zone) }
      return StepSequence(anchor: wall, step: step, zone: zone)
    }
  }

  /// Reads an instant, or a time of day: the first one that is not before the start.
  private mutating func moment(_ field: Field, from start: Instant) -> When? {
    guard let scalar = decoder.scalar(field, expected: EventKey.at.shape) else { return nil }
    let zone = decoder.zone
    if let time = TimeOfDay(scalar.text) {
      let first = zone.next(time, after: start - 1)
      return When(at: first, wall: LocalTime(date: zone.date(at: first), timeOfDay: time))
    }
    guard let literal = InstantLiteral(scalar.text) else {
      decoder.report(.notEventTime(scalar.text, field))
      return nil
    }
    guard decoder.isSupported(literal, scalar.text, field) else { return nil }
    let wall: LocalTime? =
      switch literal {
      case .absolute: nil
      case .local(let local): local
      case .date(let date): LocalTime(date: date, timeOfDay: .midnight)
      }
    return When(at: literal.resolved(in: zone), wall: wall)
  }

  private mutating func user(_ field: Field, _ reader: EventReader) -> Int32? {
    guard let name = decoder.text(field, example: "alice") else { return nil }
    if let user = reader.users[name] { return user }
    let names = users.prefix(500).map(\.name)
    decoder.report(.unknownUser(name, field, known: names, decoder.nearest(name, among: names)))
    return nil
  }

  /// Returns the one verb of an event, or reports that there is none or a second.
  private mutating func verb(
    _ fields: Fields<EventKey>, at place: SourceRange?
  ) -> (EventKey, Field)? {
    let named = EventKey.verbs.compactMap { key in fields.written(key).map { (key, $0) } }
      .sorted { $0.1.keyRange.start < $1.1.keyRange.start }
    guard let first = named.first else {
      // A key that is misspelt is probably the verb, and has been reported.
      if let place { decoder.report(.eventWithoutVerb(at: place)) }
      return nil
    }
    guard named.count == 1 else {
      decoder.report(.twoVerbs(named[1].1, first: first.1))
      return nil
    }
    return first
  }

  /// Checks what a verb takes beside it.
  private mutating func check(
    _ key: EventKey, _ verb: Field, _ fields: Fields<EventKey>, every: Step?, length: Step?
  ) {
    if let field = fields[.length] {
      if !key.isState {
        decoder.report(.notAState(field, verb))
      } else if let repeated = fields[.every], let every, let length,
        every.isShorter(than: length)
      {
        decoder.report(.repeatedTooSoon(repeated, every, field, length))
      }
    } else if key == .suspend {
      decoder.report(
        .missingKey("for", of: "`suspend`", example: "for: 8h", at: verb.keyRange))
    } else if key.isState, key != .timezone, let field = fields[.every] {
      // One is in a zone until one is in another; any other state ends, or cannot begin again.
      decoder.report(.repeatedForEver(field, verb))
    }
    if key.isEverybodys, let user = fields[.user] {
      decoder.report(.everybodysEvent(user, verb))
    }
  }

  private mutating func read(
    _ key: EventKey, _ verb: Field, user: Int32?, _ reader: inout EventReader
  ) -> PlannedEvent.Verb? {
    switch key {
    case .reload: kind(verb).map { .reload(widget: $0) }
    case .fail: kind(verb).map { .fail(widget: $0) }
    case .slow: kind(verb).map { .slow(widget: $0) }
    case .reloadAll: happens(verb) ? .reloadAll : nil
    case .foreground: happens(verb) ? .foreground : nil
    case .push: happens(verb) ? .push : nil
    case .suspend: happens(verb) ? .suspend : nil
    case .timezone: decoder.zoneTable(verb).map { .timezone(number(of: $0)) }
    case .clock: clock(verb).map { .clock($0) }
    case .edit: edits(verb, user: user, &reader).map { .edit($0) }
    case .add: additions(verb, user: user, &reader).map { .add($0) }
    case .remove: pattern(verb, user: user, needsOne: true, &reader).map { .remove($0) }
    case .interaction:
      pattern(verb, user: user, needsOne: false, &reader).map { .interaction($0) }
    case .write: files(verb, user: user).map { .write($0) }
    case .at, .user, .every, .length: nil
    }
  }

  // MARK: Values

  private mutating func kind(_ field: Field) -> Int32? {
    guard let name = decoder.text(field, example: "TheMetWidget") else { return nil }
    return kind(name, field, at: field.range).map { Int32($0) }
  }

  mutating func kind(_ name: String, _ field: Field, at range: SourceRange) -> Int? {
    if let kind = kinds[name] ?? formerKind(name, at: range) { return kind }
    let names = kinds.sorted { $0.value < $1.value }.map(\.key)
    var named = field
    named.name = name
    named.keyRange = range
    decoder.report(.unknownKind(named, known: names, decoder.nearest(name, among: names)))
    return nil
  }

  /// Reads `true`; an event that does not happen is none.
  private mutating func happens(_ field: Field) -> Bool {
    guard let value = decoder.boolean(field) else { return false }
    if !value { decoder.report(.eventIsFalse(field)) }
    return value
  }

  /// Reads how far the clock is set, or to which time.
  private mutating func clock(_ field: Field) -> ClockChange? {
    guard let scalar = decoder.scalar(field, expected: EventKey.clock.shape) else { return nil }
    if let sign = scalar.text.first, "+-".contains(sign) {
      let length = decoder.duration(String(scalar.text.dropFirst()), field)
      return length.map { sign == "-" ? .backwards($0) : .forwards($0) }
    }
    guard let literal = InstantLiteral(scalar.text) else {
      decoder.report(.notClockChange(scalar.text, field))
      return nil
    }
    guard decoder.isSupported(literal, scalar.text, field) else { return nil }
    return .to(literal.resolved(in: decoder.zone))
  }

  private mutating func files(_ field: Field, user: Int32?) -> [WrittenFile]? {
    guard decoder.isMapping(field, expected: EventKey.write.shape) else { return nil }
    let isContained =
      decoder.hasContainer
      || users.indices.contains { index in
        (user == nil || user == Int32(index)) && users[index].container != nil
      }
    guard isContained else {
      decoder.report(
        .missingKey(
          "container", of: "the file", example: "container: container", at: field.keyRange))
      return nil
    }
    let entries = decoder.entries(field)
    if entries.isEmpty {
      decoder.report(.emptyEvent(field, example: "{objects.json: [{title: Vase}]}"))
    }
    let known = filesRead
    return entries.compactMap { entry in
      guard !entry.name.hasPrefix("/"), !entry.name.split(separator: "/").contains("..") else {
        decoder.report(.outsideContainer(entry))
        return nil
      }
      if !known.contains(entry.name.plainPath) {
        decoder.report(.unreadFile(entry, decoder.nearest(entry.name, among: known.sorted())))
      }
      return decoder.items(entry).map { WrittenFile(name: entry.name, items: $0) }
    }
  }

  /// The files that widgets read.
  private var filesRead: Set<String> {
    Set(
      plans.plans.compactMap { plan in
        plan.source.value.containerFile?.plainPath
      })
  }
}

extension String {
  /// The path without the `./` that changes nothing.
  package var plainPath: String {
    var rest = self[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    return String(rest)
  }
}
