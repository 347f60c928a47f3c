import MetschedConfiguration
import MetschedEngine
import MetschedTime

/// The date that a reload rule gives to a timeline, before the machine judges whether it passed.
enum PolicyDate {
  /// Returns the policy of a timeline that was granted at an instant and ends at another.
  ///
  /// - Parameters:
  ///   - rule: what `reload:` says.
  ///   - grant: when the timeline was granted.
  ///   - end: the date that one more entry would have; nil without entries.
  ///   - expiry: until when a server says that its answer stays as it is; nil where it says nothing.
  ///   - zone: the placement's zone.
  /// - Returns: the policy with its date, which may lie before the grant.
  static func policy(
    of rule: ReloadRule, grant: Instant, end: Instant?, expiry: Instant? = nil,
    in zone: ZoneTable
  ) -> AnsweredPolicy {
    switch rule {
    case .atEnd, .auto: return .atEnd  // `auto` is chosen before, by `AutomaticPolicy`
    case .never: return .never
    case .after(let dates, let window):
      let candidates = dates.map { date in
        candidate(
          date.value, grant: grant, end: end, expiry: expiry, window: window?.value, in: zone)
      }
      let future = candidates.filter { $0.date > grant }
      // Of a list nothing of which is left, the latest is the one that has passed; of equal ones
      // the end, which comes again where an instant does not.
      let chosen =
        future.min { $0.date < $1.date } ?? candidates.max { $0.passingOrder < $1.passingOrder }
      guard let chosen else { return .never }
      return .after(
        chosen.date, basis: chosen.basis, why: chosen.wasMoved ? .within : nil)
    }
  }

  private struct Candidate {
    var date: Instant
    var basis: AnsweredPolicy.Basis
    var wasMoved: Bool

    var passingOrder: (Instant, Int) { (date, basis == .end ? 1 : 0) }
  }

  private static func candidate(
    _ date: ReloadDate, grant: Instant, end: Instant?, expiry: Instant?, window: TimeWindow?,
    in zone: ZoneTable
  ) -> Candidate {
    let asked: Instant
    var basis = AnsweredPolicy.Basis.given
    switch date {
    case .elapsed(let step): asked = zone.adding(1, step, to: grant)
    case .timeOfDay(let time): asked = zone.next(time, after: grant)
    case .instant(let instant): asked = instant
    case .maxAge where expiry.map { $0 > grant } ?? false: asked = expiry ?? grant
    case .maxAge:
      // Nothing is known, or the answer may be another already.
      guard let end else { return Candidate(date: grant, basis: .end, wasMoved: false) }
      (asked, basis) = (end, .end)
    case .end(let plus):
      // Without entries there is no end that a window could move.
      guard let end else { return Candidate(date: grant, basis: .end, wasMoved: false) }
      basis = .end
      asked = plus.map { zone.adding(1, $0, to: end) } ?? end
    }
    let moved = window?.start(notBefore: asked, in: zone) ?? asked
    return Candidate(date: moved, basis: basis, wasMoved: moved != asked)
  }
}
