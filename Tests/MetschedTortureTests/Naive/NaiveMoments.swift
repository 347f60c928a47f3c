import MetschedTime

/// When the events of a drawn file happen, and what the clock and sleeps do to that.
struct NaiveMoments {
  /// The beginning or the end of an occurrence.
  struct Moment {
    var at: Instant
    var isEnd: Bool
    var event: Int
    var occurrence: Int
    /// When the state that begins here ends.
    var ends: Instant?

    var order: (Int64, Int, Int, Int) { (at.milliseconds, isEnd ? 0 : 1, event, occurrence) }
  }

  private let file: DrawnFile
  private let clock: WallClock
  private let start: Instant
  private var end: Instant
  /// How often each event has begun, those before the start included.
  private var begun: [Int]
  private var firstDates: [Instant]
  /// The dates of each event so far, lest a long file be walked again and again.
  private var dates: [[Instant]]
  private var ends: [Moment] = []
  private(set) var wakes: Instant?

  init(_ file: DrawnFile, start: Instant, end: Instant) {
    self.file = file
    clock = WallClock(file.zone)
    self.start = start
    self.end = end
    begun = file.events.map { _ in 0 }
    firstDates = file.events.map { [clock] event in
      WallClock.instant(of: event.at, days: clock, times: clock)
    }
    dates = firstDates.map { [$0] }
    for (number, event) in file.events.enumerated() where event.every != nil {
      while let date = date(number, begun[number]), date < start { begun[number] += 1 }
    }
  }

  private mutating func date(_ event: Int, _ occurrence: Int) -> Instant? {
    if occurrence < dates[event].count { return dates[event][occurrence] }
    guard let every = file.events[event].every else { return nil }
    let first = firstDates[event]
    dates[event] =
      clock.dates(
        fromWall: clock.wall(at: first), date: first, step: every, notAfter: first,
        count: 2 * occurrence + 8
      ).dates
    return dates[event][occurrence]
  }

  /// All that is to come, an occurrence an event.
  private mutating func upcoming() -> [Moment] {
    var moments = ends
    for number in file.events.indices {
      guard let date = date(number, begun[number]), date >= start else { continue }
      moments.append(Moment(at: date, isEnd: false, event: number, occurrence: begun[number]))
    }
    return moments
  }

  /// When something happens next, be it the machine's deadline; nil for never.
  mutating func next(before deadline: Instant?) -> Instant? {
    guard var wake = wakes else {
      return (upcoming().map(\.at) + [deadline].compactMap(\.self)).min()
    }
    // A sleep that begins before another is over goes on from it.
    while wake < end, let sleep = firstSleep(through: wake) {
      begun[sleep.event] += 1
      wake = max(wake, endOfState(sleep))
    }
    wakes = wake
    return wake
  }

  private mutating func firstSleep(through wake: Instant) -> Moment? {
    upcoming().filter { [file] moment in
      if case .suspend = file.events[moment.event].verb { moment.at <= wake } else { false }
    }.min { $0.order < $1.order }
  }

  private func endOfState(_ moment: Moment) -> Instant {
    clock.adding(1, file.events[moment.event].length ?? .zero, to: moment.at)
  }

  mutating func fallAsleep(until end: Instant) { wakes = max(wakes ?? end, end) }
  mutating func wakeUp() { wakes = nil }

  /// Takes everything that has come, and says how often and how far the clock is set by it.
  mutating func take(through now: inout Instant) -> (moments: [Moment], jumps: [Int64]) {
    var moments = takeAll(through: now)
    var jumps: [Int64] = []
    var latest = now
    var hasSet: Set<Int> = []
    var index = 0
    while index < moments.count {
      let event = moments[index].event
      index += 1
      guard case .clock(let by) = file.events[event].verb, hasSet.insert(event).inserted else {
        continue
      }
      jumps.append(by)
      now = now + by
      end = end + by
      wakes = wakes.map { $0 + by }
      for number in ends.indices { ends[number].at = ends[number].at + by }
      for number in moments.indices { moments[number].ends = moments[number].ends.map { $0 + by } }
      if now > latest {
        latest = now
        moments += takeAll(through: now)
      }
    }
    return (moments, jumps)
  }

  private mutating func takeAll(through now: Instant) -> [Moment] {
    var taken: [Moment] = []
    while var first = upcoming().min(by: { $0.order < $1.order }), first.at <= now {
      if first.isEnd {
        ends.removeAll { $0.event == first.event && $0.occurrence == first.occurrence }
        taken.append(first)
        continue
      }
      begun[first.event] += 1
      if file.events[first.event].length != nil {
        let over = endOfState(first)
        // What is over by now did not take place.
        if over <= now { continue }
        first.ends = over
        if case .suspend = file.events[first.event].verb {
        } else {
          ends.append(
            Moment(at: over, isEnd: true, event: first.event, occurrence: first.occurrence))
        }
      }
      taken.append(first)
    }
    return taken
  }
}
