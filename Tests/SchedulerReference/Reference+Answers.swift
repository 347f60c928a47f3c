import MetschedEngine
import MetschedTime

extension Reference {
  /// Takes an answer in, if it is the current one.
  mutating func take(_ answer: Answer, to request: Request, _ actions: inout Actions) {
    let index = Int(request.placement.index)
    guard !placements[index].isRemoved else { return }
    guard let asked = placements[index].asked,
      Int(request.generation) == placements[index].grants.count
    else {
      write(.drop(Drop(reason: .late, count: 1)), index, &actions)
      return
    }
    placements[index].asked = nil
    placements[index].makeRequestsEligible(at: now)
    switch answer {
    case .timeline(let timeline): take(timeline, asked, index, &actions)
    case .failure(let failure): take(failure, asked, index, &actions)
    }
    showEntry(of: index, &actions)
  }

  private mutating func take(
    _ timeline: AnsweredTimeline, _ asked: ReferencePlacement.Asked, _ index: Int,
    _ actions: inout Actions
  ) {
    let dates = (0..<timeline.dates.count).map { timeline.dates[$0] }
    placements[index].failures = 0
    var (policy, date, end, why) = policy(of: timeline, dates, asked, index)
    if let passed = date, passed <= asked.granted {
      var isGiven = false
      if case .after(_, .given, _) = timeline.policy { isGiven = true }
      why = isGiven ? .passed : .empty
      let retry = rules[asked.rule].retry
      date = isGiven ? nil : zones[placements[index].zone].adding(1, retry, to: asked.granted)
      end = nil
    }
    let next = setPolicy(.policy, date: date, end: end, index)
    write(
      .reload(
        Reload(
          isCounted: !asked.isExempt, eligible: asked.eligible,
          granted: asked.granted, reason: asked.reason, left: asked.left, entries: dates.count,
          first: dates.first, last: dates.last, policy: policy, next: next,
          expected: expectedGrant(index), why: why, tag: 0)), causes: asked.causes,
      index, &actions)
    placements[index].entries = dates
    placements[index].shownCount = 0
    placements[index].timeline = timeline.id
    placements[index].isSample = false
  }

  /// The policy's own date, before it is judged.
  private func policy(
    of timeline: AnsweredTimeline, _ dates: [Instant], _ asked: ReferencePlacement.Asked,
    _ index: Int
  ) -> (ChosenPolicy, date: Instant?, end: Instant?, PolicyReason?) {
    switch timeline.policy {
    case .never: return (.never, nil, nil, nil)
    case .after(let date, _, let why): return (.after, date, nil, why)
    case .atEnd:
      guard let last = dates.last else { return (.atEnd, asked.granted, nil, nil) }
      let host = hosts[placements[index].host]
      let distance = host.budget.map { .hours(24) / Int64($0) } ?? .minutes(36)
      let end = timeline.end ?? last + distance
      if dates.count == 1 { return (.atEnd, end, nil, .single) }
      return (.atEnd, last, host.grantsAtEnd ? end : nil, nil)
    }
  }

  private mutating func take(
    _ failure: Failure, _ asked: ReferencePlacement.Asked, _ index: Int, _ actions: inout Actions
  ) {
    let rule = rules[asked.rule]
    let zone = zones[placements[index].zone]
    var date = zone.adding(1, rule.retry, to: asked.granted)
    if rule.retry.nominalMilliseconds < .hours(6) {
      var wait = rule.retry.nominalMilliseconds
      for _ in 0..<placements[index].failures { wait = min(2 * wait, .hours(6)) }
      date = asked.granted + wait
    }
    placements[index].failures += 1
    let substitute: AnsweredTimeline? =
      switch rule.show {
      case .sample: failure.sample
      case .last: placements[index].isBare ? failure.last : nil
      case .placeholder: nil
      }
    let dates = substitute.map { timeline in (0..<timeline.dates.count).map { timeline.dates[$0] } }
    let next = setPolicy(.retry, date: date, end: nil, index)
    write(
      .fail(
        Reload(
          isCounted: !asked.isExempt, eligible: asked.eligible,
          granted: asked.granted, reason: asked.reason, left: asked.left, entries: dates?.count,
          first: dates?.first, last: dates?.last, policy: .after, next: next,
          expected: expectedGrant(index), why: nil, tag: 0), error: failure.error),
      causes: asked.causes,
      index, &actions)
    if rule.show == .last, dates?.isEmpty ?? true { return }
    placements[index].entries = dates ?? []
    placements[index].shownCount = 0
    placements[index].timeline = substitute?.id
    placements[index].isSample = rule.show == .sample
    if placements[index].entries.isEmpty { placements[index].isBare = true }
  }

  /// A date that falls before the answer is eligible at the answer.
  private mutating func setPolicy(
    _ cause: Cause, date: Instant?, end: Instant?, _ index: Int
  ) -> Instant? {
    guard let date else { return nil }
    let next = max(date, now)
    placements[index].policy = (next, end.flatMap { $0 > next ? $0 : nil }, cause)
    return next
  }

  private func expectedGrant(_ index: Int) -> Instant? {
    placements[index].policy.map { policy in
      let request = ReferenceRequest(
        cause: policy.cause, made: now, eligible: policy.date, end: policy.end, isExempt: false,
        zone: placements[index].zone)
      return grantDate(of: request, placements[index]).0
    }
  }
}
