import MetschedEngine
import MetschedTime
import SchedulerReference

/// A virtual run of a script: the driver's protocol for an instant, and the jump to the next.
struct Playback<Scheduler: Scheduling> {
  private(set) var records: [Record] = []
  private(set) var asks: [Ask] = []
  private(set) var warnings: [Warning] = []
  private(set) var released: [TimelineID] = []
  /// Timelines that were answered, so that each can be found released or still held.
  private(set) var answered: [TimelineID] = []
  /// What the protocol forbids: loops, deadlines in the past.
  private(set) var faults: [String] = []
  let script: Script

  struct Ask {
    var request: Request
    /// Since the start, whatever the wall clock says.
    var elapsed: Int64
    var name: Int
  }

  private struct Delivery {
    var elapsed: Int64
    var request: Request
    var answer: Answer
  }

  private var scheduler: Scheduler
  private var actions = Actions()
  private var elapsed: Int64 = 0
  private var offset: Int64 = 0
  private var underWay: [Delivery] = []
  private var steps: [Script.Step] = []
  private var sleepsUntil: Int64?
  /// Numbers by letter, and letters by number.
  private var numbers: [Int: PlacementNumber] = [:]
  private(set) var names: [Int] = []

  init(_ script: Script) {
    self.script = script
    scheduler = Scheduler(
      hosts: script.hosts, rules: script.rules, zones: script.zones, seed: script.seed)
    steps = script.steps.enumerated()
      .sorted {
        ($0.element.at.milliseconds, $0.element.action.rank, $0.offset)
          < ($1.element.at.milliseconds, $1.element.action.rank, $1.offset)
      }
      .map { $0.element }
    play()
  }

  private var wall: Instant { start + elapsed + offset }

  private mutating func play() {
    while records.count < script.mostRecords, let next = nextInstant(), next < script.length {
      elapsed = next
      playInstant()
      guard faults.isEmpty else { return }
    }
  }

  private mutating func nextInstant() -> Int64? {
    let deadline = scheduler.nextDeadline().map { $0 - start - offset }
    if let deadline, deadline <= elapsed, !asks.isEmpty, sleepsUntil == nil {
      faults.append("\(Moment(elapsed)): a deadline is left at \(Moment(deadline))")
      return nil
    }
    var next = deadline
    if let step = steps.first { next = min(next ?? .max, step.at.milliseconds) }
    for delivery in underWay { next = min(next ?? .max, delivery.elapsed) }
    return next.map { max($0, sleepsUntil ?? $0) }
  }

  private mutating func playInstant() {
    if let end = sleepsUntil, end <= elapsed {
      sleepsUntil = nil
      steps.insert(Script.Step(at: Moment(elapsed), action: .wake), at: 0)
    }
    // The steps are sorted, but a sleep gathers those of many instants at its end.
    var present: [Script.Action] = []
    while let step = steps.first, step.at.milliseconds <= elapsed {
      present.append(steps.removeFirst().action)
    }
    if present.count > 1 {
      present = present.enumerated()
        .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        .map { $0.element }
    }
    for action in present { perform(action) }
    for _ in 0..<Self.mostRounds {
      tell(.due)
      while case let ready = readyAnswers(), !ready.isEmpty { deliver(ready) }
      if let deadline = scheduler.nextDeadline(), deadline <= wall { continue }
      tell(.settled)
      let expired = actions.expired
      actions.expired = []
      if expired.isEmpty { return }
      for request in expired {
        let name = names[Int(request.placement.index)]
        let answer = script.placements[name].reply(to: request.generation).answer(to: request)
        self.answer(request, answer)
      }
    }
    faults.append("\(Moment(elapsed)): \(Self.mostRounds) rounds at one instant")
  }

  /// A placement reloads a few times at one instant at most: once for an answer, once for an edit.
  private static var mostRounds: Int { 64 }

  private mutating func tell(_ event: Event) {
    scheduler.handle(event, at: wall, into: &actions)
    records += actions.records
    warnings += actions.warnings
    released += actions.released
    let requests = actions.asks
    let expired = actions.expired
    actions.removeAll()
    actions.expired = expired
    for request in requests {
      let name = names[Int(request.placement.index)]
      asks.append(Ask(request: request, elapsed: elapsed, name: name))
      let reply = script.placements[name].reply(to: request.generation)
      for delay in [reply.delay, reply.repeatDelay] {
        guard let delay else { continue }
        underWay.append(
          Delivery(
            elapsed: elapsed + delay, request: request, answer: reply.answer(to: request)))
      }
    }
  }

  private mutating func readyAnswers() -> [Delivery] {
    guard underWay.contains(where: { $0.elapsed <= elapsed }) else { return [] }
    let ready = underWay.enumerated().filter { $0.element.elapsed <= elapsed }
    underWay.removeAll { $0.elapsed <= elapsed }
    return
      ready
      .sorted {
        ($0.element.request.placement, $0.offset) < ($1.element.request.placement, $1.offset)
      }
      .map { $0.element }
  }

  private mutating func deliver(_ deliveries: [Delivery]) {
    for delivery in deliveries { answer(delivery.request, delivery.answer) }
  }

  private mutating func answer(_ request: Request, _ answer: Answer) {
    switch answer {
    case .timeline(let timeline): answered.append(timeline.id)
    case .failure(let failure):
      answered += [failure.sample, failure.last].compactMap { $0?.id }
    }
    tell(.answered(request, answer))
  }

  private mutating func perform(_ action: Script.Action) {
    switch action {
    case .add(let name):
      let new = script.placements[name]
      numbers[name] = PlacementNumber(names.count)
      names.append(name)
      tell(
        .added(
          NewPlacement(
            user: new.user, host: new.host, rule: new.rule, zone: new.zone,
            nameHash: nameHash(of: letter(name)))))
    case .remove(let name, let announced):
      if let number = numbers[name] { tell(.removed(number, announced: announced)) }
    case .host(let name, let host):
      if let number = numbers[name] { tell(.hostChanged(number, host: host)) }
    case .edit(let names, let rule):
      let edited = names.compactMap { name in
        numbers[name].map {
          EditedPlacement(placement: $0, rule: rule ?? script.placements[name].rule)
        }
      }
      guard let first = edited.first else { return }
      tell(.edited(edited.count == 1 ? .placement(first.placement) : .everybody, edited))
    case .request(let name, let cause):
      if let number = numbers[name] { tell(.requested(number, cause)) }
    case .requestByProvider(let name):
      if let number = numbers[name] { tell(.requestedByProvider(number)) }
    case .foreground(let whom, let isOn):
      if let scope = scope(whom) { tell(.foreground(scope, isOn)) }
    case .zone(let whom, let zone):
      if let scope = scope(whom) {
        tell(.timezoneChanged(scope, zone: zone, name: Int32(zone)))
      }
    case .clock(let by):
      offset += by
      tell(.clockChanged(by: by))
    case .suspend(let length):
      sleepsUntil = elapsed + length
      tell(.suspended(true))
    case .wake: tell(.suspended(false))
    }
  }

  private func scope(_ whom: Script.Whom) -> Scope? {
    switch whom {
    case .everybody: .everybody
    case .user(let user): .user(user)
    case .placement(let name): numbers[name].map { .placement($0) }
    }
  }
}

/// `a` for the first placement of a script.
func letter(_ name: Int) -> String {
  String(UnicodeScalar(UInt8(ascii: "a") + UInt8(name)))
}
