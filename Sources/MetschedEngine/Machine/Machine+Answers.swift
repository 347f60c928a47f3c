import MetschedTime

extension Machine {
  /// Takes an answer in: records it, puts its timeline up and sets the next policy date.
  @inline(__always)
  mutating func take(
    _ answer: PlainAnswer, _ lists: [[Instant]], to request: Request, at time: Instant,
    into actions: inout Actions
  ) {
    let index = Int(request.placement.index)
    var state = placements[index]
    guard state.phase == .asked, state.generation == request.generation else {
      drop(answer, of: index, at: time, into: &actions)
      return
    }
    let slot = state.underWay
    let grant = pendings[slot]
    let granted = grant.granted ?? time
    var reload = Reload(
      isCounted: !grant.isExempt, eligible: grant.eligible, granted: granted,
      reason: grant.reason, left: grant.left, policy: .never, tag: answer.tag)
    state.phase = .showing
    if answer.kind == .timeline {
      state.failures = 0
      choosePolicy(
        of: answer, for: index, &state, rule: Int(grant.rule), granted: granted, at: time,
        into: &reload)
      describe(answer, into: &reload)
      releaseOldDates(of: &state, replacedBy: answer, lists, into: &actions)
      record(.reload(reload), ofPending: slot, of: index, at: time, into: &actions)
      if reload.why == .passed {
        actions.warnings.append(
          Warning(kind: .datePassed, placement: request.placement, at: time))
      }
    } else {
      let rule = rules[Int(grant.rule)]
      retry(
        after: answer, for: index, &state, rule: rule, granted: granted, at: time, into: &reload)
      record(
        .fail(reload, error: answer.error), ofPending: slot, of: index, at: time, into: &actions)
      endTimeline(of: &state, after: answer, lists, rule: rule, into: &actions)
    }
    discardUnderWay(of: &state)
    showDueEntry(of: index, &state, at: time, into: &actions)
    if state.shows == .nothing { bare.append(Int32(truncatingIfNeeded: index)) }
    if state.pending >= 0 {
      placements[index] = state
      resumeRequests(of: index, at: time)
      schedule(index)
    } else {
      schedule(index, &state)
      placements[index] = state
    }
  }

  /// Lets go of an answer that is not the current one's.
  @inline(never)
  private mutating func drop(
    _ answer: PlainAnswer, of index: Int, at time: Instant, into actions: inout Actions
  ) {
    if answer.hasTimeline { actions.released.append(answer.timeline) }
    if placements[index].phase != .removed {
      record(.drop(Drop(reason: .late, count: 1)), of: index, at: time, into: &actions)
    }
  }

  private func describe(_ answer: PlainAnswer, into reload: inout Reload) {
    reload.entries = Int(answer.entryCount)
    guard answer.entryCount > 0 else { return }
    reload.first = answer.first
    reload.last = answer.last
  }

  /// A timeline without entries ends the old one, but what shows stays.
  @inline(__always)
  private mutating func releaseOldDates(
    of state: inout PlacementState, replacedBy answer: PlainAnswer, _ lists: [[Instant]],
    into actions: inout Actions
  ) {
    if answer.entryCount > 0 {
      adopt(answer, lists, asSamples: false, for: &state, into: &actions)
    } else {
      releaseTimeline(of: &state, into: &actions)
      actions.released.append(answer.timeline)
    }
  }

  @inline(never)
  private mutating func endTimeline(
    of state: inout PlacementState, after failure: PlainAnswer, _ lists: [[Instant]],
    rule: FailureHandling, into actions: inout Actions
  ) {
    if rule.show == .sample, failure.hasTimeline, failure.entryCount > 0 {
      adopt(failure, lists, asSamples: true, for: &state, into: &actions)
      return
    }
    if failure.hasTimeline { actions.released.append(failure.timeline) }
    guard rule.show != .last else { return }
    releaseTimeline(of: &state, into: &actions)
    if state.shows != .placeholder { state.shows = .nothing }
  }

  /// Requests made while the answer was under way are eligible now.
  @inline(never)
  private mutating func resumeRequests(of index: Int, at time: Instant) {
    var state = placements[index]
    let parked = pendings[state.pending]
    let causes = pendings.causes(of: state.pending)
    discardPending(of: &state)
    placements[index] = state
    ask(
      causes, for: index, eligible: time, isExempt: parked.isExempt, end: nil, at: time)
  }

  @inline(__always)
  private mutating func choosePolicy(
    of answer: PlainAnswer, for index: Int, _ state: inout PlacementState, rule: Int,
    granted: Instant, at time: Instant, into reload: inout Reload
  ) {
    switch answer.policy {
    case .never:
      reload.policy = .never
      reload.why = answer.why
    case .after, .afterEnd:
      reload.policy = .after
      if answer.policyDate > granted {
        reload.why = answer.why
        setPolicy(of: index, &state, date: answer.policyDate, end: nil, at: time, into: &reload)
      } else if answer.policy == .afterEnd {
        waitForRetry(
          index, &state, rule: rules[rule], granted: granted, at: time, into: &reload)
      } else {
        reload.why = .passed
      }
    case .atEnd:
      reload.policy = .atEnd
      chooseAtEnd(
        of: answer, for: index, &state, rule: rule, granted: granted, at: time, into: &reload)
    }
  }

  /// `atEnd`: eligible at the last entry's own date; a single entry's turn is its end.
  @inline(never)
  private mutating func chooseAtEnd(
    of answer: PlainAnswer, for index: Int, _ state: inout PlacementState, rule: Int,
    granted: Instant, at time: Instant, into reload: inout Reload
  ) {
    let host = hosts[Int(state.host)]
    let count = answer.entryCount
    let end = answer.end.wrappedValue ?? answer.last + host.singleEntryDistance
    let date = count == 1 ? end : answer.last
    guard count > 0, date > granted else {
      waitForRetry(index, &state, rule: rules[rule], granted: granted, at: time, into: &reload)
      return
    }
    if count == 1 { reload.why = .single }
    setPolicy(
      of: index, &state, date: date, end: count > 1 && host.grantsAtEnd ? end : nil, at: time,
      into: &reload)
    if count > 1, !host.grantsAtEnd {
      backgrounds[index].policyEnd = end.milliseconds
      state.flags.insert(.watchesLastEntry)
    }
  }

  /// Nothing is left to wait for, so the retry of `on-error` keeps the placement from looping.
  @inline(never)
  private mutating func waitForRetry(
    _ index: Int, _ state: inout PlacementState, rule: FailureHandling, granted: Instant,
    at time: Instant, into reload: inout Reload
  ) {
    reload.why = .empty
    let date = zones[Int(state.zone)].adding(1, rule.retry, to: granted)
    setPolicy(of: index, &state, date: date, end: nil, at: time, into: &reload)
  }

  @inline(never)
  private mutating func retry(
    after failure: PlainAnswer, for index: Int, _ state: inout PlacementState,
    rule: FailureHandling,
    granted: Instant, at time: Instant, into reload: inout Reload
  ) {
    let date = RetryBackoff.date(
      of: rule.retry, failures: Int(state.failures), granted: granted, in: zones[Int(state.zone)])
    state.failures = min(state.failures + 1, 60)
    reload.policy = .after
    if rule.show == .sample, failure.hasTimeline { describe(failure, into: &reload) }
    setPolicy(of: index, &state, date: date, end: nil, at: time, into: &reload)
    state.flags.insert(.retry)
  }

  /// Sets the date on which the policy asks; one before the answer is eligible at the answer.
  @inline(__always)
  private mutating func setPolicy(
    of index: Int, _ state: inout PlacementState, date: Instant, end: Instant?, at time: Instant,
    into reload: inout Reload
  ) {
    let next = max(date, time)
    state.policyDate = next.milliseconds
    reload.next = next
    let waitsUntil = end.flatMap { $0 > next ? $0 : nil }
    if let waitsUntil {
      backgrounds[index].policyEnd = waitsUntil.milliseconds
      state.flags.insert(.waitsForEnd)
    }
    reload.expected =
      grantDate(of: index, state, eligible: next, isExempt: false, end: waitsUntil, at: time).at
  }
}

/// How long a failed reload waits: doubled with each failure, up to six hours.
enum RetryBackoff {
  private static let longest: Int64 = 6 * 3_600_000

  /// Returns the date of the retry after a failure.
  ///
  /// - Parameters:
  ///   - retry: the step that the rule gives.
  ///   - failures: how many failures came before this one since the last answer.
  ///   - granted: when the failed reload was granted.
  ///   - zone: where the step's days are counted.
  /// - Returns: a date after the grant.
  static func date(
    of retry: Step, failures: Int, granted: Instant, in zone: ZoneTable
  ) -> Instant {
    let nominal = retry.nominalMilliseconds
    guard failures > 0, nominal < longest else { return zone.adding(1, retry, to: granted) }
    // 60 doublings of a millisecond are past any date, so the shift is bounded too.
    let factor = Int64(1) << Int64(min(failures, 30))
    let (product, overflow) = nominal.multipliedReportingOverflow(by: factor)
    guard !overflow, product <= longest else { return granted + longest }
    return zone.adding(factor, retry, to: granted)
  }
}
