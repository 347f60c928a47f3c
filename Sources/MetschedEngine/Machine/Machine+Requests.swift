import MetschedTime

extension Machine {
  /// Adds a request of anything but the policy to the placement's pending reload.
  mutating func request(
    _ cause: Cause, for index: Int, at time: Instant, into actions: inout Actions
  ) {
    let state = placements[index]
    guard state.phase != .removed else { return }
    // Causes made at one instant stand in a fixed order, and there the policy is before events.
    if cause.followsPolicy { requestByPolicy(of: index, at: time) }
    let isExempt = cause.isExempt || state.flags.contains(.foreground)
    ask(CauseList(cause), for: index, eligible: time, isExempt: isExempt, end: nil, at: time)
    if placements[index].phase != .asked { schedule(index) }
  }

  /// Adds a provider's own request, made while it answers: never exempt, and eligible only when
  /// the retry of `on-error` is over, so that asking in every answer is no loop.
  mutating func requestByProvider(
    of index: Int, at time: Instant, into actions: inout Actions
  ) {
    let state = placements[index]
    guard state.phase != .removed else { return }
    let retry = rules[Int(state.rule)].retry
    let eligible = zones[Int(state.zone)].adding(1, retry, to: time)
    // What somebody else asked for meanwhile takes it along.
    let waits = state.pending < 0 ? eligible : pendings[Int(state.pending)].waits
    ask(CauseList(.reload), for: index, eligible: eligible, isExempt: false, end: nil, at: time)
    pendings[Int(placements[index].pending)].waits = waits
    if state.phase != .asked { schedule(index) }
    actions.warnings.append(
      Warning(kind: .reloadLoop, placement: PlacementNumber(index), at: time))
  }

  /// Turns a policy or retry date that has come into a request.
  mutating func requestByPolicy(of index: Int, at time: Instant) {
    let state = placements[index]
    guard state.policyDate <= time.milliseconds else { return }
    let end =
      state.policyEnd == PlacementState.noDate || state.flags.contains(.watchesLastEntry)
      ? nil : Instant(milliseconds: state.policyEnd)
    placements[index].policyDate = PlacementState.noDate
    ask(
      CauseList(state.flags.contains(.retry) ? .retry : .policy), for: index,
      eligible: Instant(milliseconds: state.policyDate),
      isExempt: state.flags.contains(.foreground), end: end, at: time)
  }

  /// Adds requests to the pending reload, which is granted at the earliest date of any of them.
  ///
  /// - Parameters:
  ///   - causes: what asks.
  ///   - index: the placement.
  ///   - eligible: the earliest date for the grant.
  ///   - isExempt: whether the grant comes at once and is not counted.
  ///   - end: the end that `atEnd` waits for on `ideal`.
  ///   - time: now.
  mutating func ask(
    _ causes: CauseList, for index: Int, eligible: Instant, isExempt: Bool, end: Instant?,
    at time: Instant
  ) {
    if placements[index].pending < 0 {
      placements[index].pending = store(PendingReload(eligible: eligible, visit: time))
    }
    let slot = Int(placements[index].pending)
    pendings[slot].causes.append(causes)
    pendings[slot].isExempt = pendings[slot].isExempt || isExempt
    if pendings[slot].waits != nil {
      // What waits is taken along by what does not.
      pendings[slot].eligible = min(pendings[slot].eligible, eligible)
      pendings[slot].waits = nil
    }
    guard placements[index].phase != .asked else { return }
    placements[index].phase = .due
    let grant = grantDate(of: index, eligible: eligible, isExempt: isExempt, end: end, at: time)
    if let granted = pendings[slot].granted, granted <= grant.at { return }
    pendings[slot].grant(at: grant.at, reason: grant.reason, askedAt: time)
  }

  /// When the host grants a request: max(eligible, spacing, budget), within `visible`, + latency, if it counts.
  func grantDate(
    of index: Int, eligible: Instant, isExempt: Bool, end: Instant?, at time: Instant
  ) -> (at: Instant, reason: GrantReason?) {
    var date = end ?? eligible
    var reason: GrantReason? = end == nil ? nil : .end
    guard !isExempt else { return (max(date, time), reason) }
    let state = placements[index]
    let host = hosts[Int(state.host)]
    if let ends = ledger.spacingEnds(index, host: host) {
      let allowed = Instant(milliseconds: ends + wallOffset)
      if allowed > date { (date, reason) = (allowed, .spacing) }
    }
    if let returns = ledger.budgetReturns(index, host: host) {
      let allowed = Instant(milliseconds: returns + wallOffset)
      if allowed > date { (date, reason) = (allowed, .budget) }
    }
    if let visible = host.visible {
      let seen = visible.start(notBefore: date, in: zones[Int(state.zone)])
      if seen > date { (date, reason) = (seen, .visible) }
    }
    // Where there is nothing to draw, the name's place in memory is left alone.
    let latency =
      host.latency.lowerBound == host.latency.upperBound
      ? host.latency.lowerBound
      : Latency.draw(
        host.latency, seed: seed, nameHash: nameHashes[index], generation: state.generation + 1)
    if latency > 0, reason == nil { reason = .latency }
    // A machine that slept through the date grants when it wakes.
    return (max(date + latency, time), reason)
  }

  /// Grants the pending reload when its date has come, and asks the provider.
  ///
  /// Where spacing or budget moved it, that is told at the instant of the first request, once
  /// all requests of that instant are in.
  mutating func grantIfDue(_ index: Int, at time: Instant, into actions: inout Actions) {
    let state = placements[index]
    guard state.phase != .asked, state.pending >= 0,
      let granted = pendings[Int(state.pending)].granted
    else { return }
    guard granted <= time else {
      tellDeferral(of: index, to: granted, at: time, into: &actions)
      return
    }
    let slot = Int(state.pending)
    let host = hosts[Int(state.host)]
    let elapsed = time.milliseconds - wallOffset
    ledger.record(index, host: host, at: elapsed, counted: !pendings[slot].isExempt)
    pendings[slot].granted = time
    pendings[slot].elapsedGrant = elapsed
    pendings[slot].left = ledger.left(index, host: host, at: elapsed).map(Int32.init)
    pendings[slot].rule = state.rule
    if state.flags.contains(.watchesLastEntry) { warnOfLastEntry(index, at: time, into: &actions) }
    placements[index].underWay = Int32(slot)
    placements[index].pending = PlacementState.noIndex
    placements[index].phase = .asked
    placements[index].generation &+= 1
    clearPolicy(of: index)
    actions.asks.append(
      Request(
        placement: PlacementNumber(index), generation: placements[index].generation,
        granted: time))
  }

  private mutating func tellDeferral(
    of index: Int, to granted: Instant, at time: Instant, into actions: inout Actions
  ) {
    let slot = Int(placements[index].pending)
    let pending = pendings[slot]
    guard pending.isDeferred, !pending.isDeferralTold, let reason = pending.reason else { return }
    pendings[slot].isDeferralTold = true
    pendings[slot].visit = granted
    let left = ledger.left(
      index, host: hosts[Int(placements[index].host)], at: time.milliseconds - wallOffset)
    let deferral = Deferral(
      causes: pending.causes, eligible: pending.eligible, granted: granted, reason: reason,
      left: left)
    record(.deferred(deferral), of: index, at: time, into: &actions)
  }

  /// Ends the old policy, as a grant does.
  mutating func clearPolicy(of index: Int) {
    placements[index].policyDate = PlacementState.noDate
    placements[index].policyEnd = PlacementState.noDate
    placements[index].flags.remove([.retry, .watchesLastEntry])
  }

  /// Warns where `atEnd` replaces the last entry before half of its turn.
  private mutating func warnOfLastEntry(
    _ index: Int, at time: Instant, into actions: inout Actions
  ) {
    let state = placements[index]
    guard state.entryCount > 0, state.nextEntry == state.entryCount,
      state.policyEnd != PlacementState.noDate
    else { return }
    let last = date(of: state.entryCount - 1, state)
    if 2 * (time.milliseconds - last) < state.policyEnd - last {
      actions.warnings.append(
        Warning(kind: .lastEntryHardlySeen, placement: PlacementNumber(index), at: time))
    }
  }

  mutating func store(_ pending: PendingReload) -> Int32 {
    if let slot = freePendings.popLast() {
      pendings[Int(slot)] = pending
      return slot
    }
    pendings.append(pending)
    return Int32(pendings.count - 1)
  }

  mutating func discardPending(of index: Int) {
    let slot = placements[index].pending
    guard slot >= 0 else { return }
    free(slot)
    placements[index].pending = PlacementState.noIndex
  }

  mutating func discardUnderWay(of index: Int) {
    let slot = placements[index].underWay
    guard slot >= 0 else { return }
    free(slot)
    placements[index].underWay = PlacementState.noIndex
  }

  private mutating func free(_ slot: Int32) {
    freePendings.append(slot)
    // When everything is added at one instant the table holds everybody, and later only a few.
    if freePendings.count == pendings.count, pendings.count > Self.keptPendings {
      pendings = []
      freePendings = []
    }
  }
}
