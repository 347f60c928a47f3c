internal import MetschedDiagnostics
internal import MetschedTime

/// `events:`.
extension PlacementDecoder {
  /// Reads all events, in order.
  ///
  /// - Parameters:
  ///   - field: the list.
  ///   - start: when the run begins; what begins before it does not happen.
  /// - Returns: the events; of use only where nothing is wrong.
  mutating func events(_ field: Field, from start: Instant) -> [PlannedEvent] {
    guard let elements = decoder.elements(field, expected: FileKey.events.shape) else { return [] }
    let names = Dictionary(
      users.enumerated().map { ($1.name, Int32($0)) }, uniquingKeysWith: { first, _ in first })
    var reader = EventReader(users: names, start: start)
    var events = elements.compactMap { event($0, &reader) }
    resolve(&events, reader)
    return events
  }

  /// What the reading of one event after the other keeps.
  struct EventReader {
    let users: [String: Int32]
    let start: Instant
    /// What edits assign, by the event's number and the edit's.
    var assignments: [[[UserValues.Assigned]]] = []
    /// The removals and edits of single placements, which must be there once all is read.
    var named: [NamedPlacement] = []
  }

  /// A placement that an event names, for the check that there is one.
  struct NamedPlacement {
    var user: Int32?
    var widget: Int
    var id: String?
    var field: Field
    var range: SourceRange
  }

  private mutating func event(_ field: Field, _ reader: inout EventReader) -> PlannedEvent? {
    decoder.layer = .widget
    let before = decoder.diagnostics.errorCount
    guard let fields = decoder.fields(field, as: EventKey.self) else { return nil }
    let isMisspelt = decoder.diagnostics.errorCount > before
    let place = fields.present.values.map(\.keyRange).min { $0.start < $1.start } ?? field.range
    if fields[.at] == nil {
      decoder.report(
        .missingKey("at", of: "an event", example: "at: 2026-01-05T09:00", at: place))
    }
    let known = decoder.diagnostics.errorCount
    let when = fields[.at].flatMap { instant($0) }
    let user = fields[.user].flatMap { self.user($0, reader) }
    let every = fields[.every].flatMap { decoder.duration($0, example: "1d") }
    let length = fields[.length].flatMap { decoder.duration($0, example: "5m") }
    guard let (key, verb) = self.verb(fields, at: isMisspelt ? nil : place) else { return nil }
    check(key, verb, fields)
    reader.assignments.append([])
    guard let read = read(key, verb, user: user, &reader), let when,
      decoder.diagnostics.errorCount == known
    else {
      reader.assignments.removeLast()
      return nil
    }
    let dates = every.map { step in
      switch when {
      case .absolute(let instant):
        StepSequence(anchor: instant, step: step, zone: decoder.zone)
      case .local(let wall): StepSequence(anchor: wall, step: step, zone: decoder.zone)
      case .date(let date):
        StepSequence(
          anchor: LocalTime(milliseconds: date.daysSinceEpoch * 86_400_000), step: step,
          zone: decoder.zone)
      }
    }
    return PlannedEvent(
      at: when.resolved(in: decoder.zone), dates: dates, length: length, user: user, verb: read,
      range: verb.keyRange)
  }

  private mutating func instant(_ field: Field) -> InstantLiteral? {
    guard decoder.instant(field) != nil else { return nil }
    return InstantLiteral(field.value.text)
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
    let named = EventKey.verbs.compactMap { key in fields.present[key].map { (key, $0) } }
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
  private mutating func check(_ key: EventKey, _ verb: Field, _ fields: Fields<EventKey>) {
    if let length = fields[.length], !key.isState { decoder.report(.notAState(length, verb)) }
    if key == .suspend, fields[.length] == nil {
      decoder.report(
        .missingKey("for", of: "`suspend`", example: "for: 8h", at: verb.keyRange))
    }
    if key == .suspend || key == .clock, let user = fields[.user] {
      decoder.report(.everybodysEvent(user, verb))
    }
  }

  private mutating func read(
    _ key: EventKey, _ verb: Field, user: Int32?, _ reader: inout EventReader
  ) -> PlannedEvent.Verb? {
    switch key {
    case .reload: kind(verb).map { .reload(widget: $0) }
    case .interaction: kind(verb).map { .interaction(widget: $0) }
    case .fail: kind(verb).map { .fail(widget: $0) }
    case .slow: kind(verb).map { .slow(widget: $0) }
    case .reloadAll: happens(verb) ? .reloadAll : nil
    case .foreground: happens(verb) ? .foreground : nil
    case .push: happens(verb) ? .push : nil
    case .suspend: happens(verb) ? .suspend : nil
    case .timezone: decoder.zoneTable(verb).map { .timezone(number(of: $0)) }
    case .clock: clock(verb).map { .clock(by: $0) }
    case .edit: edits(verb, user: user, &reader).map { .edit($0) }
    case .add: additions(verb, user: user).map { .add($0) }
    case .remove: removal(verb, user: user, &reader)
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
    if let kind = kinds[name] { return kind }
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

  /// Reads how far the clock is set: a duration with its sign.
  private mutating func clock(_ field: Field) -> Int64? {
    guard let scalar = decoder.scalar(field, expected: EventKey.clock.shape) else { return nil }
    guard let sign = scalar.text.first, "+-".contains(sign) else {
      decoder.report(.clockWithoutSign(scalar.text, field))
      return nil
    }
    let length = decoder.duration(String(scalar.text.dropFirst()), field)
    return length.map { (sign == "-" ? -1 : 1) * $0.nominalMilliseconds }
  }

  private mutating func removal(
    _ field: Field, user: Int32?, _ reader: inout EventReader
  ) -> PlannedEvent.Verb? {
    guard let text = decoder.text(field, example: "TheMetWidget/main") else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
      decoder.report(.notPlacement(text, field))
      return nil
    }
    guard let kind = kind(parts[0], field, at: field.range) else { return nil }
    let id = parts.count == 2 ? parts[1] : "main"
    reader.named.append(
      NamedPlacement(user: user, widget: kind, id: id, field: field, range: field.range))
    return .remove(widget: Int32(kind), id: id)
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
    return entries.compactMap { entry in
      decoder.items(entry).map { WrittenFile(name: entry.name, items: $0) }
    }
  }
}
