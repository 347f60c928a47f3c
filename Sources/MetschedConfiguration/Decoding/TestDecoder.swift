internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// `tests:`.
extension PlacementDecoder {
  /// Reads all tests, in order.
  ///
  /// - Parameters:
  ///   - field: the list.
  ///   - events: the file's own events, which play in each test too.
  ///   - start: when a test begins that does not say so.
  /// - Returns: the tests; of use only where nothing is wrong.
  mutating func tests(
    _ field: Field, events: [PlannedEvent], from start: Instant
  ) -> [PlannedTest] {
    guard let elements = decoder.elements(field, expected: FileKey.tests.shape) else { return [] }
    let users = userNumbers
    var names: [String: SourceRange] = [:]
    var timelines: [String: SourceRange] = [:]
    return elements.compactMap { element in
      var reader = EventReader(users: users, start: start)
      reader.added = addedByEvents
      guard let test = self.test(element, events, &reader) else { return nil }
      checkUnique(test.name, "a test", "name", in: &names)
      if let timeline = test.timeline {
        checkUnique(timeline, "a timeline", "file", in: &timelines)
      }
      return test
    }
  }

  private mutating func checkUnique(
    _ setting: Setting<String>, _ owner: String, _ what: String,
    in met: inout [String: SourceRange]
  ) {
    guard let range = setting.origin.range else { return }
    if let first = met[setting.value] {
      decoder.report(.takenTwice(setting.value, owner, what, at: range, first: first))
    } else {
      met[setting.value] = range
    }
  }

  private mutating func test(
    _ field: Field, _ events: [PlannedEvent], _ reader: inout EventReader
  ) -> PlannedTest? {
    decoder.layer = .widget
    guard let fields = decoder.fields(field, as: TestKey.self) else { return nil }
    let place = fields.present.map(\.field.keyRange).min { $0.start < $1.start } ?? field.range
    if fields[.name] == nil {
      decoder.report(
        missing: .name, in: fields, of: TestKey.owner, example: "name: a new word at midnight",
        at: place)
    }
    if fields[.steps] == nil {
      decoder.report(
        missing: .steps, in: fields, of: TestKey.owner,
        example: "steps: [{expect: {shows: Vase}}]", at: place)
    }
    let name = fields[.name].flatMap { field in
      decoder.text(field, example: "a new word at midnight").map { decoder.setting($0, field) }
    }
    let subject = self.subject(fields, at: fields[.name]?.range ?? place, reader)
    let start = fields[.start].flatMap { field in
      literal(field, expected: .instant).map { decoder.setting($0, field) }
    }
    let host = fields[.host].map { decoder.host($0) }
    let timeline = fields[.timeline].flatMap { self.timeline($0) }
    let only = subject?.users.flatMap { $0.count == 1 ? $0[0] : nil }
    let steps = fields[.steps].map { self.steps($0, user: only, &reader) } ?? []
    check(events + steps.compactMap(\.event), reader, addedFrom: addedByEvents.count)
    guard let subject, isThere(subject, reader), let name else { return nil }
    checkOrder(of: steps, start, subject, reader)
    return PlannedTest(
      name: name, subject: subject, start: start, host: host, steps: steps, timeline: timeline)
  }

  /// Reads the path of a golden file, which is relative.
  private mutating func timeline(_ field: Field) -> Setting<String>? {
    guard let path = decoder.text(field, example: "golden/alice.txt") else { return nil }
    guard !path.hasPrefix("/"), !path.hasSuffix("/") else {
      decoder.report(.notTimelineFile(path, field))
      return nil
    }
    return decoder.setting(path, field)
  }

  // MARK: Steps

  private mutating func steps(
    _ field: Field, user: Int32?, _ reader: inout EventReader
  ) -> [TestStep] {
    guard let elements = decoder.elements(field, expected: TestKey.steps.shape) else { return [] }
    if elements.isEmpty {
      decoder.report(.emptyList(field, example: "[{expect: {shows: Vase}}]"))
    }
    return elements.compactMap { step($0, user: user, &reader) }
  }

  private mutating func step(
    _ field: Field, user: Int32?, _ reader: inout EventReader
  ) -> TestStep? {
    guard let fields = decoder.fields(field, as: TestStepKey.self) else { return nil }
    if fields.present.isEmpty, !fields.hasMisspelt { decoder.report(.emptyStep(at: field.range)) }
    if let at = fields[.at], let advance = fields[.advance] {
      decoder.report(.twoTimes(advance, first: at))
    }
    var step = TestStep(time: nil, event: nil, expectations: [])
    if let at = fields[.at] {
      step.time = moment(at, expected: TestStepKey.at.shape).map { decoder.setting($0, at) }
    } else if let advance = fields[.advance] {
      step.time = decoder.duration(advance, example: "30m")
        .map { decoder.setting(.advance($0), advance) }
    }
    step.event = fields[.event].flatMap { event(ofTest: $0, user: user, &reader) }
    step.expectations = fields[.expect].map { decoder.expectations($0) } ?? []
    return step
  }

  /// Reads an instant or a time of day.
  private mutating func moment(_ field: Field, expected shape: ValueShape) -> TestTime? {
    guard let scalar = decoder.scalar(field, expected: shape) else { return nil }
    if let time = TimeOfDay(scalar.text) { return .timeOfDay(time) }
    guard let literal = InstantLiteral(scalar.text) else {
      decoder.report(.notEventTime(scalar.text, field))
      return nil
    }
    return decoder.isSupported(literal, scalar.text, field) ? .at(literal) : nil
  }

  private mutating func literal(_ field: Field, expected shape: ValueShape) -> InstantLiteral? {
    guard let scalar = decoder.scalar(field, expected: shape) else { return nil }
    guard let literal = InstantLiteral(scalar.text) else {
      decoder.report(.notInstant(scalar.text, field))
      return nil
    }
    return decoder.isSupported(literal, scalar.text, field) ? literal : nil
  }

  /// Checks that no step goes back, in the zones of those whom the test is about.
  ///
  /// What a clock that is set does to later steps shows in the run.
  private mutating func checkOrder(
    of steps: [TestStep], _ start: Setting<InstantLiteral>?, _ subject: TestSubject,
    _ reader: EventReader
  ) {
    let owners = subject.users ?? users.indices.map { Int32($0) }
    for zone in Set(owners.map { users[Int($0)].zone }).sorted() {
      let table = zones[zone]
      var now = start?.value.resolved(in: table) ?? reader.start
      for step in steps {
        if let time = step.time {
          let next = time.value.resolved(from: now, in: table)
          if next < now, let range = time.origin.range {
            decoder.report(.stepGoesBack(at: range, from: now.rfc3339(in: table)))
            return
          }
          now = next
        }
        if case .clock? = step.event?.verb { break }
      }
    }
  }
}
