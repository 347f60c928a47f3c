import MetschedConfiguration
import MetschedEngine
package import MetschedTime
package import MetschedWidgets

/// Plays the events of a file on a virtual run.
///
/// At one instant come: clock and zone changes, states of the host, writes, the placements that the
/// file has (at the start), changes of placements, then requests; within each by date, ends before
/// beginnings, then file order. An occurrence is made when the one before it has
/// happened, so that a run costs what happens in it.
package struct EventPlayer: EventSource {
  let schedule: Schedule
  let events: [PlannedEvent]
  private let range: Range<Instant>
  private var upcoming = MomentQueue()
  private var hasBegun = false
  /// The placements that are gone, by number.
  var isRemoved: [Bool] = []
  var states: RunStates

  init(_ schedule: Schedule, range: Range<Instant>) {
    self.schedule = schedule
    self.range = range
    events = schedule.configuration.events
    states = RunStates(schedule.configuration)
    for (number, event) in events.enumerated() {
      var first: Int64 = 0
      if let dates = event.dates, event.at < range.lowerBound {
        first = dates.index(notAfter: range.lowerBound - 1) + 1
      }
      insert(number, occurrence: first)
    }
  }

  package var next: Instant? { hasBegun ? upcoming.first?.at : range.lowerBound }

  package var wakes: Instant? { states.wakes }

  package mutating func take(
    through time: Instant, _ provider: inout WidgetProvider
  ) -> (events: [TimedEvent], time: Instant) {
    var time = time
    var played: [TimedEvent] = []
    var due: [(phase: Int, moment: Moment)] = []
    while let moment = upcoming.first, moment.at <= time {
      upcoming.removeFirst()
      let event = events[moment.number]
      if !moment.isEnd {
        insert(moment.number, occurrence: moment.occurrence + 1)
        insertEnd(of: moment, event)
      }
      if case .clock(let by) = event.verb {
        time = time + by
        played.append(TimedEvent(at: time, .clockChanged(by: by)))
      } else {
        due.append((event.verb.phase, moment))
      }
    }
    var followers: [Event] = []
    for phase in 0...4 {
      if phase == 3, !hasBegun { begin(provider, into: &followers) }
      for (own, moment) in due where own == phase {
        play(moment, at: time, &provider, into: &followers)
      }
    }
    played.append(contentsOf: followers.map { TimedEvent(at: time, $0) })
    return (played, time)
  }

  // MARK: Occurrences

  private mutating func insert(_ number: Int, occurrence: Int64) {
    let event = events[number]
    guard occurrence == 0 || event.dates != nil else { return }
    let date = event.dates?.date(occurrence) ?? event.at
    guard range.contains(date) else { return }
    upcoming.insert(Moment(at: date, isEnd: false, number: number, occurrence: occurrence))
  }

  private mutating func insertEnd(of moment: Moment, _ event: PlannedEvent) {
    guard let length = event.length else { return }
    var end = moment
    end.isEnd = true
    end.at = self.end(of: length, from: moment.at)
    upcoming.insert(end)
  }

  private func end(of length: Step, from date: Instant) -> Instant {
    schedule.configuration.timezone.value.adding(1, length, to: date)
  }

  /// Returns when the machine wakes that falls asleep now: a suspension that begins before the end
  /// of another goes on from it, though nothing is played until then.
  private func endOfSleep(from date: Instant, _ event: PlannedEvent) -> Instant {
    var wakes = end(of: event.length ?? .zero, from: date)
    var isLonger = true
    while isLonger, wakes < range.upperBound {
      isLonger = false
      for other in events {
        guard case .suspend = other.verb, let length = other.length, other.at <= wakes,
          other.at >= range.lowerBound || other.dates != nil
        else { continue }
        let last = other.dates.map { $0.date($0.index(notAfter: wakes)) } ?? other.at
        let end = end(of: length, from: last)
        if last >= range.lowerBound, end > wakes { (wakes, isLonger) = (end, true) }
      }
    }
    return wakes
  }

  // MARK: Playing

  private mutating func begin(_ provider: WidgetProvider, into events: inout [Event]) {
    hasBegun = true
    for placement in provider.configuration.placements { add(placement, into: &events) }
  }

  /// Tells the machine of a placement that the provider has.
  mutating func add(_ placement: Placement, into events: inout [Event]) {
    isRemoved.append(false)
    events.append(
      .added(schedule.addition(of: placement, zone: states.zone(of: placement.user))))
  }

  private mutating func play(
    _ moment: Moment, at time: Instant, _ provider: inout WidgetProvider,
    into played: inout [Event]
  ) {
    let event = events[moment.number]
    let scope = event.user.map { Scope.user($0) } ?? .everybody
    func request(_ cause: Cause, of widget: Int32? = nil) {
      for number in numbers(provider, of: event.user, widget: widget) {
        played.append(.requested(PlacementNumber(number), cause))
      }
    }
    switch event.verb {
    case .reload(let widget): request(.reload, of: widget)
    case .reloadAll: request(.reload)
    case .interaction(let widget): request(.interaction, of: widget)
    case .push: request(.push)
    case .foreground:
      played.append(contentsOf: states.foreground(!moment.isEnd, of: event.user, scope))
    case .suspend:
      let wakes = moment.isEnd ? nil : endOfSleep(from: moment.at, event)
      played.append(contentsOf: states.suspend(wakes))
    case .timezone(let zone):
      played.append(contentsOf: states.zone(moment, zone, of: event.user, &provider))
    case .fail(let widget):
      provider.setFailing(!moment.isEnd, widget: widget, user: event.user)
    case .slow(let widget):
      provider.setSlow(!moment.isEnd, widget: widget, user: event.user)
    case .write(let files): write(files, for: event.user, &provider, into: &played)
    case .edit(let edits): edit(edits, event, scope, &provider, into: &played)
    case .add(let placements): add(placements, event, &provider, into: &played)
    case .remove(let widget, let id):
      remove(widget, id, event, scope, provider, into: &played)
    case .clock: break
    }
  }

  /// Returns the placements that are there, of a user and a kind where these are given.
  func numbers(
    _ provider: WidgetProvider, of user: Int32?, widget: Int32? = nil, id: String? = nil
  ) -> [Int] {
    guard hasBegun else { return [] }
    let placements = provider.configuration.placements
    return placements.indices.filter { number in
      let placement = placements[number]
      return !isRemoved[number] && (user == nil || placement.user == user)
        && (widget == nil || placement.widget == widget) && (id == nil || placement.id == id)
    }
  }
}

extension PlannedEvent.Verb {
  /// The verb's place among what happens at one instant.
  fileprivate var phase: Int {
    switch self {
    case .clock, .timezone: 0
    case .foreground, .suspend, .fail, .slow: 1
    case .write: 2
    case .edit, .add, .remove: 3
    case .reload, .reloadAll, .interaction, .push: 4
    }
  }
}
