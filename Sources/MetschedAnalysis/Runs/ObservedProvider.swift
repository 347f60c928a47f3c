internal import MetschedEngine
internal import MetschedRuntime
internal import MetschedTime
internal import MetschedWidgets

/// The widgets of a file, with the timeline that each placement was answered with last.
struct ObservedProvider: RequestAnswering {
  var widgets: WidgetProvider
  private(set) var latest: [PlacementNumber: AnsweredTimeline] = [:]

  mutating func answers(to requests: [Request]) async -> [Answer?] {
    let answers = await widgets.answers(to: requests)
    for (request, answer) in zip(requests, answers) {
      if let answer { note(answer, to: request) }
    }
    return answers
  }

  mutating func arrivals() -> [(request: Request, answer: Answer)] {
    let arrivals = widgets.arrivals()
    for arrival in arrivals { note(arrival.answer, to: arrival.request) }
    return arrivals
  }

  mutating func release(_ timeline: TimelineID) {
    widgets.release(timeline)
  }

  private mutating func note(_ answer: Answer, to request: Request) {
    if case .timeline(let timeline) = answer { latest[request.placement] = timeline }
  }
}

/// The events of a file for widgets that are observed.
struct ObservedEvents: EventSource {
  var player: EventPlayer

  mutating func next(before deadline: Instant?) -> Instant? {
    player.next(before: deadline)
  }

  mutating func take(
    through time: Instant, noticing changes: [ContainerChange],
    _ provider: inout ObservedProvider
  ) -> Happenings {
    player.take(through: time, noticing: changes, &provider.widgets)
  }

  mutating func clockWasSet(by jump: Int64) {
    player.clockWasSet(by: jump)
  }
}
