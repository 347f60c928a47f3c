package import MetschedDiagnostics
package import MetschedTime
package import WidgetFamilies

/// What has to be shown, reloaded and recorded: an element of `tests:`.
///
/// It runs once for each placement that it is about; local times are read in that placement's
/// zone.
package struct PlannedTest: Sendable {
  /// The name, which no other test has, with its place.
  package var name: Setting<String>
  package var subject: TestSubject
  /// When it begins; nil for the start of the file's virtual clock.
  package var start: Setting<InstantLiteral>?
  /// The host of the test; nil where everybody keeps theirs.
  package var host: HostSettings?
  package var steps: [TestStep]
  /// The file that holds the lines of the run, relative to the file that names it; nil for none.
  package var timeline: Setting<String>?
}

/// The placements that a test is about.
package struct TestSubject: Sendable {
  /// Indices of users in order; nil for everybody.
  package var users: [Int32]?
  package var widget: Int32?
  package var id: String?
  package var family: WidgetFamily?
  /// The families into which each placement is put; none where it stays in its own.
  package var families: [WidgetFamily] = []
  /// Where it stands; the test's name where nothing is said.
  package var range: SourceRange

  package init(range: SourceRange) { self.range = range }

  /// Returns whether a placement is one of those that are named.
  package func matches(_ placement: Placement) -> Bool {
    widget ?? placement.widget == placement.widget && id ?? placement.id == placement.id
      && family ?? placement.family == placement.family
      && users?.contains(placement.user) ?? true
  }
}

/// One step: the clock goes on, something happens, something is expected.
package struct TestStep: Sendable {
  package var time: Setting<TestTime>?
  /// What happens; its time and its user are the test's.
  package var event: PlannedEvent?
  package var expectations: [Expectation]
}

/// Where a step takes the clock.
package enum TestTime: Hashable, Sendable {
  case at(InstantLiteral)
  /// The next such time of day, now included.
  case timeOfDay(TimeOfDay)
  case advance(Step)

  /// Returns the instant to which the clock goes.
  package func resolved(from now: Instant, in zone: ZoneTable) -> Instant {
    switch self {
    case .at(let literal): literal.resolved(in: zone)
    case .timeOfDay(let time): zone.next(time, after: now - 1)
    case .advance(let step): zone.adding(1, step, to: now)
    }
  }
}
