package import MetschedConfiguration
import MetschedEngine
package import MetschedTime

/// A kind whose provider an event disturbs, for one user or for everybody.
struct Disturbance: Hashable {
  var widget: Int32
  var user: Int32?
  /// What a failure says; nil for a slow provider.
  var message: String?

  func concerns(_ placement: Placement) -> Bool {
    placement.widget == widget && (user == nil || placement.user == user)
  }
}

/// An answer that waits for the end of a slow state; it has the data of its grant.
struct HeldAnswer {
  var request: Request
  var answer: Answer
  /// Its place among all answers that ever waited.
  var order: Int
}

/// A widget with values for its parameters.
struct PlanKey: Hashable {
  var widget: Int32
  var parameters: [ParameterValue]
}

/// What events change while a schedule runs.
extension WidgetProvider {
  // MARK: Placements and zones

  /// Adds a placement after all others.
  package mutating func place(_ placement: Placement) {
    configuration.placements.append(placement)
  }

  /// Gives a placement other values.
  package mutating func setPlan(_ plan: Int32, of number: Int) {
    configuration.placements[number].plan = plan
  }

  /// Returns the plan of a widget with some values for its parameters.
  ///
  /// - Parameters:
  ///   - widget: the widget's index.
  ///   - parameters: the values.
  ///   - old: the plan before; what it says goes on where the new values do not go together.
  /// - Returns: the plan's number.
  package mutating func plan(
    of widget: Int32, with parameters: [ParameterValue], insteadOf old: Int32
  ) -> Int32 {
    if planNumbers.isEmpty { numberPlans() }
    let key = PlanKey(widget: widget, parameters: parameters)
    if let known = planNumbers[key] { return known }
    let number = Int32(configuration.plans.count)
    do {
      configuration.plans.append(
        try configuration.planMaker.plan(of: widget, with: parameters))
    } catch {
      var plan = configuration.plans[Int(old)]
      plan.parameters = parameters
      configuration.plans.append(plan)
      conflicts[number] = error.message
    }
    planNumbers[key] = number
    return number
  }

  private mutating func numberPlans() {
    var isKnown = Array(repeating: false, count: configuration.plans.count)
    for placement in configuration.placements where !isKnown[Int(placement.plan)] {
      isKnown[Int(placement.plan)] = true
      let parameters = configuration.plans[Int(placement.plan)].parameters
      planNumbers[PlanKey(widget: placement.widget, parameters: parameters)] = placement.plan
    }
  }

  /// Moves a user to another zone.
  package mutating func setZone(_ zone: ZoneTable, ofUser user: Int) {
    zones[user] = zone
  }

  // MARK: Containers

  /// Returns the containers of a user or of everybody, each once, in the order of users.
  package func containers(of user: Int32?) -> [String] {
    if let user { return store.container(of: Int(user)).map { [$0] } ?? [] }
    var met: Set<String> = []
    return configuration.users.indices.compactMap { store.container(of: $0) }
      .filter { met.insert($0).inserted }
  }

  /// Returns when a placement reloads because a file is written; nil where it does not.
  package func reloadsOnWrite(
    _ placement: Placement, of file: String, in folder: String
  ) -> ContainerReload? {
    let plan = configuration.plans[Int(placement.plan)]
    guard let mode = plan.reloadOn?.value, let name = plan.source.value.containerFile,
      name.plainPath == file.plainPath,
      store.container(of: Int(placement.user)) == folder
    else { return nil }
    return mode
  }

  /// Puts items over a file of a container, never on the disk; true where the content changes.
  package mutating func write(
    _ items: [ItemValue], to file: String, in container: String
  ) -> Bool {
    store.write(items, to: file, in: container)
  }

  // MARK: Failures and slow answers

  /// Ends what was about users and kinds that the file does not have any more.
  package mutating func forgetFormer() {
    let (users, widgets) = (configuration.formerUsers, configuration.formerWidgets)
    func isFormer(_ state: Disturbance) -> Bool {
      widgets.contains(state.widget) || (state.user.map(users.contains) ?? false)
    }
    failing.removeAll(where: isFormer)
    slow.removeAll(where: isFormer)
  }

  /// Begins or ends a state in which a kind's provider fails.
  package mutating func setFailing(
    _ isOn: Bool, widget: Int32, user: Int32?, message: String
  ) {
    let state = Disturbance(widget: widget, user: user, message: message)
    if isOn {
      failing.append(state)
    } else if let index = failing.firstIndex(of: state) {
      failing.remove(at: index)
    }
  }

  /// Begins or ends a state in which a kind's answers wait.
  package mutating func setSlow(_ isOn: Bool, widget: Int32, user: Int32?) {
    let state = Disturbance(widget: widget, user: user)
    if isOn {
      slow.append(state)
    } else if let index = slow.firstIndex(of: state) {
      slow.remove(at: index)
    }
  }

  /// Answers a request, unless its answer has to wait.
  mutating func answerOrHold(_ request: Request, _ content: RemoteAnswer?) -> Answer? {
    let answer = answer(to: request, with: content)
    guard !request.hasExpired, isSlow(request) else { return answer }
    held.append(HeldAnswer(request: request, answer: answer, order: heldCount))
    heldCount += 1
    return nil
  }

  /// Takes the answers that wait no longer, in the order of their requests.
  mutating func heldArrivals() -> [(request: Request, answer: Answer)] {
    guard !held.isEmpty else { return [] }
    let ready = held.filter { !isSlow($0.request) }
    guard !ready.isEmpty else { return [] }
    held = held.filter { isSlow($0.request) }
    return ready.map { ($0.request, $0.answer) }
  }

  private func isSlow(_ request: Request) -> Bool {
    guard !slow.isEmpty else { return false }
    let placement = configuration.placements[Int(request.placement.index)]
    return slow.contains { $0.concerns(placement) }
  }
}
