import MetschedConfiguration
import MetschedEngine
import MetschedTime

/// `reload: auto`: chooses a policy from the source, the entries and the budget, and says why.
enum AutomaticPolicy {
  struct Choice {
    var policy: AnsweredPolicy
    /// The reason for `never`; a date brings its own.
    var why: PolicyReason?
  }

  /// Returns the policy of a timeline that was granted at an instant.
  ///
  /// - Parameters:
  ///   - plan: says where the items come from, and what reloads the widget besides.
  ///   - schedule: the entries.
  ///   - grant: when the timeline was granted.
  ///   - host: its budget sets how often a reload can be had for a whole day.
  /// - Returns: the policy and the reason.
  static func choose(
    for plan: WidgetPlan, schedule: EntrySchedule, grant: Instant, host: Host
  ) -> Choice {
    guard let end = schedule.end else {
      // Nothing is there yet; the machine waits for `retry`.
      return Choice(policy: .after(grant, basis: .end, why: .autoEnd))
    }
    if schedule.dates.count == 1 {
      if plan.reloadOn != nil { return Choice(policy: .never, why: .autoContainer) }
      if isUnchanging(plan) { return Choice(policy: .never, why: .autoUnchanging) }
    }
    if let budget = host.budget {
      let affordable = grant + Host.day / Int64(budget)
      if end < affordable {
        return Choice(policy: .after(affordable, basis: .end, why: .autoBudget))
      }
    }
    return Choice(policy: .after(end, basis: .end, why: .autoEnd))
  }

  /// Whether one entry says the same at every grant.
  private static func isUnchanging(_ plan: WidgetPlan) -> Bool {
    let isFixed =
      switch plan.source.value {
      case .items, .sample: true;
      case .file, .document, .remote: false
      }
    let saysDate = if case .date? = plan.entry.title?.value { true } else { false }
    return isFixed && !saysDate && !ItemSelection(plan).dependsOnDay
  }
}
