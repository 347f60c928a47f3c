import MetschedConfiguration
import MetschedEngine
import MetschedTime
import MetschedWidgets

/// What somebody asks of a live run.
///
/// It comes after everything else of its instant, in the order in which it was asked; only a clock
/// that is set comes first, as it always does.
extension EventPlayer {
  mutating func obey(
    _ command: LiveCommand, at now: Instant, _ provider: inout WidgetProvider,
    into happenings: inout Happenings
  ) {
    switch command {
    case .reconfigure(let revision):
      reconfigure(to: revision, at: now, &provider, into: &happenings)
    case .happen(let commanded) where !commanded.setsClockNow:
      happen(commanded, at: now, &provider, into: &happenings)
    case .happen: break
    }
  }

  /// Puts commands that set the clock at once where the instant begins with them.
  mutating func insertClockChanges(
    _ commands: [LiveCommand], at now: Instant, _ provider: WidgetProvider
  ) {
    for case .happen(let commanded) in commands where commanded.setsClockNow {
      var event = commanded.event
      event.at = now
      events.append(event)
      insert(events.count - 1, occurrence: 0)
      if event.dates != nil { asked[events.count - 1] = commanded.asked }
      let placements = roster.numbers(of: nil, in: provider.configuration).count
      commanded.answered(.happened(at: now, placements: placements))
    }
  }

  private mutating func happen(
    _ commanded: CommandedEvent, at now: Instant, _ provider: inout WidgetProvider,
    into happenings: inout Happenings
  ) {
    guard commanded.revision == provider.revision else {
      commanded.answered(.outdated)
      return
    }
    let event = adopted(
      commanded.event, of: commanded.configuration, &provider, zones: &happenings.zones)
    let number = events.count
    events.append(event)
    asked[number] = commanded.asked
    let isNow = !commanded.isDated || event.at == now
    insert(next: number, after: now)
    guard isNow else {
      let first = event.dates.map { $0.date($0.index(notAfter: now) + 1) } ?? event.at
      commanded.answered(first > now ? .planned(at: first) : .past)
      return
    }
    var moment = Moment(at: now, isEnd: false, number: number, occurrence: 0)
    if event.length != nil {
      moment.end = endOfState(moment)
      if case .suspend = event.verb {} else { upcoming.insert(moment.ending) }
    }
    let told = happenings.events.count
    play(moment, &provider, into: &happenings.events)
    let placements = happenings.events[told...].reduce(into: Set<Int32>()) { found, event in
      found.formUnion(self.placements(of: event, provider.configuration))
    }
    commanded.answered(.happened(at: now, placements: placements.count))
    forgetLast(number)
  }

  /// Lets an event begin on its dates after an instant.
  mutating func insert(next number: Int, after now: Instant) {
    let event = events[number]
    guard let dates = event.dates else {
      if event.at > now { insert(number, occurrence: 0) }
      return
    }
    insert(number, occurrence: event.at > now ? 0 : dates.index(notAfter: now) + 1)
  }

  /// Forgets an event that has happened, and of which nothing is to come.
  private mutating func forgetLast(_ number: Int) {
    guard number == events.count - 1, events[number].dates == nil, events[number].length == nil,
      events[number].verb.phase != .zone
    else { return }
    events.removeLast()
    asked[number] = nil
  }

  /// The placements that the machine is told of, by number.
  private func placements(of event: Event, _ configuration: Configuration) -> [Int32] {
    switch event {
    case .requested(let placement, _), .removed(let placement, _): [placement.index]
    case .edited(_, let edits): edits.map(\.placement.index)
    case .foreground(let scope, _), .timezoneChanged(let scope, _, _):
      roster.numbers(of: scope.user, in: configuration).map { Int32($0) }
    // NB: a new placement has the number that is next, one after the other.
    case .added: [Int32(configuration.placements.count - 1)]
    default: []
    }
  }
}

extension CommandedEvent {
  /// Whether it sets the clock as soon as it is noticed.
  var setsClockNow: Bool {
    if case .clock = event.verb { !isDated } else { false }
  }
}

extension Scope {
  /// Whom it is about; nil for everybody.
  fileprivate var user: Int32? {
    if case .user(let user) = self { user } else { nil }
  }
}
