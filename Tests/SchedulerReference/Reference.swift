package import MetschedEngine
package import MetschedTime

/// The rules of DESIGN.md, section 3, written slowly and obviously, to compare the machine with.
///
/// Every placement keeps all that ever happened to it, and every question is answered by looking
/// through that: nothing is computed ahead, nothing is kept in an order. Nothing of the machine is
/// used but its vocabulary.
package struct Reference: Scheduling {
  var placements: [ReferencePlacement] = []
  private var foregroundEvents: [(scope: Scope, isOn: Bool)] = []
  /// Requests of this instant that come after the policies' own.
  private var laterRequests: [(placement: Int, cause: Cause)] = []
  private var clockOffset: Int64 = 0
  private var recordCount: Int64 = 0
  var now = Instant(milliseconds: 0)
  private var lastDue: Instant?

  let hosts: [Host]
  private(set) var rules: [FailureHandling]
  let zones: [ZoneTable]
  private let seed: UInt64

  package init(hosts: [Host], rules: [FailureHandling], zones: [ZoneTable], seed: UInt64) {
    self.hosts = hosts
    self.rules = rules
    self.zones = zones
    self.seed = seed
  }

  /// Time since the start, whatever was done to the clock.
  private var elapsed: Int64 { now.milliseconds - clockOffset }

  package mutating func nextDeadline() -> Instant? {
    var dates: [Instant] = laterRequests.isEmpty ? [] : [now]
    for placement in placements where !placement.isRemoved {
      if placement.shownCount < placement.entries.count {
        dates.append(placement.entries[placement.shownCount])
      }
      if let asked = placement.asked {
        let limit = asked.elapsed + hosts[placement.host].timeLimit
        // At the limit itself, `settled` follows all answers and needs no further `due`.
        if wall(limit) > now || lastDue != now { dates.append(wall(limit)) }
      } else {
        if let policy = placement.policy { dates.append(policy.date) }
        if let grant = grant(of: placement) {
          dates.append(placement.hasUntoldDeferral(grant.reason) ? now : grant.date)
        }
      }
    }
    return dates.min()
  }

  package mutating func handle(_ event: Event, at time: Instant, into actions: inout Actions) {
    now = time
    switch event {
    case .clockChanged(let by):
      clockOffset += by
      write(.state(.clock(by: by)), scope: .everybody, &actions)
      for index in affected(by: .everybody) {
        // The dates of what is pending are of the old clock.
        for number in placements[index].requests.indices {
          placements[index].requests[number].isOfOldClock = true
        }
        request(.clock, of: index)
      }
    case .timezoneChanged(let scope, let zone, let name):
      write(.state(.timezone(name)), scope: scope, &actions)
      for index in affected(by: scope) {
        placements[index].zone = zone
        request(.timezone, of: index)
      }
    case .foreground(let scope, let isOn):
      write(.state(.foreground(isOn)), scope: scope, &actions)
      foregroundEvents.append((scope, isOn))
    case .skipped(let reloads):
      preconditionFailure("scripts are never down, so \(reloads.count) reloads are not missed")
    case .suspended(let isOn): write(.state(.suspended(isOn)), scope: .everybody, &actions)
    case .added(let new):
      placements.append(ReferencePlacement(new))
      request(.added, of: placements.count - 1)
    case .removed(let placement, let announced):
      let index = Int(placement.index)
      guard !placements[index].isRemoved else { return }
      placements[index].isRemoved = true
      if announced { write(.state(.removed), index, &actions) }
    case .announced(let scope, let state): write(.state(state), scope: scope, &actions)
    case .hostChanged(let placement, let host):
      let index = Int(placement.index)
      guard placements[index].host != host else { return }
      placements[index].host = host
      guard placements[index].asked == nil else { return }
      let isExempt = placements[index].requests.contains(where: \.isExempt)
      // The new host looks at what waits as if it were asked now.
      for number in placements[index].requests.indices {
        placements[index].requests[number].made = now
        placements[index].requests[number].end = nil
        // What is exempt is granted at once, and nothing else has a say in it.
        placements[index].requests[number].isOfOldClock =
          isExempt && !placements[index].requests[number].isExempt
      }
    case .edited(let scope, let edits):
      write(.state(.edited), scope: scope, &actions)
      for edit in edits where !placements[Int(edit.placement.index)].isRemoved {
        self.edit(Int(edit.placement.index), rule: edit.rule)
      }
    case .requested(let placement, let cause):
      if cause == .container {
        request(cause, of: Int(placement.index))
      } else {
        laterRequests.append((Int(placement.index), cause))
      }
    case .requestedByProvider(let placement):
      let index = Int(placement.index)
      guard !placements[index].isRemoved else { return }
      let retry = rules[placements[index].rule].retry
      let date = zones[placements[index].zone].adding(1, retry, to: now)
      placements[index].requests.append(
        ReferenceRequest(
          cause: .reload, made: now, eligible: date, isExempt: false, zone: placements[index].zone,
          waits: date))
    case .due: playDue(&actions)
    case .answered(let request, let answer): take(answer, to: request, &actions)
    case .settled: settle(&actions)
    }
  }

  /// Lets failure rules be known that come up while it runs.
  package mutating func add(rules more: [FailureHandling]) { rules += more }

  /// Whether the time limit of a request was over before an instant.
  package func isOverdue(_ request: Request, at time: Instant) -> Bool {
    let placement = placements[Int(request.placement.index)]
    guard let asked = placement.asked, placement.grants.count == Int(request.generation)
    else { return false }
    return wall(asked.elapsed + hosts[placement.host].timeLimit) < time
  }

  private mutating func edit(_ index: Int, rule: Int) {
    placements[index].rule = rule
    guard hosts[placements[index].host].reloadsOnEdit else { return }
    if placements[index].asked != nil {
      placements[index].asked = nil
      placements[index].makeRequestsEligible(at: now, allAtOnce: true)
    }
    request(.edited, of: index)
  }

  /// Entries due, then requests, then grants; each by placement.
  private mutating func playDue(_ actions: inout Actions) {
    lastDue = now
    for index in affected(by: .everybody) { showEntry(of: index, &actions) }
    for index in affected(by: .everybody) {
      guard placements[index].asked == nil, let policy = placements[index].policy,
        policy.date <= now
      else { continue }
      placements[index].policy = nil
      request(policy.cause, of: index, eligible: policy.date, end: policy.end)
    }
    for later in laterRequests { request(later.cause, of: later.placement) }
    laterRequests = []
    for index in affected(by: .everybody) where placements[index].asked == nil {
      guard let grant = grant(of: placements[index]) else { continue }
      if grant.date <= now {
        self.grant(index, reason: grant.reason, &actions)
      } else if placements[index].hasUntoldDeferral(grant.reason), let reason = grant.reason {
        placements[index].isDeferralTold = true
        let deferral = Deferral(
          eligible: placements[index].firstEligible, granted: grant.date, reason: reason,
          left: left(placements[index]))
        write(.deferred(deferral), causes: placements[index].causes, index, &actions)
      }
    }
  }

  private mutating func request(
    _ cause: Cause, of index: Int, eligible: Instant? = nil, end: Instant? = nil
  ) {
    guard !placements[index].isRemoved else { return }
    let exemptCauses: [Cause] = [.added, .edited, .interaction, .timezone, .clock]
    placements[index].requests.append(
      ReferenceRequest(
        cause: cause, made: now, eligible: eligible ?? now, end: end,
        isExempt: exemptCauses.contains(cause) || isInForeground(index),
        zone: placements[index].zone))
  }

  private func isInForeground(_ index: Int) -> Bool {
    foregroundEvents.last { isIn($0.scope, index) }?.isOn ?? false
  }

  /// When the host grants what is pending, and the reason of the request that brings it.
  private func grant(of placement: ReferencePlacement) -> (date: Instant, reason: GrantReason?)? {
    var earliest: (date: Instant, reason: GrantReason?)?
    for request in placement.requests where !request.isOfOldClock {
      let (date, reason) = grantDate(of: request, placement)
      if let before = earliest, before.date <= date { continue }
      earliest = (date, reason)
    }
    return earliest
  }

  /// max(eligible, previous grant + spacing, B-th newest counted grant + 24 h), moved to where
  /// somebody looks, + latency.
  func grantDate(
    of request: ReferenceRequest, _ placement: ReferencePlacement
  ) -> (Instant, GrantReason?) {
    let host = hosts[placement.host]
    var candidates: [(date: Instant, reason: GrantReason?)] = [(request.eligible, nil)]
    if let end = request.end { candidates.append((end, .end)) }
    if !request.isExempt {
      if host.spacing > 0, let previous = placement.grants.last(where: \.isKept) {
        candidates.append((wall(previous.elapsed + host.spacing), .spacing))
      }
      if let budget = host.budget, placement.countedGrants.count >= budget {
        let counted = placement.countedGrants
        candidates.append((wall(counted[counted.count - budget] + .hours(24)), .budget))
      }
    }
    var (date, reason) = candidates[0]
    for candidate in candidates where candidate.date > date { (date, reason) = candidate }
    if !request.isExempt, let visible = host.visible {
      // The window's own arithmetic is tested where it is made.
      let seen = visible.start(notBefore: date, in: zones[request.zone])
      if seen > date { (date, reason) = (seen, .visible) }
    }
    if !request.isExempt {
      let latency = latency(of: placement, host)
      date = date + latency
      if reason == nil, latency > 0 { reason = .latency }
    }
    // Nothing is granted before it is asked for.
    return (max(date, request.made), reason)
  }

  private func latency(of placement: ReferencePlacement, _ host: Host) -> Int64 {
    drawnLatency(
      host.latency, seed: seed, nameHash: placement.nameHash, generation: placement.grants.count + 1
    )
  }

  private func wall(_ elapsed: Int64) -> Instant { Instant(milliseconds: elapsed + clockOffset) }

  private func left(_ placement: ReferencePlacement) -> Int? {
    hosts[placement.host].budget.map { budget in
      max(0, budget - placement.countedGrants.count { elapsed - $0 < .hours(24) })
    }
  }

  private mutating func grant(_ index: Int, reason: GrantReason?, _ actions: inout Actions) {
    let requests = placements[index].requests
    let causes = placements[index].causes
    let isExempt = requests.contains { $0.isExempt }
    let firstEligible = placements[index].firstEligible
    placements[index].requests = []
    placements[index].isDeferralTold = false
    let host = hosts[placements[index].host]
    placements[index].grants.append(
      (elapsed, !isExempt && host.budget != nil, host.budget != nil || host.spacing > 0))
    placements[index].policy = nil
    placements[index].asked = ReferencePlacement.Asked(
      causes: causes, eligible: firstEligible, granted: now, elapsed: elapsed,
      reason: reason, isExempt: isExempt, left: left(placements[index]),
      rule: placements[index].rule)
    actions.asks.append(
      Request(
        placement: PlacementNumber(index), generation: UInt32(placements[index].grants.count),
        granted: now))
  }

  /// The newest entry whose date has come shows; those passed over are counted.
  mutating func showEntry(of index: Int, _ actions: inout Actions) {
    let placement = placements[index]
    let due = placement.entries.indices.filter {
      $0 >= placement.shownCount && placement.entries[$0] <= now
    }
    guard let newest = due.last else { return }
    if due.count > 1 {
      write(.drop(Drop(reason: .past, count: due.count - 1)), index, &actions)
    }
    placements[index].shownCount = newest + 1
    placements[index].isBare = false
    placements[index].showsPlaceholder = false
    write(
      .show(
        Show(
          content: placement.isSample ? .sample : .entry, timeline: placement.timeline,
          index: newest, date: placement.entries[newest])), index, &actions)
  }

  private mutating func settle(_ actions: inout Actions) {
    for index in affected(by: .everybody) {
      guard let asked = placements[index].asked,
        elapsed - asked.elapsed >= hosts[placements[index].host].timeLimit
      else { continue }
      actions.expired.append(
        Request(
          placement: PlacementNumber(index), generation: UInt32(placements[index].grants.count),
          granted: asked.granted, hasExpired: true))
    }
    guard actions.expired.isEmpty else { return }
    for index in affected(by: .everybody)
    where placements[index].isBare && !placements[index].showsPlaceholder {
      placements[index].showsPlaceholder = true
      write(
        .show(Show(content: .placeholder, timeline: nil, index: 0, date: nil)), index, &actions)
    }
  }

  private func affected(by scope: Scope) -> [Int] {
    placements.indices.filter { !placements[$0].isRemoved && isIn(scope, $0) }
  }

  private func isIn(_ scope: Scope, _ index: Int) -> Bool {
    switch scope {
    case .everybody: true
    case .user(let user): placements[index].user == user
    case .placement(let placement): Int(placement.index) == index
    }
  }

  private mutating func write(
    _ what: Record.What, causes: CauseList = CauseList(), scope: Scope, _ actions: inout Actions
  ) {
    recordCount += 1
    actions.records.append(
      Record(sequence: recordCount, at: now, scope: scope, what: what, causes: causes))
  }

  mutating func write(
    _ what: Record.What, causes: CauseList = CauseList(), _ index: Int, _ actions: inout Actions
  ) {
    write(what, causes: causes, scope: .placement(PlacementNumber(index)), &actions)
  }
}
