package import MetschedTime

/// The engine: decides what shows, what is asked for and when, from events alone.
///
/// A value that reads no clock, no file and no random source, so that the same events give the
/// same records on every run.
///
///     added ─ask→ asked ─answer→ showing ─policy date→ due ─grant→ asked
///                   └─failure or time limit→ showing            removed → gone
///
/// The driver hands over the events of an instant in the order that `Event` gives, then `due`
/// until neither `nextDeadline` lies at this instant nor anything is asked, then `settled`.
package struct Machine {
  var placements: Rows<PlacementState>
  var backgrounds: Rows<PlacementBackground>
  var pendings = PendingTable()
  var irregularDates: [[Instant]] = []
  var freeDates: [Int32] = []
  var ledger = Ledger()
  var queue: DeadlineQueue
  /// Placements whose answer is under way and that something was due for at this instant.
  var waiting = Rows<Int32>()
  /// Placements with nothing to show when the instant ends.
  var bare: [Int32] = []
  /// How many answers are under way.
  var askedCount = 0
  /// The placements that something is due of at this instant.
  var due = Rows<Int32>()
  /// Those of them whose next entry may have come.
  var dueEntries = Rows<Int32>()
  /// How far the wall clock is ahead of elapsed time since the start, in milliseconds.
  var wallOffset: Int64 = 0
  var sequence: Int64 = 0
  /// Whose app is in the foreground, for placements that are added later.
  var foreground = ForegroundUsers()
  /// The placements that a checkpoint has to save, once somebody asks for them.
  var touched = TouchedPlacements()

  private(set) var hosts: [Host]
  private(set) var rules: [FailureHandling]
  private(set) var zones: [ZoneTable]
  let seed: UInt64

  /// Creates a machine without placements.
  ///
  /// - Parameters:
  ///   - hosts: what placements name by index.
  ///   - rules: what placements do after a failure, named by index.
  ///   - zones: the zones in which `1d` and `1w` are counted, named by index.
  ///   - seed: what latency is drawn from.
  ///   - placements: how many placements are expected.
  package init(
    hosts: [Host], rules: [FailureHandling], zones: [ZoneTable], seed: UInt64,
    placements: Int = 0
  ) {
    self.hosts = hosts
    self.rules = rules
    self.zones = zones
    self.seed = seed
    queue = DeadlineQueue(placements: placements)
    self.placements = Rows(capacity: placements)
    backgrounds = Rows(capacity: placements)
  }

  /// When the machine wants to be told `due` next; nil when nothing is to come.
  package mutating func nextDeadline() -> Instant? {
    while let (time, placement) = queue.first() {
      if placements[Int(placement)].deadline == time.milliseconds { return time }
      queue.removeFirst()
    }
    return nil
  }

  /// Takes an event in and says what is to be done.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - time: when; never before the time of the call before, but for `clockChanged`.
  ///   - actions: where records, requests and warnings are appended.
  package mutating func handle(_ event: Event, at time: Instant, into actions: inout Actions) {
    if case .settled = event, isSettled { return waiting.removeAll() }
    claimTables()
    actions.records.claim()
    switch event {
    case .clockChanged(let by): changeClock(by: by, at: time, into: &actions)
    case .timezoneChanged(let scope, let zone, let name):
      changeZone(of: scope, to: zone, name: name, at: time, into: &actions)
    case .foreground(let scope, let isOn):
      setForeground(isOn, of: scope, at: time, into: &actions)
    case .suspended(let isOn):
      record(.state(.suspended(isOn)), of: .everybody, at: time, into: &actions)
    case .added(let placement): add(placement, at: time, into: &actions)
    case .removed(let placement, let announced):
      remove(placement, announced: announced, at: time, into: &actions)
    case .announced(let scope, let state):
      record(.state(state), of: scope, at: time, into: &actions)
    case .hostChanged(let placement, let host):
      changeHost(of: placement, to: host, at: time)
    case .edited(let scope, let edits): edit(edits, of: scope, at: time, into: &actions)
    case .skipped(let reloads): skip(reloads, at: time, into: &actions)
    case .requested(let placement, let cause):
      request(cause, for: Int(placement.index), at: time, into: &actions)
    case .requestedByProvider(let placement):
      requestByProvider(of: Int(placement.index), at: time, into: &actions)
    case .due: advance(to: time, into: &actions)
    case .answered(let request, let answer):
      handle(Answers([answer]), to: [request], at: time, into: &actions)
    case .settled: settle(at: time, into: &actions)
    }
    if touched.isCounting { touch(event) }
  }

  /// Takes the answers to requests of one instant in, in their order.
  ///
  /// - Parameters:
  ///   - answers: one for each request.
  ///   - requests: what was asked.
  ///   - range: which of them to take in now; nil for all. The records of a million answers need
  ///     not all be held at once.
  ///   - time: the instant.
  ///   - actions: where records and timelines that ended are appended.
  package mutating func handle(
    _ answers: Answers, to requests: [Request], in range: Range<Int>? = nil, at time: Instant,
    into actions: inout Actions
  ) {
    precondition(answers.count == requests.count, "each request has one answer, or nil")
    claimTables()
    actions.records.claim()
    for index in range ?? 0..<requests.count {
      guard let answer = answers[index] else { continue }
      take(answer, answers.lists, to: requests[index], at: time, into: &actions)
    }
    guard touched.isCounting else { return }
    for request in requests[range ?? 0..<requests.count] {
      touched.insert(request.placement.index)
    }
  }

  /// Whether an instant may end as it is: nobody waits for an answer, and something shows
  /// everywhere.
  private var isSettled: Bool { askedCount == 0 && bare.isEmpty }

  /// Makes this machine the only one that holds its tables, before it writes to them.
  private mutating func claimTables() {
    placements.claim()
    backgrounds.claim()
    pendings.claim()
    queue.claim()
    waiting.claim()
    due.claim()
    dueEntries.claim()
  }

  /// Does what is due: entries, then requests and grants; each by placement.
  private mutating func advance(to time: Instant, into actions: inout Actions) {
    collectDue(through: time)
    touched.insert(due)
    showDueEntries(at: time, into: &actions)
    for position in due.indices {
      let placement = due[position]
      let index = Int(placement)
      if canGrantAtOnce(placements[index], at: time) {
        grantAtOnce(index, at: time, into: &actions)
      } else {
        requestByPolicy(of: index, at: time)
        grantIfDue(index, at: time, into: &actions)
      }
      // Most answers come within the instant; `settled` schedules the time limits of the others.
      if placements[index].phase == .asked {
        waiting.append(placement)
      } else {
        schedule(index)
      }
    }
  }

  /// Takes from the queue what is due, and says whose entries may have come.
  ///
  /// A loop of its own, because it is what waits for memory: iterations as short as these run into
  /// each other, and what they load is there for the longer ones.
  private mutating func collectDue(through time: Instant) {
    due.removeAll()
    dueEntries.removeAll()
    queue.removeAll(through: time, into: &due)
    due.withMutableRows { due in
      // Deadlines of several instants, as after a sleep: the placements are out of order.
      if zip(due, due.dropFirst()).contains(where: { $0 > $1 }) { due.sort() }
    }
    var count = 0
    for position in due.indices {
      let placement = due[position]
      let index = Int(placement)
      // An old entry of the queue, or the second one of a placement.
      guard placements[index].deadline <= time.milliseconds else { continue }
      placements[index].deadline = PlacementState.noDate
      due[count] = placement
      count += 1
      if placements[index].nextEntry < placements[index].entryCount {
        dueEntries.append(placement)
      }
    }
    due.removeAll(from: count)
  }

  /// Puts the placement's earliest date into the queue.
  mutating func schedule(_ index: Int) {
    var state = placements[index]
    schedule(index, &state)
    placements[index] = state
  }

  @inline(__always)
  mutating func schedule(_ index: Int, _ state: inout PlacementState) {
    guard state.phase != .removed else { return }
    var earliest = state.policyDate
    if state.nextEntry < state.entryCount {
      earliest = min(earliest, date(of: state.nextEntry, state))
    }
    if state.pending >= 0, pendings[state.pending].granted != nil {
      earliest = min(earliest, pendings[state.pending].visit.milliseconds)
    }
    if let limit = timeLimit(of: state) { earliest = min(earliest, limit.milliseconds) }
    guard earliest != state.deadline else { return }
    state.deadline = earliest
    if earliest != PlacementState.noDate {
      queue.add(Int32(truncatingIfNeeded: index), at: Instant(milliseconds: earliest))
    }
  }

  /// The last instant at which an answer under way is in time; nil when none is.
  @inline(__always)
  func timeLimit(of state: PlacementState) -> Instant? {
    guard state.phase == .asked, state.underWay >= 0 else { return nil }
    let granted = pendings[state.underWay].elapsedGrant
    return Instant(milliseconds: granted + wallOffset + hosts[Int(state.host)].timeLimit)
  }

  /// Adds what comes up while the machine runs; it is named by the next indices.
  package mutating func add(
    rules newRules: [FailureHandling], hosts newHosts: [Host] = [], zones newZones: [ZoneTable] = []
  ) {
    if !newRules.isEmpty { rules += newRules }
    if !newHosts.isEmpty { hosts += newHosts }
    if !newZones.isEmpty { zones += newZones }
  }

  /// Returns whether a placement's provider is being asked.
  package func isAsked(_ placement: PlacementNumber) -> Bool {
    placements[Int(placement.index)].phase == .asked
  }

  /// Returns whether the answer to a request comes after its time limit.
  package func isOverdue(_ request: Request, at time: Instant) -> Bool {
    let state = placements[Int(request.placement.index)]
    guard state.generation == request.generation, let limit = timeLimit(of: state) else {
      return false
    }
    return limit < time
  }

  @inline(__always)
  func date(of entry: Int32, _ state: PlacementState) -> Int64 {
    if state.flags.contains(.irregular) {
      return irregularDates[Int(state.base)][Int(entry)].milliseconds
    }
    return state.base + Int64(entry) * Int64(state.step)
  }

  mutating func record(
    _ what: Record.What, of scope: Scope, at time: Instant, into actions: inout Actions
  ) {
    sequence += 1
    actions.records.reserve(1)
    actions.records.appendReserved(
      PlainRecord(
        sequence: sequence, at: time, scope: scope, causes: ShortCauses(), what: what))
  }

  @inline(__always)
  mutating func record(
    _ what: Record.What, of placement: Int, at time: Instant, into actions: inout Actions
  ) {
    record(what, of: .placement(PlacementNumber(placement)), at: time, into: &actions)
  }

  /// Records what became of a pending reload, with its causes.
  @inline(__always)
  mutating func record(
    _ what: Record.What, ofPending slot: Int32, of placement: Int, at time: Instant,
    into actions: inout Actions
  ) {
    sequence += 1
    actions.records.reserve(1)
    let record = PlainRecord(
      sequence: sequence, at: time, scope: .placement(PlacementNumber(placement)),
      causes: pendings[slot].causes, what: what)
    if record.causes.isLong {
      actions.records.append(record, causes: pendings.causes(of: slot))
    } else {
      actions.records.appendReserved(record)
    }
  }
}
