package import MetschedConfiguration
internal import MetschedRuntime
package import MetschedTime
internal import WidgetFamilies

/// A test for one placement: what is played, and from when.
package struct TestCase: Sendable {
  package let test: PlannedTest
  package let placement: Placement
  /// The placement's whole name.
  package let name: String
  /// The zone of the test's local times: the user's own.
  package let zone: ZoneTable
  package let start: Instant
  /// The file as the test has it: the one user, the family of the matrix, the test's host.
  package let configuration: Configuration
  /// Why the placement cannot be put into the family of the matrix; nil where it can.
  package let conflict: String?

  /// Returns the cases of a test in the order of placements, then of the matrix's families.
  ///
  /// Other users are left out, as `run --user` does: no placement has a say in another's schedule.
  package static func all(of test: PlannedTest, in configuration: Configuration) -> [TestCase] {
    var names: Set<String> = []
    let named = configuration.placements.filter(test.subject.matches)
    let added = configuration.addedPlacements.filter(test.subject.matches)
    // What a step adds can be looked at too, where nothing else is meant.
    let found = named.isEmpty ? (added.isEmpty ? test.added(in: configuration) : added) : named
    return found.flatMap { placement -> [TestCase] in
      let families = test.subject.families
      return (families.isEmpty ? [placement.family] : families).compactMap { family in
        let own = TestCase(test, placement, in: family, of: configuration)
        return names.insert(own.name).inserted ? own : nil
      }
    }
  }

  private init(
    _ test: PlannedTest, _ placement: Placement, in family: WidgetFamily,
    of configuration: Configuration
  ) {
    var own = configuration
    own.placements = Array(configuration.placements[...].placements(of: placement.user))
    own.select(users: [placement.user])
    var (placement, conflict) = (placement, String?.none)
    if family != placement.family {
      do throws(PlanMaker.Conflict) {
        placement = try own.put(placement, into: family)
      } catch {
        conflict = error.message
      }
    }
    let user = own.users[Int(placement.user)]
    if let host = test.host { own.hosts[user.host] = host }
    self.test = test
    self.placement = placement
    self.conflict = conflict
    name = own.name(of: placement)
    zone = own.zones[user.zone]
    start = test.start?.value.resolved(in: own.zones[user.zone]) ?? own.clock.start.value
    own.clock.start = Setting(start, test.start?.origin ?? own.clock.start.origin)
    self.configuration = own
  }
}

extension Configuration {
  /// Puts a placement into another family, as an edit of its families would; where the user has it
  /// in that family already, that one is meant.
  fileprivate mutating func put(
    _ placement: Placement, into family: WidgetFamily
  ) throws(PlanMaker.Conflict) -> Placement {
    let own = placements.firstIndex { $0.isSame(as: placement) }
    var other = placement
    other.family = family
    if let there = placements.first(where: { $0.isSame(as: other) }) { return there }
    let before = plans[Int(placement.plan)].parameters
    let values = planMaker.joining(
      [(placement.family, before)], as: family, of: placement.widget)
    if values != before {
      plans.append(try planMaker.plan(of: placement.widget, with: values))
      other.plan = Int32(plans.count - 1)
    }
    if let own { placements[own] = other }
    return other
  }
}

extension Placement {
  /// Whether both have one name.
  func isSame(as other: Placement) -> Bool {
    user == other.user && widget == other.widget && id == other.id && family == other.family
  }
}

extension PlannedTest {
  /// The placements that its own steps add, of those that it is about.
  fileprivate func added(in configuration: Configuration) -> [Placement] {
    var other = configuration
    other.placements = []
    let owners = subject.users ?? configuration.users.indices.map { Int32($0) }
    other.events = owners.flatMap { owner in
      steps.compactMap(\.event).map { event in
        var event = event
        event.user = owner
        return event
      }
    }
    return other.addedPlacements.filter(subject.matches)
  }
}
