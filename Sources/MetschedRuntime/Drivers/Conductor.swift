package import MetschedEngine
package import MetschedTime

/// The machine and what answers it, played one instant at a time; both drivers own one.
package struct Conductor<Provider: RequestAnswering> {
  package private(set) var machine: Machine
  package var provider: Provider
  private var actions = Actions()
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

  /// Plays one instant to its end.
  ///
  /// - Parameters:
  ///   - events: what happens at the instant, in the order that `Event` gives; only before a
  ///     change of the clock is one of another time.
  ///   - time: the instant.
  ///   - emit: takes each record with the provider, which knows what entries say.
  package mutating func play(
    _ events: [TimedEvent], at time: Instant,
    emit: (Record, inout Provider) throws -> Void
  ) async rethrows {
    for event in events {
      machine.handle(event.event, at: event.at, into: &actions)
      try deliver(to: emit)
    }
    var late: [(request: Request, answer: Answer)] = []
    while true {
      machine.handle(.due, at: time, into: &actions)
      try deliver(to: emit)
      try await answer(take(\.asks), at: time, emit: emit)
      for arrival in provider.arrivals() {
        // An answer at exactly the time limit is in time; a later one waits for the failure.
        if machine.isOverdue(arrival.request, at: time) {
          late.append(arrival)
        } else {
          machine.handle(.answered(arrival.request, arrival.answer), at: time, into: &actions)
          try deliver(to: emit)
        }
      }
      if let next = machine.nextDeadline(), next <= time { continue }
      machine.handle(.settled, at: time, into: &actions)
      try deliver(to: emit)
      let expired = take(\.expired)
      if expired.isEmpty { return }
      try await answer(expired, at: time, emit: emit)
      for arrival in late {
        machine.handle(.answered(arrival.request, arrival.answer), at: time, into: &actions)
        try deliver(to: emit)
      }
      late.removeAll()
    }
  }

  private mutating func answer(
    _ requests: [Request], at time: Instant, emit: (Record, inout Provider) throws -> Void
  ) async rethrows {
    guard !requests.isEmpty else { return }
    let answers = await provider.answers(to: requests)
    precondition(answers.count == requests.count, "each request has one answer, or nil")
    for (request, answer) in zip(requests, answers) {
      guard let answer else { continue }
      machine.handle(.answered(request, answer), at: time, into: &actions)
      try deliver(to: emit)
    }
  }

  private mutating func take(_ requests: WritableKeyPath<Actions, [Request]>) -> [Request] {
    let taken = actions[keyPath: requests]
    actions[keyPath: requests].removeAll(keepingCapacity: true)
    return taken
  }

  /// Hands records over before the timelines that they speak of are forgotten.
  private mutating func deliver(to emit: (Record, inout Provider) throws -> Void) rethrows {
    for record in actions.records { try emit(record, &provider) }
    for timeline in actions.released { provider.release(timeline) }
    warnings.append(contentsOf: actions.warnings)
    actions.records.removeAll(keepingCapacity: true)
    actions.released.removeAll(keepingCapacity: true)
    actions.warnings.removeAll(keepingCapacity: true)
  }
}
