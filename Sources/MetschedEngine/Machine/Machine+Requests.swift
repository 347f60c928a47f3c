import MetschedTime

extension Machine {
  /// Adds a request of anything but the policy to the placement's pending reload.
  mutating func request(
    _ cause: Cause, for index: Int, at time: Instant, into actions: inout Actions
  ) {
    let state = placements[index]
    guard state.phase != .removed else { return }
    let isExempt = cause.isExempt || state.flags.contains(.foreground)
    ask(
      CauseList(cause), for: index, eligible: time, isExempt: isExempt, waitsUntil: nil, at: time,
      into: &actions)
    if placements[index].phase != .asked { schedule(index) }
  }

  /// Turns a policy or retry date that has come into a request.
  mutating func requestByPolicy(of index: Int, at time: Instant, into actions: inout Actions) {
    let state = placements[index]
    guard state.policyDate <= time.milliseconds else { return }
    let end =
      state.policyEnd == PlacementState.noDate || state.flags.contains(.watchesLastEntry)
      ? nil : Instant(milliseconds: state.policyEnd)
    placements[index].policyDate = PlacementState.noDate
    ask(
      CauseList(state.flags.contains(.retry) ? .retry : .policy), for: index,
      eligible: Instant(milliseconds: state.policyDate),
      isExempt: state.flags.contains(.foreground), waitsUntil: end, at: time, into: &actions)
  }

  /// Adds requests to the pending reload, which is granted at the earliest date of any of them.
  ///
  /// - Parameter waitsUntil: the end that `atEnd` waits for on `ideal`.
  mutating func ask(
    _ causes: CauseList, for index: Int, eligible: Instant, isExempt: Bool, waitsUntil: Instant?,
    at time: Instant, into actions: inout Actions
  ) {
    let state = placements[index]
    let isAsked = state.phase == .asked
    var grant: (at: Instant, reason: GrantReason?)?
    if !isAsked {
      if let waitsUntil, waitsUntil > time {
        grant = (waitsUntil, .end)
      } else {
        grant = isExempt ? (time, nil) : grantDate(of: index, eligible: eligible, at: time)
      }
    }
    if state.pending >= 0 {
      let slot = Int(state.pending)
      pendings[slot].causes.append(causes)
      pendings[slot].isExempt = pendings[slot].isExempt || isExempt
      if let grant, let granted = pendings[slot].granted, grant.at < granted {
        pendings[slot].granted = grant.at
        pendings[slot].reason = grant.reason
      }
      return
    }
    let pending = PendingReload(
      causes: causes, eligible: eligible, granted: grant?.at, reason: grant?.reason,
      isExempt: isExempt, left: nil, elapsedGrant: 0)
    placements[index].pending = store(pending)
    guard !isAsked else { return }
    placements[index].phase = .due
    if let grant, let reason = grant.reason, reason == .spacing || reason == .budget {
      let deferral = Deferral(
        causes: causes, eligible: eligible, granted: grant.at, reason: reason,
        left: ledger.left(
          index, host: hosts[Int(state.host)], at: time.milliseconds - wallOffset))
      record(.deferred(deferral), of: index, at: time, into: &actions)
    }
  }

  /// When the host grants a counted request: max(eligible, spacing, budget) + latency.
  func grantDate(
    of index: Int, eligible: Instant, at time: Instant
  ) -> (at: Instant, reason: GrantReason?) {
    let state = placements[index]
    let host = hosts[Int(state.host)]
    var date = eligible
    var reason: GrantReason?
    if let ends = ledger.spacingEnds(index, host: host) {
      let allowed = Instant(milliseconds: ends + wallOffset)
      if allowed > date { (date, reason) = (allowed, .spacing) }
    }
    if let returns = ledger.budgetReturns(index, host: host) {
      let allowed = Instant(milliseconds: returns + wallOffset)
      if allowed > date { (date, reason) = (allowed, .budget) }
    }
    let latency = Latency.draw(
      host.latency, seed: seed, nameHash: nameHashes[index], generation: state.generation + 1)
    if latency > 0, reason == nil { reason = .latency }
    // A machine that slept through the date grants when it wakes.
    return (max(date + latency, time), reason)
  }

  /// Grants the pending reload when its date has come, and asks the provider.
  mutating func grantIfDue(_ index: Int, at time: Instant, into actions: inout Actions) {
    let state = placements[index]
    guard state.phase != .asked, state.pending >= 0,
      let granted = pendings[Int(state.pending)].granted, granted <= time
    else { return }
    let slot = Int(state.pending)
    let host = hosts[Int(state.host)]
    let elapsed = time.milliseconds - wallOffset
    ledger.record(index, host: host, at: elapsed, counted: !pendings[slot].isExempt)
    pendings[slot].granted = time
    pendings[slot].elapsedGrant = elapsed
    pendings[slot].left = ledger.left(index, host: host, at: elapsed)
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
    freePendings.append(slot)
    placements[index].pending = PlacementState.noIndex
  }

  mutating func discardUnderWay(of index: Int) {
    let slot = placements[index].underWay
    guard slot >= 0 else { return }
    freePendings.append(slot)
    placements[index].underWay = PlacementState.noIndex
  }
}
