import MetschedConfiguration
import MetschedEngine
import MetschedWidgets

/// What another file means for a schedule that runs: which placements it touches, and how.
///
/// A placement that says the same as before is left alone, wherever it stands in the new file.
/// What events have changed stays changed, as far as the new file leaves it alone.
struct Reconfiguration {
  /// The running configuration from now on; new placements stand at its end.
  private(set) var configuration: Configuration
  /// The new file's events, with running numbers.
  private(set) var events: [PlannedEvent] = []
  /// By number, in order.
  private(set) var removed: [Int] = []
  private(set) var edited: [Int] = []
  /// The first number of those that are new.
  let firstAdded: Int
  private(set) var departures: Departures

  private let running: Configuration
  private let next: Configuration
  private let numbering: Numbering
  private var slots: PlanSlots
  /// The running numbers of the new file's plans, as far as they are known.
  private var planNumbers: [Int32?]

  /// Finds out what a file changes.
  ///
  /// - Parameters:
  ///   - next: the configuration that is to count.
  ///   - running: the one that counts now, with the placements of the run.
  ///   - present: the placements that are there, by number.
  ///   - departures: how they differ from the file that counts now.
  ///   - used: the plans that timelines need as they are.
  init(
    to next: Configuration, from running: Configuration, present: [Int],
    departures: Departures, used: Set<Int32>
  ) {
    self.running = running
    self.next = next
    self.departures = departures
    firstAdded = running.placements.count
    numbering = Numbering(next, like: running)
    configuration = running.adopting(next, numbering)
    planNumbers = Array(repeating: nil, count: next.plans.count)
    var owners: [Int32: Int32] = [:]
    for number in present {
      let placement = running.placements[number]
      owners[placement.plan] = placement.widget
    }
    for (number, plan) in departures.edited { owners[plan] = running.placements[number].widget }
    slots = PlanSlots(running.plans, owners: owners, used: used)
    match(present)
    for event in next.events {
      let event = numbering.renumbered(event) { plan(of: $0) }
      events.append(event)
    }
    configuration.plans = slots.plans
    configuration.events = events
  }

  // MARK: Placements

  private mutating func match(_ present: [Int]) {
    var numbers: [Placement.Identity: Int] = [:]
    numbers.reserveCapacity(present.count)
    for number in present { numbers[running.placements[number].identity] = number }
    var stillRemoved: Set<Placement.Identity> = []
    for placement in next.placements {
      let new = numbering.renumbered(placement) { plan(of: $0) }
      let key = new.identity
      if let number = numbers.removeValue(forKey: key) {
        keep(number, as: new)
      } else if departures.removed.contains(key) {
        stillRemoved.insert(key)
      } else {
        configuration.placements.append(new)
      }
    }
    departures.removed = stillRemoved
    for number in numbers.values.sorted() {
      if departures.added.contains(number), keepAddition(number) { continue }
      departures.edited[number] = nil
      departures.added.remove(number)
      removed.append(number)
    }
    edited.sort()
  }

  /// Keeps a placement that the new file has, with what events have set.
  private mutating func keep(_ number: Int, as new: Placement) {
    let old = running.placements[number]
    var placement = new
    if let base = departures.edited[number] {
      let own = running.plans[Int(old.plan)].parameters
      let kept = KeptValues(of: old.widget, from: running, to: configuration)
      let values = kept.values(
        own: own, base: running.plans[Int(base)].parameters,
        next: slots.plans[Int(new.plan)].parameters)
      if values != slots.plans[Int(new.plan)].parameters, let plan = plan(of: old.widget, values) {
        placement.plan = plan
        departures.edited[number] = new.plan
      } else {
        departures.edited[number] = nil
      }
    }
    departures.added.remove(number)
    replace(number, by: placement)
  }

  /// Keeps a placement that events have added; false where its kind or user has gone.
  private mutating func keepAddition(_ number: Int) -> Bool {
    var placement = running.placements[number]
    guard numbering.users.contains(placement.user),
      let base = configuration.planMaker.base(of: placement.widget)
    else { return false }
    let kept = KeptValues(of: placement.widget, from: running, to: configuration)
    let values = kept.values(
      own: running.plans[Int(placement.plan)].parameters, base: nil, next: base)
    guard let plan = plan(of: placement.widget, values) else { return false }
    placement.plan = plan
    placement.settings = 0..<0
    replace(number, by: placement)
    return true
  }

  private mutating func replace(_ number: Int, by placement: Placement) {
    let old = running.placements[number]
    configuration.placements[number] = placement
    if placement.plan != old.plan || readsElsewhere(placement) || linksElsewhere {
      edited.append(number)
    }
  }

  private func readsElsewhere(_ placement: Placement) -> Bool {
    guard slots.plans[Int(placement.plan)].source.value.containerFile != nil else { return false }
    let user = Int(placement.user)
    return running.container(ofUser: user) != configuration.container(ofUser: user)
  }

  private var linksElsewhere: Bool { running.link?.value != next.link?.value }

  // MARK: Plans

  /// Returns the running number of the plan that a placement of the new file has.
  private mutating func plan(of placement: Placement) -> Int32 {
    let index = Int(placement.plan)
    if let known = planNumbers[index] { return known }
    let number = slots.number(
      of: next.plans[index], widget: numbering.widgets[Int(placement.widget)])
    planNumbers[index] = number
    return number
  }

  /// Returns the number of a plan with values that the new file does not have; nil where they do
  /// not go together in it.
  private mutating func plan(of widget: Int32, _ values: [ParameterValue]) -> Int32? {
    guard let plan = try? configuration.planMaker.plan(of: widget, with: values) else { return nil }
    return slots.number(of: plan, widget: widget)
  }
}

extension Configuration {
  /// Returns the folder that a user's widgets read, as the file says it.
  fileprivate func container(ofUser user: Int) -> String? {
    (users[user].container ?? container)?.value
  }
}
