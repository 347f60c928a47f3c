package import MetschedConfiguration
import MetschedEngine
package import MetschedTime
package import MetschedWidgets

/// Plays the events of a file.
///
/// At one instant the clock is set first. Then come zones, states of the host, writes, the
/// placements that the file has (at the start), changes of placements, and requests; within each
/// by date, ends before beginnings, then file order. An occurrence is made when the one before it
/// has happened, so that a run costs what happens in it. What the clock or a sleep passed over
/// happens in order of date at the instant that follows.
package struct EventPlayer: EventSource {
  var events: [PlannedEvent]
  /// Which of them the file has now; others are states that go on, and what somebody asked for.
  var fileEvents: Range<Int>
  /// What somebody asked for, by its number among the events.
  var asked: [Int: AskedEvent] = [:]
  var hosts: HostTable
  /// The file's zone.
  var zone: ZoneTable
  private let start: Instant
  /// The end of the run, which moves along with the clock.
  var end: Instant
  var upcoming = MomentQueue()
  /// The beginnings of sleeps, apart from the others: they count while the machine sleeps.
  var sleeps = MomentQueue()
  /// When the machine wakes; nil while it is awake.
  var wakes: Instant?
  var roster = Roster()
  var rules: RuleTable
  var states: RunStates
  /// How placements differ from the file; kept where the file may change during the run.
  var departures: Departures?

  init(
    _ configuration: Configuration, hosts: HostTable, rules: RuleTable, range: Range<Instant>
  ) {
    self.hosts = hosts
    events = configuration.events
    fileEvents = events.indices
    zone = configuration.timezone.value
    start = range.lowerBound
    end = range.upperBound
    self.rules = rules
    states = RunStates(configuration)
    for (number, event) in events.enumerated() {
      var first: Int64 = 0
      if let dates = event.dates, event.at < start {
        first = dates.index(notAfter: start - 1) + 1
      }
      insert(number, occurrence: first)
    }
  }

  /// Takes an event that nobody knew of before; of an instant that was played, it plays after the
  /// rest.
  package mutating func add(_ event: PlannedEvent) {
    events.append(event)
    insert(events.count - 1, occurrence: 0)
  }

  /// Remembers from now on what events change of the file's placements, for a file that may change
  /// during the run.
  package mutating func expectRevisions() {
    departures = departures ?? Departures()
  }

  package mutating func next(before deadline: Instant?) -> Instant? {
    guard roster.isOpen else { return start }
    guard let wakes else {
      return earlier(deadline, earlier(upcoming.first?.at, sleeps.first?.at))
    }
    return sleepThrough(to: wakes)
  }

  /// A sleep that begins before another is over goes on from it.
  private mutating func sleepThrough(to first: Instant) -> Instant {
    var wake = first
    while wake < end, let moment = sleeps.first, moment.at <= wake {
      sleeps.removeFirst()
      insert(moment.number, occurrence: moment.occurrence + 1)
      wake = max(wake, endOfState(moment))
    }
    wakes = wake
    return wake
  }

  package mutating func take(
    through time: Instant, noticing noticed: Noticed, _ provider: inout WidgetProvider
  ) -> Happenings {
    if isIdle(through: time), noticed.isEmpty { return Happenings() }
    var happenings = Happenings()
    var now = time
    insertClockChanges(noticed.commands, at: now, provider)
    let due = takeDue(through: &now, jumps: &happenings.jumps)
    for phase in Phase.allCases {
      if phase == .zone { notice(rules: noticed.rules, provider, into: &happenings.events) }
      if phase == .state, let wake = wakes, wake <= now {
        wakes = nil
        happenings.events.append(.suspended(false))
      }
      if phase == .container { notice(noticed.changes, &provider, into: &happenings.events) }
      if phase == .placement { open(provider, into: &happenings.events) }
      for moment in due where events[moment.number].verb.phase == phase {
        play(moment, &provider, into: &happenings.events)
      }
    }
    for command in noticed.commands { obey(command, at: now, &provider, into: &happenings) }
    happenings.rules = rules.takeNew()
    return happenings
  }

  /// Whether nothing is planned up to an instant, as for most: they are the machine's own.
  private func isIdle(through time: Instant) -> Bool {
    guard roster.isOpen, wakes == nil, !rules.hasNew else { return false }
    return earlier(upcoming.first?.at, sleeps.first?.at).map { $0 > time } ?? true
  }

  // MARK: Moments

  /// Takes the moments that have come, and sets the clock as often as they say so.
  ///
  /// What has come stays due where the clock is set back, and where it is set forwards, what it
  /// jumps over comes too. An event sets the clock once at an instant: repetitions that lie within
  /// its own jump are passed over.
  private mutating func takeDue(through now: inout Instant, jumps: inout [Int64]) -> [Moment] {
    var moments = takeAll(through: now)
    var latest = now
    var set: Set<Int> = []
    var index = 0
    while index < moments.count {
      let number = moments[index].number
      index += 1
      guard case .clock(let change) = events[number].verb, set.insert(number).inserted else {
        continue
      }
      let jump = change.distance(at: now, in: zone)
      jumps.append(jump)
      now = now + jump
      clockWasSet(by: jump)
      for index in moments.indices { moments[index].end = moments[index].end.map { $0 + jump } }
      guard now > latest else { continue }
      latest = now
      moments += takeAll(through: now)
    }
    return moments
  }

  /// The run and its states last as long as they were to last, so their ends move along.
  package mutating func clockWasSet(by jump: Int64) {
    end = end + jump
    wakes = wakes.map { $0 + jump }
    upcoming.moveEnds(by: jump)
  }

  private mutating func takeAll(through now: Instant) -> [Moment] {
    var moments: [Moment] = []
    while let moment = takeFirst(through: now) { moments.append(moment) }
    return moments
  }

  /// Takes the first moment that has come; a state that is over by now did not take place.
  private mutating func takeFirst(through now: Instant) -> Moment? {
    while true {
      let isSleep = earlier(sleeps.first, upcoming.first) == sleeps.first
      guard var moment = isSleep ? sleeps.first : upcoming.first, moment.at <= now else {
        return nil
      }
      if isSleep { sleeps.removeFirst() } else { upcoming.removeFirst() }
      guard !moment.isEnd else { return moment }
      insert(moment.number, occurrence: moment.occurrence + 1)
      guard events[moment.number].length != nil else { return moment }
      let end = endOfState(moment)
      guard end > now else { continue }
      moment.end = end
      if !isSleep { upcoming.insert(moment.ending) }
      return moment
    }
  }

  mutating func insert(_ number: Int, occurrence: Int64) {
    let event = events[number]
    guard occurrence == 0 || event.dates != nil else { return }
    let date = event.dates?.date(occurrence) ?? event.at
    guard date >= start else { return }
    let moment = Moment(at: date, isEnd: false, number: number, occurrence: occurrence)
    if case .suspend = event.verb { sleeps.insert(moment) } else { upcoming.insert(moment) }
  }

  func endOfState(_ moment: Moment) -> Instant {
    zone.adding(1, events[moment.number].length ?? .zero, to: moment.at)
  }

  // MARK: Playing

  /// Adds what the file places, at its turn within the first instant.
  private mutating func open(_ provider: WidgetProvider, into told: inout [Event]) {
    guard !roster.isOpen else { return }
    roster.open(provider.configuration)
    for placement in provider.configuration.placements {
      told.append(.added(addition(of: placement, provider.configuration)))
    }
  }

  /// Tells those who are in a zone whose rules are others now.
  private func notice(
    rules zones: [String], _ provider: WidgetProvider, into told: inout [Event]
  ) {
    guard !zones.isEmpty else { return }
    let configuration = provider.configuration
    for user in configuration.presentUsers {
      let zone = states.zone(of: user)
      guard zones.contains(configuration.zones[zone].identifier) else { continue }
      told.append(.timezoneChanged(.user(user), zone: zone, name: Int32(zone)))
    }
  }

  /// Returns what the machine is told of a placement.
  mutating func addition(
    of placement: Placement, _ configuration: Configuration
  ) -> NewPlacement {
    configuration.addition(
      of: placement, host: hosts.numbers[Int(placement.user)],
      zone: states.zone(of: placement.user),
      rule: rules.number(of: configuration.plans[Int(placement.plan)].failure))
  }

  mutating func play(
    _ moment: Moment, _ provider: inout WidgetProvider, into told: inout [Event]
  ) {
    let event = events[moment.number]
    let isOn = !moment.isEnd
    switch event.verb {
    case .foreground:
      told.append(contentsOf: states.foreground(isOn, of: event.user, event.scope))
    case .suspend: fallAsleep(until: moment.end, into: &told)
    case .timezone(let zone):
      told.append(
        contentsOf: states.zone(moment, zone, event, &provider))
    case .fail(let widget):
      let message = "made to fail by an event (\(event.place))"
      provider.setFailing(isOn, widget: widget, user: event.user, message: message)
    case .slow(let widget): provider.setSlow(isOn, widget: widget, user: event.user)
    case .write(let files): write(files, for: event.user, &provider, into: &told)
    case .edit(let edits): edit(edits, event, &provider, into: &told)
    case .add(let placements): add(placements, event, &provider, into: &told)
    case .remove(let pattern): remove(pattern, event, provider, into: &told)
    case .reload(let widget):
      request(.reload, event, provider, into: &told) { $0.widget == widget }
    case .reloadAll: request(.reload, event, provider, into: &told) { _ in true }
    case .push: request(.push, event, provider, into: &told) { _ in true }
    case .interaction(let pattern):
      request(.interaction, event, provider, into: &told) { pattern.matches($0) }
    case .clock: break
    }
  }

  /// Of sleeps that begin together the longest counts.
  private mutating func fallAsleep(until end: Instant?, into told: inout [Event]) {
    guard let end else { return }
    if wakes == nil { told.append(.suspended(true)) }
    wakes = max(wakes ?? end, end)
  }

  private func request(
    _ cause: Cause, _ event: PlannedEvent, _ provider: WidgetProvider, into told: inout [Event],
    where condition: (Placement) -> Bool
  ) {
    let numbers = roster.numbers(of: event.user, in: provider.configuration, where: condition)
    for number in numbers { told.append(.requested(PlacementNumber(number), cause)) }
  }
}

extension EventPlayer {
  /// The verb's place among what happens at one instant.
  enum Phase: CaseIterable {
    case zone, state, container, placement, request
  }
}

extension PlannedEvent {
  /// Whom the event is about.
  var scope: Scope { user.map { .user($0) } ?? .everybody }
}

extension PlannedEvent.Verb {
  var phase: EventPlayer.Phase {
    switch self {
    case .clock, .timezone: .zone
    case .foreground, .suspend, .fail, .slow: .state
    case .write: .container
    case .edit, .add, .remove: .placement
    case .reload, .reloadAll, .interaction, .push: .request
    }
  }
}

extension ClockChange {
  /// Returns how far the clock is set, in milliseconds.
  fileprivate func distance(at now: Instant, in zone: ZoneTable) -> Int64 {
    switch self {
    case .forwards(let step): zone.adding(1, step, to: now) - now
    case .backwards(let step): zone.adding(-1, step, to: now) - now
    case .to(let instant): instant - now
    }
  }
}

/// The lesser of two that may not be there; no list of them, since it is asked before each instant.
private func earlier<Value: Comparable>(_ left: Value?, _ right: Value?) -> Value? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}
