internal import MetschedConfiguration
internal import MetschedEngine
package import MetschedTime

/// Why the next reload comes when it comes: every rule that had a say, in the order in which they
/// apply.
package enum ReloadReason: Hashable, Sendable {
  /// The date lay outside of the window and was moved to its start; nil where it is not known.
  case window(from: Instant?)
  /// The wall time that was asked for does not exist on that day, so it is the first after it.
  case gap(TimeOfDay)
  /// Days were counted over a clock change: the wall time is kept, and the day is so much longer.
  case clockChange(Int64)
  /// `max-age`: the server said until when its answer holds.
  case maxAge
  /// `max-age`, of which the server said nothing: the end of the entries stands in its place.
  case noMaxAge
  /// `atEnd` lets the last entry have its turn.
  case end
  case spacing
  /// Nobody looks at that time, so it waits until somebody does.
  case visible
  case budget
  case latency
  case suspension
  /// Several requests were answered at once.
  case coalescing
  /// Something else asked before the policy's date came.
  case earlier

  /// Whether it moves the date that a policy asks for, before any host sees it.
  package var isOfDate: Bool {
    switch self {
    case .window, .gap, .clockChange, .maxAge, .noMaxAge: true
    default: false
    }
  }
}

extension PlacementMoment {
  /// The rules that had a say in the next reload and in the date that the policy asked for.
  package var reasons: [ReloadReason] {
    guard let reload else { return [] }
    var reasons = dateReasons(of: reload)
    guard let nextReload else { return reasons }
    let (next, causes) = (nextReload.reload, nextReload.causes)
    if !causes.contains(.policy), !causes.contains(.retry), reload.reload.next != nil {
      reasons.append(.earlier)
    }
    switch next.reason {
    case .end: reasons.append(.end)
    case .spacing: reasons.append(.spacing)
    case .budget: reasons.append(.budget)
    case .visible: reasons.append(.visible)
    case .latency: if !sleptUntilReload { reasons.append(.latency) }
    case nil: break
    }
    if sleptUntilReload, next.granted > next.eligible { reasons.append(.suspension) }
    if causes.count > 1 { reasons.append(.coalescing) }
    return reasons
  }

  /// What moved the date of a policy before any host saw it.
  private func dateReasons(of reloaded: Reloaded) -> [ReloadReason] {
    guard reloaded.error == nil, let next = reloaded.reload.next,
      case .after(let dates, let window) = reloaded.rule
    else { return [] }
    let grant = reloaded.reload.granted
    let asked = dates.map { (rule: $0.value, date: date(of: $0.value, reloaded, grant)) }
    if reloaded.reload.why == .within {
      let moved = asked.first { date in
        date.date.map { window?.value.start(notBefore: $0, in: zone) } == next
      }
      return [.window(from: moved?.date)]
    }
    guard let chosen = asked.first(where: { $0.date == next }) else {
      guard dates.contains(where: { $0.value == .maxAge }) else { return [] }
      return [next == date(of: .end(plus: nil), reloaded, grant) ? .noMaxAge : .maxAge]
    }
    switch chosen.rule {
    case .timeOfDay(let time):
      return zone.local(at: next).timeOfDay == time ? [] : [.gap(time)]
    case .elapsed(let step) where step.days > 0:
      let longer = (next - grant) - step.nominalMilliseconds
      return longer == 0 ? [] : [.clockChange(longer)]
    default: return []
    }
  }

  /// Returns the date that a rule gives before windows; nil without entries.
  private func date(of rule: ReloadDate, _ reloaded: Reloaded, _ grant: Instant) -> Instant? {
    switch rule {
    case .elapsed(let step): return zone.adding(1, step, to: grant)
    case .timeOfDay(let time): return zone.next(time, after: grant)
    case .instant(let instant): return instant
    // What the server said is not in the record.
    case .maxAge: return nil
    case .end(let plus):
      guard let last = reloaded.reload.last else { return nil }
      let end = zone.adding(1, reloaded.interval, to: last)
      return plus.map { zone.adding(1, $0, to: end) } ?? end
    }
  }
}
