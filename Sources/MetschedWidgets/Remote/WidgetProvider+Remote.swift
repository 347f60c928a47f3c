import MetschedConfiguration
package import MetschedEngine

/// A request whose answer is on its way over the network.
struct AwaitedAnswer {
  var request: Request
  var asking: RemoteAsking
}

/// Widgets whose items come over the network.
extension WidgetProvider {
  /// Answers the requests of an instant, unless the network has to be waited for.
  ///
  /// - Parameters:
  ///   - requests: the requests.
  ///   - answers: takes an answer for each; nil where it waits, or is on its way.
  /// - Returns: whether it has answered.
  package mutating func answersAtOnce(
    to requests: [Request], into answers: inout Answers
  ) -> Bool {
    if isLocal {
      for request in requests { answers.append(answerOrHold(request, nil as RemoteAnswer?)) }
      return true
    }
    if remote?.isAwaited ?? false, requests.contains(where: { remoteQuery(of: $0) != nil }) {
      return false
    }
    let askings = ask(for: requests)
    answers = self.answers(to: requests, askings)
    return true
  }

  /// Answers the requests of an instant; nil where the answer waits, or is on its way.
  package mutating func answers(to requests: [Request]) async -> Answers {
    let askings = ask(for: requests)
    if remote?.isAwaited ?? false {
      for asking in askings { _ = await asking?.wait() }
    }
    return answers(to: requests, askings)
  }

  private mutating func answers(to requests: [Request], _ askings: [RemoteAsking?]) -> Answers {
    var answers = Answers()
    for (request, asking) in zip(requests, askings) {
      answers.append(answerOrHold(request, asking))
    }
    return answers
  }

  /// Asks for all: the questions are on their way before the first of them is waited for.
  private func ask(for requests: [Request]) -> [RemoteAsking?] {
    // NB: a closure that asks would hold a copy of the whole provider, at every instant.
    var askings: [RemoteAsking?] = []
    for request in requests { askings.append(ask(for: request)) }
    return askings
  }

  /// Takes the answers to earlier requests that have come by now.
  package mutating func arrivals() -> [(request: Request, answer: Answer)] {
    var ready = heldArrivals()
    guard awaited.contains(where: { $0.asking.answer != nil }) else { return ready }
    let came = awaited.filter { $0.asking.answer != nil }
    awaited = awaited.filter { $0.asking.answer == nil }
    for arrival in came {
      if let answer = answerOrHold(arrival.request, arrival.asking) {
        ready.append((arrival.request, answer))
      }
    }
    return ready.sorted {
      ($0.request.placement, $0.request.generation)
        < ($1.request.placement, $1.request.generation)
    }
  }

  /// Asks the network for what a request needs; nil where it needs nothing of it.
  func ask(for request: Request) -> RemoteAsking? {
    remoteQuery(of: request).flatMap { remote?.ask($0) }
  }

  private func remoteQuery(of request: Request) -> RemoteQuery? {
    guard !request.hasExpired else { return nil }
    let placement = configuration.placements[Int(request.placement.index)]
    guard !failing.contains(where: { $0.concerns(placement) }),
      case .remote(let query, _) = configuration.plans[Int(placement.plan)].source.value
    else { return nil }
    return query
  }

  private mutating func answerOrHold(_ request: Request, _ asking: RemoteAsking?) -> Answer? {
    if let asking, asking.answer == nil {
      awaited.append(AwaitedAnswer(request: request, asking: asking))
      return nil
    }
    return answerOrHold(request, asking?.answer)
  }

  /// Gives up waiting for a request, and returns what has happened to it so far.
  mutating func abandon(_ request: Request) -> String? {
    let index = awaited.firstIndex {
      $0.request.placement == request.placement && $0.request.generation == request.generation
    }
    return index.flatMap { awaited.remove(at: $0).asking.note }
  }
}
