package import MetschedEngine
package import MetschedTime

/// The machine and what answers it, played one instant at a time; both drivers own one.
///
/// A driver opens an instant with what has happened, and advances it until it is over. In between
/// it stops where answers have to be waited for, and nowhere else: a run whose providers answer at
/// once never changes tasks.
///
///     try conductor.open(happenings, at: time, emit: emit)
///     while try !conductor.advance(emit: emit) { await conductor.awaitAnswers() }
package struct Conductor<Provider: RequestAnswering> {
  package internal(set) var machine: Machine
  package var provider: Provider
  private var actions = Actions()
  /// The instant under way.
  private var instant = OpenInstant()
  /// What is being asked at it, and the answers.
  private var requests: [Request] = []
  private var answers = Answers()
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

  /// Leaves out what only policies asked for, and what would have been granted before an instant.
  mutating func skipMissed(
    before limit: Instant, emit: (Record, inout Provider) throws -> Void
  ) rethrows {
    let missed = machine.missedReloads(before: limit)
    let timelines = missed.map { machine.timeline(of: $0.placement) }
    let skipped = provider.skipping(missed, showing: timelines, until: limit)
    if !skipped.isEmpty { try tell(.skipped(skipped), at: limit, emit: emit) }
  }

  // MARK: Instants

  /// Opens an instant with what happens at it, the clock first.
  ///
  /// - Parameters:
  ///   - happenings: what happens.
  ///   - events: what has come from outside at the same instant.
  ///   - time: the instant, before the clock is set.
  ///   - emit: takes each record.
  /// - Returns: the instant on the clock as it is set now.
  mutating func open(
    _ happenings: Happenings, beside events: [Event] = [], at time: Instant,
    emit: (Record, inout Provider) throws -> Void
  ) rethrows -> Instant {
    machine.add(rules: happenings.rules, hosts: happenings.hosts, zones: happenings.zones)
    var time = time
    for jump in happenings.jumps {
      time = time + jump
      try tell(.clockChanged(by: jump), at: time, emit: emit)
    }
    instant = OpenInstant(at: time)
    try begin(with: happenings.events, emit: emit)
    try begin(with: events, emit: emit)
    return time
  }

  /// Tells the machine what happens, in the order that `Event` gives; answers to earlier requests
  /// may stand anywhere, and wait for their turn.
  private mutating func begin(
    with events: [Event], emit: (Record, inout Provider) throws -> Void
  ) rethrows {
    for event in events {
      if case .answered(let request, let answer) = event {
        instant.brought.append(OpenInstant.Arrival(request: request, answer: answer))
      } else {
        try tell(event, at: instant.time, emit: emit)
      }
    }
  }

  /// Plays the open instant as far as nothing has to be waited for.
  ///
  /// - Parameter emit: takes each record with the provider, which knows what entries say.
  /// - Returns: whether the instant is over; else the answers have to be awaited first.
  mutating func advance(
    emit: (Record, inout Provider) throws -> Void
  ) rethrows -> Bool {
    let time = instant.time
    while true {
      switch instant.step {
      case .due:
        try tell(.due, at: time, emit: emit)
        takeArrivals()
        swap(&requests, &actions.asks)
        instant.step = .answers
        guard ask() else { return false }
      case .answers:
        try takeAnswers(emit: emit)
        instant.step = .due
        if let next = machine.nextDeadline(), next <= time { continue }
        try tell(.settled, at: time, emit: emit)
        if actions.expired.isEmpty { return true }
        swap(&requests, &actions.expired)
        instant.step = .failures
        guard ask() else { return false }
      case .failures:
        try takeAnswers(emit: emit)
        // The time limit of these has passed, and the failure stands; they are dropped.
        for arrival in instant.late {
          try tell(.answered(arrival.request, arrival.answer), at: time, emit: emit)
        }
        instant.late = []
        instant.step = .due
      }
    }
  }

  /// Waits for the answers that `advance` stopped for.
  mutating func awaitAnswers() async {
    answers = await provider.answers(to: requests)
  }

  /// Asks for the answers to the requests; false where they have to be waited for.
  private mutating func ask() -> Bool {
    requests.isEmpty || provider.answersAtOnce(to: requests, into: &answers)
  }

  /// Takes the answers to earlier requests that have come by now.
  private mutating func takeArrivals() {
    let arrivals = provider.arrivals()
    if arrivals.isEmpty, instant.brought.isEmpty { return }
    for arrival in instant.brought + arrivals.map(OpenInstant.Arrival.init) {
      // An answer at exactly the time limit is in time; a later one waits for the failure.
      if machine.isOverdue(arrival.request, at: instant.time) {
        instant.late.append(arrival)
      } else {
        instant.arrivals.append(arrival)
      }
    }
    instant.brought = []
  }

  /// Tells the machine the answers, together with earlier ones that have come, by placement.
  private mutating func takeAnswers(emit: (Record, inout Provider) throws -> Void) rethrows {
    if requests.isEmpty, instant.arrivals.isEmpty { return }
    try tellReloads(emit: emit)
    if !instant.arrivals.isEmpty { join(instant.arrivals) }
    instant.arrivals = []
    for start in stride(from: 0, to: requests.count, by: Self.batch) {
      let range = start..<min(start + Self.batch, requests.count)
      machine.handle(answers, to: requests, in: range, at: instant.time, into: &actions)
      try deliver(to: emit)
    }
    // Room for a few is kept; that of the first instant of a million placements is not.
    if requests.count > Self.batch {
      (requests, answers) = ([], Answers())
    } else {
      requests.removeAll(keepingCapacity: true)
      answers.removeAll()
    }
  }

  /// Adds answers that have come, and puts all in order.
  private mutating func join(_ arrivals: [OpenInstant.Arrival]) {
    requests += arrivals.map(\.request)
    for arrival in arrivals { answers.append(arrival.answer) }
    let order = requests.indices.sorted {
      (requests[$0].placement, requests[$0].generation)
        < (requests[$1].placement, requests[$1].generation)
    }
    answers.reorder(by: order)
    requests = order.map { requests[$0] }
  }

  /// How many answers are taken in before their records are written.
  private static var batch: Int { 1024 }

  /// Tells of the reloads that providers asked for while they answered.
  ///
  /// That of another placement is granted like any other. One of a placement that is being asked
  /// itself waits, and so does every one that follows from another at the same instant: two
  /// providers that reload each other would never let it end.
  private mutating func tellReloads(emit: (Record, inout Provider) throws -> Void) rethrows {
    let reloads = provider.reloads()
    guard !reloads.isEmpty else { return }
    let follows = instant.providersHaveReloaded
    instant.providersHaveReloaded = true
    for placement in reloads {
      let waits = follows || machine.isAsked(placement)
      try tell(
        waits ? .requestedByProvider(placement) : .requested(placement, .reload),
        at: instant.time, emit: emit)
    }
  }

  /// Hands records over before the timelines that they speak of are forgotten.
  private mutating func deliver(to emit: (Record, inout Provider) throws -> Void) rethrows {
    if actions.isDelivered { return }
    for index in 0..<actions.records.count { try emit(actions.records[index], &provider) }
    for timeline in actions.released { provider.release(timeline) }
    if !actions.warnings.isEmpty { warnings.append(contentsOf: actions.warnings) }
    actions.removeDelivered()
  }
}

/// How far an instant has been played.
private struct OpenInstant {
  /// What comes next.
  enum Step {
    /// The machine is told that something may be due.
    case due
    /// The answers to what it asks are taken in.
    case answers
    /// The failures of those whose time limit has passed are taken in.
    case failures
  }

  var time = Instant(milliseconds: 0)
  var step = Step.due
  /// Answers to earlier requests: those that came with the events, those that are taken in
  /// beside the next answers, and those that came too late.
  var brought: [Arrival] = []
  var arrivals: [Arrival] = []
  var late: [Arrival] = []
  /// Whether providers have asked for reloads at this instant.
  var providersHaveReloaded = false

  init() {}

  init(at time: Instant) { self.time = time }

  /// An answer to a request of an earlier instant.
  struct Arrival {
    var request: Request
    var answer: Answer
  }
}
