import MetschedConfiguration
import MetschedEngine

/// Finds room for the plans of another file among those of a running configuration.
///
/// A plan that says the same as a running one takes its number, with the places of the other file,
/// so that what is known by the number stays right. Others get numbers that nothing uses any more.
struct PlanSlots {
  private(set) var plans: [WidgetPlan]
  private var meanings = PlanMeanings()
  private var known: [PlanMeanings.Meaning: Int32] = [:]
  private var free: [Int32]

  /// - Parameters:
  ///   - plans: the running plans.
  ///   - owners: the widget of each plan that a placement has; the number of nobody's is free.
  ///   - used: plans that something else needs as they are.
  init(_ plans: [WidgetPlan], owners: [Int32: Int32], used: Set<Int32>) {
    self.plans = plans
    free = plans.indices.map { Int32($0) }
      .filter { owners[$0] == nil && !used.contains($0) }.reversed()
    for (number, widget) in owners.sorted(by: { $0.key < $1.key }) {
      let meaning = meanings.meaning(of: plans[Int(number)], widget: widget)
      if known[meaning] == nil { known[meaning] = number }
    }
  }

  /// Returns the number of a plan, and puts the plan there.
  mutating func number(of plan: WidgetPlan, widget: Int32) -> Int32 {
    let meaning = meanings.meaning(of: plan, widget: widget)
    if let number = known[meaning] {
      plans[Int(number)] = plan
      return number
    }
    let number = free.popLast() ?? Int32(plans.count)
    known[meaning] = number
    if Int(number) == plans.count {
      plans.append(plan)
    } else {
      plans[Int(number)] = plan
    }
    return number
  }
}
