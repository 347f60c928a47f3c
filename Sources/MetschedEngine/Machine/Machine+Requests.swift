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
    let waits = state.pending < 0 || pendings[state.pending].waits
    ask(CauseList(.reload), for: index, eligible: eligible, isExempt: false, end: nil, at: time)
    pendings[placements[index].pending].waits = waits
    if state.phase != .asked { schedule(index) }
    actions.warnings.append(
      Warning(kind: .reloadLoop, placement: PlacementNumber(index), at: time))
  }

  /// Turns a policy or retry date that has come into a request.
  mutating func requestByPolicy(of index: Int, at time: Instant) {
    let state = placements[index]
    guard state.policyDate <= time.milliseconds else { return }
    let end =
      state.flags.contains(.waitsForEnd)
      ? Instant(milliseconds: backgrounds[index].policyEnd) : nil
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
      placements[index].pending = pendings.insert(PendingReload(eligible: eligible, visit: time))
    }
    let slot = placements[index].pending
    pendings.append(causes, to: slot)
    pendings[slot].isExempt = pendings[slot].isExempt || isExempt
    if pendings[slot].waits {
      // What waits is taken along by what does not.
      pendings[slot].eligible = min(pendings[slot].eligible, eligible)
      pendings[slot].waits = false
    }
    guard placements[index].phase != .asked else { return }
    placements[index].phase = .due
    let grant = grantDate(
      of: index, placements[index], eligible: eligible, isExempt: isExempt, end: end, at: time)
    if let granted = pendings[slot].granted, granted <= grant.at { return }
    pendings[slot].grant(at: grant.at, reason: grant.reason, askedAt: time)
  }

  /// When the host grants a request: max(eligible, spacing, budget), where somebody looks, + latency,
  /// if it counts.
  @inline(__always)
  func grantDate(
    of index: Int, _ state: PlacementState, eligible: Instant, isExempt: Bool, end: Instant?,
    at time: Instant
  ) -> (at: Instant, reason: GrantReason?) {
    let date = end ?? eligible
    let reason: GrantReason? = end == nil ? nil : .end
    if isExempt || state.flags.contains(.grantsAtOnce) { return (max(date, time), reason) }
    return limitedGrantDate(of: index, state, from: date, reason, at: time)
  }

  @inline(never)
  private func limitedGrantDate(
    of index: Int, _ state: PlacementState, from first: Instant, _ firstReason: GrantReason?,
    at time: Instant
  ) -> (at: Instant, reason: GrantReason?) {
    var (date, reason) = (first, firstReason)
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
        host.latency, seed: seed, nameHash: backgrounds[index].nameHash,
        generation: state.generation + 1)
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
      let granted = pendings[state.pending].granted
    else { return }
    guard granted <= time else {
      tellDeferral(of: index, to: granted, at: time, into: &actions)
      return
    }
    let slot = state.pending
    let host = hosts[Int(state.host)]
    let elapsed = time.milliseconds - wallOffset
    ledger.record(index, host: host, at: elapsed, counted: !pendings[slot].isExempt)
    pendings[slot].granted = time
    pendings[slot].elapsedGrant = elapsed
    pendings[slot].left = ledger.left(index, host: host, at: elapsed)
    pendings[slot].rule = state.rule
    if state.flags.contains(.watchesLastEntry) { warnOfLastEntry(index, at: time, into: &actions) }
    placements[index].pending = PlacementState.noIndex
    ask(index, grant: slot, at: time, into: &actions)
  }

  /// Whether a policy date has come that the host grants now and nothing else has a say in.
  @inline(__always)
  func canGrantAtOnce(_ state: PlacementState, at time: Instant) -> Bool {
    state.policyDate <= time.milliseconds && state.phase == .showing && state.pending < 0
      && state.flags.isDisjoint(with: [.foreground, .watchesLastEntry, .waitsForEnd])
      && state.flags.contains(.grantsAtOnce)
  }

  /// Does in one step what a request of the policy and its grant do in two.
  @inline(__always)
  mutating func grantAtOnce(_ index: Int, at time: Instant, into actions: inout Actions) {
    let state = placements[index]
    var grant = PendingReload(
      eligible: Instant(milliseconds: state.policyDate), visit: time)
    grant.causes = ShortCauses(state.flags.contains(.retry) ? .retry : .policy)
    grant.granted = time
    grant.elapsedGrant = time.milliseconds - wallOffset
    grant.rule = state.rule
    ask(index, grant: pendings.insert(grant), at: time, into: &actions)
  }

  /// Asks the provider, which ends the old policy.
  @inline(__always)
  private mutating func ask(
    _ index: Int, grant slot: Int32, at time: Instant, into actions: inout Actions
  ) {
    placements[index].underWay = slot
    placements[index].phase = .asked
    placements[index].generation &+= 1
    placements[index].clearPolicy()
    askedCount += 1
    actions.asks.append(
      Request(
        placement: PlacementNumber(index), generation: placements[index].generation,
        granted: time))
  }

  private mutating func tellDeferral(
    of index: Int, to granted: Instant, at time: Instant, into actions: inout Actions
  ) {
    let slot = placements[index].pending
    let pending = pendings[slot]
    guard pending.isDeferred, !pending.isDeferralTold, let reason = pending.reason else { return }
    pendings[slot].isDeferralTold = true
    pendings[slot].visit = granted
    let left = ledger.left(
      index, host: hosts[Int(placements[index].host)], at: time.milliseconds - wallOffset)
    let deferral = Deferral(
      eligible: pending.eligible, granted: granted,
      reason: reason,
      left: left)
    record(.deferred(deferral), ofPending: slot, of: index, at: time, into: &actions)
  }

  /// Warns where `atEnd` replaces the last entry before half of its turn.
  private mutating func warnOfLastEntry(
    _ index: Int, at time: Instant, into actions: inout Actions
  ) {
    let state = placements[index]
    guard state.entryCount > 0, state.nextEntry == state.entryCount else { return }
    let end = backgrounds[index].policyEnd
    let last = date(of: state.entryCount - 1, state)
    if 2 * (time.milliseconds - last) < end - last {
      actions.warnings.append(
        Warning(kind: .lastEntryHardlySeen, placement: PlacementNumber(index), at: time))
    }
  }

  mutating func discardPending(of state: inout PlacementState) {
    guard state.pending >= 0 else { return }
    pendings.remove(state.pending)
    state.pending = PlacementState.noIndex
  }

  /// Forgets the answer under way, if there is one.
  @inline(__always)
  mutating func discardUnderWay(of state: inout PlacementState) {
    guard state.underWay >= 0 else { return }
    pendings.remove(state.underWay)
    state.underWay = PlacementState.noIndex
    askedCount -= 1
  }
}
