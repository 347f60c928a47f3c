package import MetschedConfiguration
package import MetschedEngine
package import MetschedTime

/// A kind whose provider an event disturbs, for one user or for everybody.
struct Disturbance: Hashable {
  var widget: Int32
  var user: Int32?

  func concerns(_ placement: Placement) -> Bool {
    placement.widget == widget && (user == nil || placement.user == user)
  }
}

/// An answer that waits for the end of a slow state; it has the data of its grant.
struct HeldAnswer {
  var request: Request
  var answer: Answer
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

  /// Moves a user to another zone.
  package mutating func setZone(_ zone: ZoneTable, ofUser user: Int) {
    zones[user] = zone
  }

  // MARK: Containers

  /// Returns the containers of a user or of everybody, each once, in the order of users.
  package func containers(of user: Int32?) -> [String] {
    var folders: [String] = []
    let users = user.map { [Int($0)] } ?? Array(configuration.users.indices)
    for folder in users.compactMap({ store.container(of: $0) }) where !folders.contains(folder) {
      folders.append(folder)
    }
    return folders
  }

  /// Returns the container in which a user's widgets read.
  package func container(ofUser user: Int32) -> String? { store.container(of: Int(user)) }

  /// Returns whether two names are of one file of a container.
  package func isSameFile(_ name: String, _ other: String) -> Bool {
    ItemStore.plain(name) == ItemStore.plain(other)
  }

  /// Puts items over a file of a container, never on the disk; true where the content changes.
  package mutating func write(
    _ items: [ItemValue], to file: String, in container: String
  ) -> Bool {
    store.write(items, to: file, in: container)
  }

  // MARK: Failures and slow answers

  /// Begins or ends a state in which a kind's provider fails.
  package mutating func setFailing(_ isOn: Bool, widget: Int32, user: Int32?) {
    let state = Disturbance(widget: widget, user: user)
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
  package mutating func answerOrHold(_ request: Request) -> Answer? {
    let answer = answer(to: request)
    guard !request.hasExpired, isSlow(request) else { return answer }
    held.append(HeldAnswer(request: request, answer: answer))
    return nil
  }

  /// Takes the answers that wait no longer, in the order of their requests.
  package mutating func arrivals() -> [(request: Request, answer: Answer)] {
    guard !held.isEmpty else { return [] }
    let ready = held.filter { !isSlow($0.request) }
    guard !ready.isEmpty else { return [] }
    held = held.filter { isSlow($0.request) }
    return ready.map { ($0.request, $0.answer) }
  }

  private func isSlow(_ request: Request) -> Bool {
    let placement = configuration.placements[Int(request.placement.index)]
    return slow.contains { $0.concerns(placement) }
  }
}
