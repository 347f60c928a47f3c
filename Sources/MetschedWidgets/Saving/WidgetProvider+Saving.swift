package import MetschedConfiguration
package import MetschedEngine
import MetschedTime

/// The widgets of a run as values, and from values again.
extension WidgetProvider {
  // MARK: Saving

  /// Returns what it holds of a placement.
  ///
  /// - Parameters:
  ///   - number: the placement.
  ///   - timeline: its timeline; nil where it has none.
  ///   - lists: numbers the lists of items that its row will name.
  /// - Returns: what it holds, with the numbers of lists.
  package func saved(
    _ number: Int32, timeline: TimelineID?, in lists: inout SavedLists
  ) -> SavedWidget {
    let plan = configuration.placements[Int(number)].plan
    var used: [Int32] = []
    let content = timeline.flatMap { saved($0, beside: plan, in: &lists, &used) }
    let held = held.filter { $0.request.placement.index == number }
      .map { saved($0, beside: plan, in: &lists, &used) }
    lists.name(used, by: number)
    return SavedWidget(
      parameters: configuration.plans[Int(plan)].parameters, content: content, held: held)
  }

  private func parameters(of plan: Int32, unless own: Int32) -> [ParameterValue]? {
    let parameters = configuration.plans[Int(plan)].parameters
    return parameters == configuration.plans[Int(own)].parameters ? nil : parameters
  }

  private func saved(
    _ timeline: TimelineID, beside plan: Int32, in lists: inout SavedLists, _ used: inout [Int32]
  ) -> SavedContent? {
    guard let content = content(of: timeline) else { return nil }
    let list = lists.number(of: content.groups)
    used.append(list)
    return SavedContent(
      list: list, order: content.order,
      parameters: parameters(of: content.placement.plan, unless: plan))
  }

  private func saved(
    _ held: HeldAnswer, beside plan: Int32, in lists: inout SavedLists, _ used: inout [Int32]
  ) -> SavedAnswer {
    var saved = SavedAnswer(
      order: held.order, generation: held.request.generation, granted: held.request.granted)
    func answered(_ timeline: AnsweredTimeline) -> SavedAnsweredTimeline? {
      self.saved(timeline.id, beside: plan, in: &lists, &used).map {
        SavedAnsweredTimeline(
          content: $0, dates: timeline.dates, end: timeline.end, policy: timeline.policy,
          why: timeline.why)
      }
    }
    switch held.answer {
    case .timeline(let timeline):
      saved.timeline = answered(timeline)
      saved.parameters = parameters(of: timeline.tag, unless: plan)
    case .failure(let failure):
      saved.message = error(failure.error)
      saved.timeline = (failure.sample ?? failure.last).flatMap(answered)
      saved.isSample = failure.sample != nil
      saved.parameters = parameters(of: failure.tag, unless: plan)
    }
    return saved
  }

  // MARK: Restoring

  /// Takes the placements of a run that goes on, in its order.
  package mutating func restorePlacements(_ placements: [Placement]) {
    configuration.placements = placements
  }

  /// Gives a placement the values that it had.
  package mutating func restoreValues(_ parameters: [ParameterValue], of number: Int) {
    let plan = configuration.placements[number].plan
    setPlan(self.plan(with: parameters, of: number, or: plan), of: number)
  }

  /// Takes the content of a placement's timeline and the answers that wait, and returns the
  /// timeline's id.
  ///
  /// - Parameters:
  ///   - saved: what was held of it.
  ///   - number: the placement, which has its values already.
  ///   - entries: how many entries the timeline has.
  ///   - lists: the lists of items.
  /// - Returns: the id; nil where there is no timeline.
  /// - Throws: what does not fit.
  package mutating func restore(
    _ saved: SavedWidget, of number: Int, entries: Int, in lists: inout SavedLists
  ) throws(StateError) -> TimelineID? {
    var used: [Int32] = []
    var timeline: TimelineID?
    if let content = saved.content {
      timeline = try restore(content, of: number, entries: entries, in: lists)
      used.append(content.list)
    } else if entries > 0 {
      throw StateError("has entries that say nothing")
    }
    for answer in saved.held {
      held.append(try restored(answer, of: number, in: lists))
      if let content = answer.timeline?.content { used.append(content.list) }
    }
    lists.name(used, by: Int32(number))
    return timeline
  }

  /// Ends the restoring: answers wait in the order in which they were given.
  package mutating func finishRestoring() {
    held.sort { $0.order < $1.order }
    heldCount = (held.last?.order ?? -1) + 1
  }

  private mutating func plan(
    with parameters: [ParameterValue], of number: Int, or own: Int32
  ) -> Int32 {
    if configuration.plans[Int(own)].parameters == parameters { return own }
    return plan(
      of: configuration.placements[number].widget, with: parameters, insteadOf: own)
  }

  private mutating func restore(
    _ saved: SavedContent, of number: Int, entries: Int, in lists: SavedLists
  ) throws(StateError) -> TimelineID {
    let groups = try lists.list(saved.list)
    guard saved.order.fits(entries: entries, groups: groups.count) else {
      throw StateError("shows items that its list does not have")
    }
    var placement = configuration.placements[number]
    if let parameters = saved.parameters {
      placement.plan = plan(with: parameters, of: number, or: placement.plan)
    }
    return keep(TimelineContent(groups: groups, order: saved.order, placement: placement))
  }

  private mutating func restored(
    _ saved: SavedAnswer, of number: Int, in lists: SavedLists
  ) throws(StateError) -> HeldAnswer {
    var plan = configuration.placements[number].plan
    if let parameters = saved.parameters {
      plan = self.plan(with: parameters, of: number, or: plan)
    }
    var timeline: AnsweredTimeline?
    if let answered = saved.timeline {
      timeline = AnsweredTimeline(
        id: try restore(answered.content, of: number, entries: answered.dates.count, in: lists),
        dates: answered.dates, end: answered.end, policy: answered.policy, why: answered.why,
        tag: plan)
    }
    let request = Request(
      placement: PlacementNumber(number), generation: saved.generation, granted: saved.granted)
    if let message = saved.message {
      let failure = Failure(
        error: errorNumber(of: message), sample: saved.isSample ? timeline : nil,
        last: saved.isSample ? nil : timeline, tag: plan)
      return HeldAnswer(request: request, answer: .failure(failure), order: saved.order)
    }
    guard let timeline else { throw StateError("has an answer of nothing") }
    return HeldAnswer(request: request, answer: .timeline(timeline), order: saved.order)
  }

  /// Asks the network again for what was on its way when the run ended.
  package mutating func resume(_ requests: [Request]) {
    for request in requests where !held.contains(where: { $0.request == request }) {
      guard let asking = ask(for: request) else { continue }
      awaited.append(AwaitedAnswer(request: request, asking: asking))
    }
  }
}
