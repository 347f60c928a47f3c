package import MetschedEngine
package import MetschedTime

/// The machine and what answers it, played one instant at a time; both drivers own one.
package struct Conductor<Provider: RequestAnswering> {
  package internal(set) var machine: Machine
  package var provider: Provider
  private var actions = Actions()
  /// Whether providers have asked for reloads at this instant.
  private var providersHaveReloaded = false
  /// What its author should know, as far as nobody has taken it.
  package var warnings: [Warning] = []

  package init(machine: Machine, provider: Provider) {
    self.machine = machine
    self.provider = provider
  }

  /// When something is due next; nil when nothing is to come.
  package mutating func nextDeadline() -> Instant? {
    machine.nextDeadline()
  }

  /// Tells the machine of an event, and leaves the instant open.
  mutating func tell(
    _ event: Event, at time: Instant, emit: (Record, inout Provider) throws -> Void
  ) rethrows {
    machine.handle(event, at: time, into: &actions)
    try deliver(to: emit)
  }

  /// Plays what happens at one instant to its end, the clock first.
  ///
  /// - Parameters:
  ///   - happenings: what happens.
  ///   - events: what has come from outside at the same instant.
  ///   - time: the instant, before the clock is set.
  ///   - emit: takes each record.
  /// - Returns: the instant on the clock as it is set now.
  mutating func play(
    _ happenings: Happenings, beside events: [Event] = [], at time: Instant,
    emit: (Record, inout Provider) throws -> Void
  ) async rethrows -> Instant {
    machine.add(rules: happenings.rules, hosts: happenings.hosts, zones: happenings.zones)
    var time = time
    for jump in happenings.jumps {
      time = time + jump
      try tell(.clockChanged(by: jump), at: time, emit: emit)
    }
    try await play(happenings.events + events, at: time, emit: emit)
    return time
  }

  /// Leaves out what only policies asked for, and what would have been granted before an instant.
  mutating func skipMissed(
    before limit: Instant, emit: (Record, inout Provider) throws -> Void
  ) rethrows {
    let missed = machine.missedReloads(before: limit)
    let timelines = missed.map { machine.timeline(of: $0.placement) }
    let skipped = provider.skipping(missed, showing: timelines, until: limit)
    if !skipped.isEmpty { try tell(.skipped(skipped), at: limit, emit: emit) }
  }

  /// Plays one instant to its end.
  ///
  /// - Parameters:
  ///   - events: what happens at the instant, in the order that `Event` gives; answers to earlier
  ///     requests may stand anywhere.
  ///   - time: the instant.
  ///   - emit: takes each record with the provider, which knows what entries say.
  package mutating func play(
    _ events: [Event], at time: Instant,
    emit: (Record, inout Provider) throws -> Void
  ) async rethrows {
    var brought: [Arrival] = []
    for event in events {
      if case .answered(let request, let answer) = event {
        brought.append((request, answer))
      } else {
        try tell(event, at: time, emit: emit)
      }
    }
    var late: [Arrival] = []
    providersHaveReloaded = false
    while true {
      try tell(.due, at: time, emit: emit)
      // An answer at exactly the time limit is in time; a later one waits for the failure.
      let arrivals = brought + provider.arrivals()
      brought.removeAll()
      late += arrivals.filter { machine.isOverdue($0.request, at: time) }
      try await answer(
        Self.take(&actions.asks),
        beside: arrivals.filter { !machine.isOverdue($0.request, at: time) }, at: time, emit: emit)
      if let next = machine.nextDeadline(), next <= time { continue }
      try tell(.settled, at: time, emit: emit)
      let expired = Self.take(&actions.expired)
      if expired.isEmpty { return }
      try await answer(expired, beside: [], at: time, emit: emit)
      for arrival in late {
        try tell(.answered(arrival.request, arrival.answer), at: time, emit: emit)
      }
      late.removeAll()
    }
  }

  private typealias Arrival = (request: Request, answer: Answer)

  /// Answers requests, together with earlier ones whose answers have come, by placement.
  private mutating func answer(
    _ requests: [Request], beside arrivals: [Arrival], at time: Instant,
    emit: (Record, inout Provider) throws -> Void
  ) async rethrows {
    guard !requests.isEmpty || !arrivals.isEmpty else { return }
    var answers = await provider.answers(to: requests)
    try tellReloads(at: time, emit: emit)
    var requests = requests
    if !arrivals.isEmpty {
      requests += arrivals.map(\.request)
      for arrival in arrivals { answers.append(arrival.answer) }
      let order = requests.indices.sorted {
        (requests[$0].placement, requests[$0].generation)
          < (requests[$1].placement, requests[$1].generation)
      }
      answers.reorder(by: order)
      requests = order.map { requests[$0] }
    }
    for start in stride(from: 0, to: requests.count, by: Self.batch) {
      let range = start..<min(start + Self.batch, requests.count)
      machine.handle(answers, to: requests, in: range, at: time, into: &actions)
      try deliver(to: emit)
    }
  }

  /// How many answers are taken in before their records are written.
  private static var batch: Int { 1024 }

  /// Tells of the reloads that providers asked for while they answered.
  ///
  /// That of another placement is granted like any other. One of a placement that is being asked
  /// itself waits, and so does every one that follows from another at the same instant: two
  /// providers that reload each other would never let it end.
  private mutating func tellReloads(
    at time: Instant, emit: (Record, inout Provider) throws -> Void
  ) rethrows {
    let reloads = provider.reloads()
    guard !reloads.isEmpty else { return }
    let follows = providersHaveReloaded
    providersHaveReloaded = true
    for placement in reloads {
      let waits = follows || machine.isAsked(placement)
      try tell(
        waits ? .requestedByProvider(placement) : .requested(placement, .reload), at: time,
        emit: emit)
    }
  }

  /// Takes the list itself: to keep its capacity would be to claim as much again, since the first
  /// instant of a million placements.
  private static func take(_ requests: inout [Request]) -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// Hands records over before the timelines that they speak of are forgotten.
  private mutating func deliver(to emit: (Record, inout Provider) throws -> Void) rethrows {
    for record in actions.records { try emit(record, &provider) }
    for timeline in actions.released { provider.release(timeline) }
    warnings.append(contentsOf: actions.warnings)
    actions.records.removeAll()
    actions.released.removeAll(keepingCapacity: true)
    actions.warnings.removeAll(keepingCapacity: true)
  }
}
