import MetschedTime

extension Machine {
  /// Takes an answer in: records it, puts its timeline up and sets the next policy date.
  @inline(__always)
  mutating func take(
    _ answer: PlainAnswer, _ lists: [[Instant]], to request: Request, at time: Instant,
    into actions: inout Actions
  ) {
    let index = Int(request.placement.index)
    let state = placements[index]
    guard state.phase == .asked, state.generation == request.generation else {
      drop(answer, of: index, at: time, into: &actions)
      return
    }
    if answer.isRegular, state.showsRegularly, answer.policyDate > request.granted {
      takeRegular(answer, of: index, granted: request.granted, at: time, into: &actions)
    } else {
      takeAny(answer, lists, of: index, at: time, into: &actions)
    }
  }

  /// What `takeAny` does, in one step, where there is nothing to decide: regular entries, a date
  /// that the host grants as it is, and no request that waits.
  ///
  /// The state is a copy that none but inlined functions change, so that it stays in registers.
  @inline(__always)
  private mutating func takeRegular(
    _ answer: PlainAnswer, of index: Int, granted: Instant, at time: Instant,
    into actions: inout Actions
  ) {
    var state = placements[index]
    let grant = pendings[state.underWay]
    let next = max(answer.policyDate, time)
    pendings.remove(state.underWay)
    askedCount -= 1
    sequence += 1
    actions.records.reserve(1)
    actions.records.appendReserved(
      PlainRecord(
        sequence: sequence, at: time, scope: .placement(PlacementNumber(index)),
        causes: grant.causes,
        what: .reload(
          Reload(
            isCounted: !grant.isExempt, eligible: grant.eligible, granted: granted,
            reason: grant.reason, left: grant.left, entries: Int(answer.entryCount),
            first: answer.first,
            last: answer.last, policy: .after, next: next, expected: next, why: answer.why,
            tag: answer.tag))))
    if state.timeline >= 0 { actions.released.append(TimelineID(Int(state.timeline))) }
    adopt(answer, asSamples: false, for: &state)
    state.underWay = PlacementState.noIndex
    state.phase = .showing
    state.failures = 0
    state.nextEntry = 0
    state.policyDate = next.milliseconds
    showDueEntry(of: index, &state, at: time, into: &actions)
    if state.shows == .nothing { bare.append(Int32(truncatingIfNeeded: index)) }
    schedule(index, &state)
    placements[index] = state
  }

  @inline(never)
  private mutating func takeAny(
    _ answer: PlainAnswer, _ lists: [[Instant]], of index: Int, at time: Instant,
    into actions: inout Actions
  ) {
    var state = placements[index]
    let slot = state.underWay
    let grant = pendings[slot]
    let rule = Int(grant.rule)
    let granted = grant.granted ?? time
    let isTimeline = answer.kind == .timeline
    let choice =
      isTimeline
      ? choosePolicy(of: answer, for: index, state, rule: rule, granted: granted, at: time)
      : retry(for: index, state, rule: rules[rule], granted: granted, at: time)
    let isDescribed = isTimeline || puts(up: answer, state, rules[rule])
    let hasEntries = isDescribed && answer.entryCount > 0
    let reload = Reload(
      isCounted: !grant.isExempt, eligible: grant.eligible, granted: granted,
      reason: grant.reason, left: grant.left,
      entries: isDescribed ? Int(answer.entryCount) : nil,
      first: hasEntries ? answer.first : nil, last: hasEntries ? answer.last : nil,
      policy: choice.policy, next: choice.date, expected: choice.expected, why: choice.why,
      tag: answer.tag)
    state.phase = .showing
    state.policyDate = choice.date?.milliseconds ?? PlacementState.noDate
    if !choice.flags.isEmpty {
      state.flags.formUnion(choice.flags)
      backgrounds[index].policyEnd = choice.end.milliseconds
    }
    if isTimeline {
      state.failures = 0
      releaseTimeline(of: &state, into: &actions)
      if hasEntries {
        adopt(answer, asSamples: false, for: &state)
        if answer.list >= 0 { state = keeping(lists[Int(answer.list)], state) }
      } else {
        // A timeline without entries ends the old one, but what shows stays.
        actions.released.append(answer.timeline)
      }
      record(.reload(reload), ofPending: slot, of: index, at: time, into: &actions)
      if choice.why == .passed {
        actions.warnings.append(
          Warning(kind: .datePassed, placement: PlacementNumber(index), at: time))
      }
    } else {
      state.failures = min(state.failures + 1, RetryBackoff.mostFailures)
      record(
        .fail(reload, error: answer.error), ofPending: slot, of: index, at: time, into: &actions)
      state = endingTimeline(of: state, after: answer, lists, rule: rules[rule], into: &actions)
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

  /// Returns the state after a failure, which ends the timeline where its rule says so.
  @inline(never)
  private mutating func endingTimeline(
    of old: PlacementState, after failure: PlainAnswer, _ lists: [[Instant]],
    rule: FailureHandling, into actions: inout Actions
  ) -> PlacementState {
    var state = old
    if puts(up: failure, state, rule), failure.entryCount > 0 {
      releaseTimeline(of: &state, into: &actions)
      adopt(failure, asSamples: rule.show == .sample, for: &state)
      return failure.list < 0 ? state : keeping(lists[Int(failure.list)], state)
    }
    if failure.hasTimeline { actions.released.append(failure.timeline) }
    guard rule.show != .last else { return state }
    releaseTimeline(of: &state, into: &actions)
    if state.shows != .placeholder { state.shows = .nothing }
    return state
  }

  /// Whether a failure puts its timeline up: samples, or the last good content where nothing else
  /// shows.
  @inline(__always)
  private func puts(
    up failure: PlainAnswer, _ state: PlacementState, _ rule: FailureHandling
  ) -> Bool {
    switch failure.kind {
    case .failureWithSample: rule.show == .sample
    case .failureWithLast:
      rule.show == .last && (state.shows == .nothing || state.shows == .placeholder)
    case .none, .timeline, .failure: false
    }
  }

  /// Requests made while the answer was under way are eligible now, the provider's own later.
  @inline(never)
  private mutating func resumeRequests(of index: Int, at time: Instant) {
    var state = placements[index]
    let parked = pendings[state.pending]
    let causes = pendings.causes(of: state.pending)
    discardPending(of: &state)
    placements[index] = state
    let eligible = parked.waits ? max(time, parked.eligible) : time
    ask(causes, for: index, eligible: eligible, isExempt: parked.isExempt, end: nil, at: time)
    pendings[placements[index].pending].waits = parked.waits
  }

  @inline(__always)
  private func choosePolicy(
    of answer: PlainAnswer, for index: Int, _ state: PlacementState, rule: Int, granted: Instant,
    at time: Instant
  ) -> PolicyChoice {
    switch answer.policy {
    case .never: return PolicyChoice(.never, why: answer.why)
    case .after, .afterEnd:
      if answer.policyDate > granted {
        return choice(
          .after, on: answer.policyDate, end: nil, why: answer.why, for: index, state, at: time)
      }
      if answer.policy == .after { return PolicyChoice(.after, why: .passed) }
      return waitForRetry(.after, index, state, rule: rules[rule], granted: granted, at: time)
    case .atEnd:
      return chooseAtEnd(of: answer, for: index, state, rule: rule, granted: granted, at: time)
    }
  }

  /// `atEnd`: eligible at the last entry's own date; a single entry's turn is its end.
  @inline(never)
  private func chooseAtEnd(
    of answer: PlainAnswer, for index: Int, _ state: PlacementState, rule: Int, granted: Instant,
    at time: Instant
  ) -> PolicyChoice {
    let host = hosts[Int(state.host)]
    let count = answer.entryCount
    let end = answer.end.wrappedValue ?? answer.last + host.singleEntryDistance
    let date = count == 1 ? end : answer.last
    guard count > 0, date > granted else {
      return waitForRetry(.atEnd, index, state, rule: rules[rule], granted: granted, at: time)
    }
    var choice = choice(
      .atEnd, on: date, end: count > 1 && host.grantsAtEnd ? end : nil,
      why: count == 1 ? .single : nil, for: index, state, at: time)
    if count > 1, !host.grantsAtEnd {
      choice.end = end
      choice.flags = .watchesLastEntry
    }
    return choice
  }

  /// Nothing is left to wait for, so the retry of `on-error` keeps the placement from looping.
  @inline(never)
  private func waitForRetry(
    _ policy: ChosenPolicy, _ index: Int, _ state: PlacementState, rule: FailureHandling,
    granted: Instant, at time: Instant
  ) -> PolicyChoice {
    let date = zones[Int(state.zone)].adding(1, rule.retry, to: granted)
    return choice(policy, on: date, end: nil, why: .empty, for: index, state, at: time)
  }

  @inline(never)
  private func retry(
    for index: Int, _ state: PlacementState, rule: FailureHandling, granted: Instant,
    at time: Instant
  ) -> PolicyChoice {
    let date = RetryBackoff.date(
      of: rule.retry, failures: Int(state.failures), granted: granted, in: zones[Int(state.zone)])
    var choice = choice(.after, on: date, end: nil, why: nil, for: index, state, at: time)
    choice.flags.insert(.retry)
    return choice
  }

  /// Returns a policy that asks on a date; one before the answer is eligible at the answer.
  @inline(__always)
  private func choice(
    _ policy: ChosenPolicy, on date: Instant, end: Instant?, why: PolicyReason?, for index: Int,
    _ state: PlacementState, at time: Instant
  ) -> PolicyChoice {
    let next = max(date, time)
    let waitsUntil = end.flatMap { $0 > next ? $0 : nil }
    var choice = PolicyChoice(policy, why: why)
    choice.date = next
    choice.expected =
      grantDate(of: index, state, eligible: next, isExempt: false, end: waitsUntil, at: time).at
    if let waitsUntil {
      choice.end = waitsUntil
      choice.flags = .waitsForEnd
    }
    return choice
  }
}

/// What follows from the policy of an answer.
private struct PolicyChoice {
  var policy: ChosenPolicy
  var why: PolicyReason?
  /// When the policy asks; nil for never.
  var date: Instant?
  /// When the host would grant that.
  var expected: Instant?
  /// The end that a flag speaks of.
  var end = Instant(milliseconds: 0)
  var flags: PlacementState.Flags = []

  init(_ policy: ChosenPolicy, why: PolicyReason?) {
    self.policy = policy
    self.why = why
  }
}

/// How long a failed reload waits: doubled with each failure, up to six hours.
enum RetryBackoff {
  private static let longest: Int64 = 6 * 3_600_000
  /// 60 doublings of a millisecond are past any date, so nobody counts further.
  static let mostFailures: UInt8 = 60

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
    let factor = Int64(1) << Int64(min(failures, 30))
    let (product, overflow) = nominal.multipliedReportingOverflow(by: factor)
    guard !overflow, product <= longest else { return granted + longest }
    return zone.adding(factor, retry, to: granted)
  }
}
