import MetschedTime

extension Machine {
  /// Takes an answer in: records it, puts its timeline up and sets the next policy date.
  mutating func take(
    _ answer: Answer, to request: Request, at time: Instant, into actions: inout Actions
  ) {
    let index = Int(request.placement.index)
    let state = placements[index]
    guard state.phase == .asked, state.generation == request.generation else {
      switch answer {
      case .timeline(let timeline): actions.released.append(timeline.id)
      case .failure(let failure):
        actions.released += [failure.sample, failure.last].compactMap { $0?.id }
      }
      if state.phase != .removed {
        record(.drop(Drop(reason: .late, count: 1)), of: index, at: time, into: &actions)
      }
      return
    }
    let grant = pendings[Int(state.underWay)]
    let granted = grant.granted ?? time
    let rule = rules[Int(grant.rule)]
    discardUnderWay(of: index)
    placements[index].phase = .showing
    var reload = Reload(
      causes: grant.causes, isCounted: !grant.isExempt, eligible: grant.eligible, granted: granted,
      reason: grant.reason, left: grant.left.map(Int.init), policy: .never, tag: 0)
    switch answer {
    case .timeline(let timeline):
      placements[index].failures = 0
      choosePolicy(
        of: timeline, for: index, rule: rule, granted: granted, at: time, into: &reload)
      reload.tag = timeline.tag
      describe(timeline.dates, into: &reload)
      releaseOldDates(of: index, replacedBy: timeline, into: &actions)
      record(.reload(reload), of: index, at: time, into: &actions)
      if reload.why == .passed {
        actions.warnings.append(
          Warning(kind: .datePassed, placement: request.placement, at: time))
      }
    case .failure(let failure):
      retry(after: failure, for: index, rule: rule, granted: granted, at: time, into: &reload)
      record(.fail(reload, error: failure.error), of: index, at: time, into: &actions)
      endTimeline(of: index, after: failure, rule: rule, into: &actions)
    }
    showDueEntry(of: index, at: time, into: &actions)
    if placements[index].shows == .nothing { bare.append(Int32(index)) }
    resumeRequests(of: index, at: time)
    schedule(index)
  }

  private func describe(_ dates: EntryDates, into reload: inout Reload) {
    reload.entries = dates.count
    guard dates.count > 0 else { return }
    reload.first = dates[0]
    reload.last = dates[dates.count - 1]
  }

  /// A timeline without entries ends the old one, but what shows stays.
  private mutating func releaseOldDates(
    of index: Int, replacedBy timeline: AnsweredTimeline, into actions: inout Actions
  ) {
    if timeline.dates.count > 0 {
      adopt(timeline, asSamples: false, for: index, into: &actions)
    } else {
      releaseTimeline(of: index, into: &actions)
      actions.released.append(timeline.id)
    }
  }

  private mutating func endTimeline(
    of index: Int, after failure: Failure, rule: FailureHandling, into actions: inout Actions
  ) {
    let substitute = substitute(of: failure, for: index, rule: rule)
      .flatMap { $0.dates.count > 0 ? $0 : nil }
    actions.released += [failure.sample, failure.last].compactMap { $0?.id }
      .filter { $0 != substitute?.id }
    if let substitute {
      adopt(substitute, asSamples: rule.show == .sample, for: index, into: &actions)
      return
    }
    guard rule.show != .last else { return }
    releaseTimeline(of: index, into: &actions)
    if placements[index].shows != .placeholder { placements[index].shows = .nothing }
  }

  /// What a failure puts up: samples, or the last good content where nothing else shows.
  private func substitute(
    of failure: Failure, for index: Int, rule: FailureHandling
  ) -> AnsweredTimeline? {
    let shows = placements[index].shows
    return switch rule.show {
    case .sample: failure.sample
    case .last: shows == .nothing || shows == .placeholder ? failure.last : nil
    case .placeholder: nil
    }
  }

  /// Requests made while the answer was under way are eligible now.
  private mutating func resumeRequests(of index: Int, at time: Instant) {
    let slot = placements[index].pending
    guard slot >= 0 else { return }
    let parked = pendings[Int(slot)]
    discardPending(of: index)
    ask(
      parked.causes, for: index, eligible: time, isExempt: parked.isExempt, end: nil, at: time)
  }

  private mutating func choosePolicy(
    of timeline: AnsweredTimeline, for index: Int, rule: FailureHandling, granted: Instant,
    at time: Instant, into reload: inout Reload
  ) {
    switch timeline.policy {
    case .never:
      reload.policy = .never
      reload.why = timeline.why
    case .after(let date, let basis, let why):
      reload.policy = .after
      if date > granted {
        reload.why = why
        setPolicy(of: index, date: date, end: nil, at: time, into: &reload)
      } else if basis == .end {
        waitForRetry(index, rule: rule, granted: granted, at: time, into: &reload)
      } else {
        reload.why = .passed
      }
    case .atEnd:
      reload.policy = .atEnd
      chooseAtEnd(
        of: timeline, for: index, rule: rule, granted: granted, at: time, into: &reload)
    }
  }

  /// `atEnd`: eligible at the last entry's own date; a single entry's turn is its end.
  private mutating func chooseAtEnd(
    of timeline: AnsweredTimeline, for index: Int, rule: FailureHandling, granted: Instant,
    at time: Instant, into reload: inout Reload
  ) {
    let host = hosts[Int(placements[index].host)]
    let count = timeline.dates.count
    guard count > 0 else {
      waitForRetry(index, rule: rule, granted: granted, at: time, into: &reload)
      return
    }
    let last = timeline.dates[count - 1]
    let end = timeline.end ?? last + host.singleEntryDistance
    let date = count == 1 ? end : last
    guard date > granted else {
      waitForRetry(index, rule: rule, granted: granted, at: time, into: &reload)
      return
    }
    if count == 1 { reload.why = .single }
    setPolicy(
      of: index, date: date, end: count > 1 && host.grantsAtEnd ? end : nil, at: time,
      into: &reload)
    if count > 1, !host.grantsAtEnd {
      placements[index].policyEnd = end.milliseconds
      placements[index].flags.insert(.watchesLastEntry)
    }
  }

  /// Nothing is left to wait for, so the retry of `on-error` keeps the placement from looping.
  private mutating func waitForRetry(
    _ index: Int, rule: FailureHandling, granted: Instant, at time: Instant,
    into reload: inout Reload
  ) {
    reload.why = .empty
    let date = zones[Int(placements[index].zone)].adding(1, rule.retry, to: granted)
    setPolicy(of: index, date: date, end: nil, at: time, into: &reload)
  }

  private mutating func retry(
    after failure: Failure, for index: Int, rule: FailureHandling, granted: Instant,
    at time: Instant, into reload: inout Reload
  ) {
    let state = placements[index]
    let date = RetryBackoff.date(
      of: rule.retry, failures: Int(state.failures), granted: granted, in: zones[Int(state.zone)])
    placements[index].failures = min(state.failures + 1, 60)
    reload.tag = failure.tag
    reload.policy = .after
    if let substitute = substitute(of: failure, for: index, rule: rule) {
      describe(substitute.dates, into: &reload)
    }
    setPolicy(of: index, date: date, end: nil, at: time, into: &reload)
    placements[index].flags.insert(.retry)
  }

  /// Sets the date on which the policy asks; one before the answer is eligible at the answer.
  private mutating func setPolicy(
    of index: Int, date: Instant, end: Instant?, at time: Instant, into reload: inout Reload
  ) {
    let next = max(date, time)
    placements[index].policyDate = next.milliseconds
    reload.next = next
    let waitsUntil = end.flatMap { $0 > next ? $0 : nil }
    if let waitsUntil { placements[index].policyEnd = waitsUntil.milliseconds }
    reload.expected =
      grantDate(of: index, eligible: next, isExempt: false, end: waitsUntil, at: time).at
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
