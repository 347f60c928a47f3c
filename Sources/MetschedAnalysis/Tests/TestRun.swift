internal import MetschedConfiguration
internal import MetschedDiagnostics
internal import MetschedEngine
internal import MetschedRuntime
internal import MetschedTime
package import MetschedWidgets

/// One case of a test on the virtual clock, step by step.
///
/// The engine, its host and the events of the file are those of `metsched run`. A step's event
/// plays with the other events of its instant, as if it stood in `events:`, unless a step before
/// it has looked at that instant; then it comes after it.
package struct TestRun {
  private let testCase: TestCase
  private let remote: (any RemoteItems)?
  private var driver: VirtualDriver<WidgetProvider>
  private var events: EventPlayer
  private let observer: TestObserver
  /// Where the test is.
  private var now: Instant
  /// The events of steps that have happened.
  private var happened: [PlannedEvent] = []
  private var warnings: [DiagnosticID]?
  private var failures: [TestFailure] = []

  /// How long a run goes on to find out when something shows that did not.
  private static let reach = Step(days: 2)

  /// Plays a case.
  ///
  /// - Parameters:
  ///   - testCase: the case.
  ///   - remote: brings the items of sources over the network; nil for none.
  /// - Returns: what was not as expected, and the timeline.
  package static func outcome(
    of testCase: TestCase, remote: (any RemoteItems)? = nil
  ) async -> TestOutcome {
    var run = TestRun(testCase, remote)
    return await run.outcome()
  }

  private init(_ testCase: TestCase, _ remote: (any RemoteItems)?) {
    let schedule = Schedule(testCase.configuration)
    let conductor = schedule.conductor(remote: remote)
    self.testCase = testCase
    self.remote = remote
    observer = TestObserver(testCase, conductor.provider)
    driver = VirtualDriver(conductor: conductor, clock: VirtualClock(at: testCase.start))
    events = schedule.events(from: testCase.start)
    now = testCase.start
  }

  private mutating func outcome() async -> TestOutcome {
    if let conflict = testCase.conflict {
      fail("it can be put into the family", conflict, at: testCase.test.subject.range)
      return TestOutcome(testCase: testCase, failures: failures, end: now)
    }
    for step in testCase.test.steps where await !play(step) { break }
    await play(through: now)
    let (end, timeline) = (now, observer.lines)
    await sayWhenExpectedShows()
    return TestOutcome(testCase: testCase, failures: failures, timeline: timeline, end: end)
  }

  private mutating func fail(_ expected: String, _ actual: String, at range: SourceRange) {
    let checker = TestChecker(
      testCase: testCase, now: now, observer: observer, warnings: warnings ?? [])
    failures.append(checker.failure(expected: expected, actual: actual, at: range))
  }

  // MARK: Steps

  /// Plays a step; false where the test cannot go on.
  private mutating func play(_ step: TestStep) async -> Bool {
    if let time = step.time, await !go(to: time) { return false }
    if let event = step.event {
      await play(before: now)
      var event = event
      event.at = now
      event.user = event.verb.isEverybodys ? nil : testCase.placement.user
      events.add(event)
      happened.append(event)
      warnings = nil
      // The next step counts from the clock as it is set.
      if case .clock = event.verb { await play(through: now) }
    }
    guard !step.expectations.isEmpty else { return !isTooMuch() }
    await play(through: now)
    if isTooMuch() { return false }
    if step.expectations.contains(where: \.isWarning) { await judge() }
    let checker = TestChecker(
      testCase: testCase, now: now, observer: observer, warnings: warnings ?? [])
    failures += step.expectations.compactMap { checker.failure(of: $0) }
    observer.lookAway()
    return true
  }

  /// Goes on to a step's time; false where that lies before what has been played.
  private mutating func go(to time: Setting<TestTime>) async -> Bool {
    let target = time.value.resolved(from: now, in: testCase.zone)
    guard target >= now else {
      let place = time.origin.range ?? testCase.test.subject.range
      fail("the step goes on", "the step lies before the test's clock", at: place)
      return false
    }
    if case .advance = time.value {
      // So much time passes, wherever the clock is set meanwhile.
      let jumps = observer.jumps
      await run(until: target) { _ in true }
      now = target + (observer.jumps - jumps)
    } else {
      await play(before: target)
      now = max(target, observer.latestTime)
    }
    return true
  }

  private mutating func play(before time: Instant) async {
    await run(until: time) { $0 < time }
  }

  /// Plays all of an instant; where that sets the clock, the test is at the new time.
  private mutating func play(through time: Instant) async {
    let jumps = observer.jumps
    await run(until: time + 1) { $0 <= time }
    now = now + (observer.jumps - jumps)
  }

  private mutating func run(
    until end: Instant, goesOn: (Instant) -> Bool
  ) async {
    let observer = observer
    // NB: nothing in the closures throws, but the driver's `run` may be cancelled.
    try? await driver.run(
      &events, until: end, emit: { record, provider in observer.take(record, &provider) },
      progress: { goesOn($0) && observer.count < TestObserver.recordLimit })
  }

  private mutating func isTooMuch() -> Bool {
    guard observer.count >= TestObserver.recordLimit else { return false }
    now = observer.latestTime
    fail(
      "a test has at most \(TestObserver.recordLimit) records",
      "there is too much to see until the next step", at: testCase.test.subject.range)
    return true
  }

  // MARK: Why

  /// Finds out what `validate` warns of for the placement, with what has happened.
  private mutating func judge() async {
    guard warnings == nil else { return }
    var alone = testCase.configuration
    alone.placements = [testCase.placement]
    alone.events += happened
    let found = await FileAnalysis(alone, now: nil, remote: remote).diagnostics.all.map(\.id)
    let unusable = FileRules.unusableFamilies(alone).contains {
      $0.widget == testCase.placement.widget
    }
    let notices = driver.conductor.provider.notices.compactMap { notice -> DiagnosticID? in
      guard notice.widget == testCase.placement.widget else { return nil }
      switch notice.kind {
      case .unsorted: return .unsortedItems
      case .undated: return .undatedItems
      case .cached: return nil
      }
    }
    let widget = alone.widgets[Int(testCase.placement.widget)]
    let ids = Set(found + notices.filter { !widget.allows($0) })
    warnings = DiagnosticID.judged.filter { id in
      ids.contains(id) && (id != .unusableFamily || unusable)
    }
  }

  /// Says of titles that were expected when they did show, or do.
  private mutating func sayWhenExpectedShows() async {
    let expected = failures.indices.compactMap { index in
      failures[index].title(in: testCase.test).map { (index, $0) }
    }
    guard !expected.isEmpty else { return }
    await run(until: testCase.zone.adding(1, Self.reach, to: now)) { _ in true }
    for (index, title) in expected {
      let shown =
        observer.titles.first { $0.title == title && $0.at > failures[index].at }
        ?? observer.titles.last { $0.title == title }
      guard let shown else { continue }
      let verb = shown.at > failures[index].at ? "shows" : "showed"
      let words = TestWords(now: failures[index].at, zone: testCase.zone)
      failures[index].hint = "“\(title)” \(verb) at \(words.time(shown.at))"
    }
  }
}

extension TestFailure {
  /// The title that was expected to show; nil for a failure of something else.
  fileprivate func title(in test: PlannedTest) -> String? {
    for step in test.steps {
      for expectation in step.expectations where expectation.range == range {
        if case .title(let title) = expectation.what { return title }
      }
    }
    return nil
  }
}

extension Expectation {
  fileprivate var isWarning: Bool {
    if case .warning = what { true } else { false }
  }
}

extension PlannedEvent.Verb {
  /// Whether it is about the machine, and so never about one user.
  fileprivate var isEverybodys: Bool {
    switch self {
    case .suspend, .clock: true
    default: false
    }
  }
}
