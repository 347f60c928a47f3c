import MetschedConfiguration
package import MetschedEngine
package import MetschedTime

/// What becomes of policies whose dates fell into a time in which nothing ran.
extension WidgetProvider {
  /// How many dates are counted one after the other; beyond, the policy counts from the limit.
  private static let mostSteps = 10_000

  /// Returns when policies ask next whose reloads are left out.
  ///
  /// Each date follows from the one before it as if that reload had been granted at its own date
  /// and had brought the same items, so that the phase stays what it was.
  ///
  /// - Parameters:
  ///   - missed: the reloads, with the dates of their grants.
  ///   - timelines: what each of their placements shows; nil for nothing.
  ///   - limit: the first instant that is not missed.
  /// - Returns: what the machine is told.
  package func skipping(
    _ missed: [MissedReload], showing timelines: [TimelineID?], until limit: Instant
  ) -> [SkippedReload] {
    zip(missed, timelines).map { reload, timeline in
      var grant = reload.date
      for count in 1...Self.mostSteps {
        guard let step = step(of: reload.placement, timeline, granted: grant), step.grant > grant
        else {
          return SkippedReload(placement: reload.placement, next: nil, end: nil, count: count)
        }
        if step.grant >= limit {
          return SkippedReload(
            placement: reload.placement, next: step.date, end: step.end, count: count)
        }
        grant = step.grant
      }
      let step = step(of: reload.placement, timeline, granted: limit)
      return SkippedReload(
        placement: reload.placement, next: step?.date, end: step?.end, count: Self.mostSteps)
    }
  }

  /// A policy's date, and the grant that a host without limits gives it.
  private struct PolicyStep {
    var date: Instant
    /// The turn of the last entry, where there are several.
    var end: Instant?
    var grant: Instant
  }

  /// Nil where the policy asks for nothing.
  private func step(
    of number: PlacementNumber, _ timeline: TimelineID?, granted: Instant
  ) -> PolicyStep? {
    let placement = configuration.placements[Int(number.index)]
    let plan = configuration.plans[Int(placement.plan)]
    let zone = zones[Int(placement.user)]
    let groups = timeline.flatMap(content)?.groups ?? GroupList([], by: 1)
    let schedule = schedule(of: groups, for: placement, granted: granted)
    let policy =
      if case .auto = plan.reload.value {
        AutomaticPolicy.choose(
          for: plan, schedule: schedule, grant: granted, host: host(of: placement)
        ).policy
      } else {
        PolicyDate.policy(of: plan.reload.value, grant: granted, end: schedule.end, in: zone)
      }
    switch policy {
    case .never: return nil
    case .after(let date, _, _): return PolicyStep(date: date, grant: date)
    case .atEnd:
      let count = schedule.dates.count
      guard count > 0, let end = schedule.end else { return nil }
      if count == 1 { return PolicyStep(date: end, grant: end) }
      let last = schedule.dates[count - 1]
      return PolicyStep(
        date: last, end: end, grant: host(of: placement).grantsAtEnd ? end : last)
    }
  }
}
