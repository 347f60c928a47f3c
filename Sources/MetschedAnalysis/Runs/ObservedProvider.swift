internal import MetschedEngine
internal import MetschedRuntime
internal import MetschedTime
internal import MetschedWidgets

/// The widgets of a file, with the timeline that each placement was answered with last.
struct ObservedProvider: RequestAnswering {
  var widgets: WidgetProvider
  private(set) var latest: [PlacementNumber: AnsweredEntries] = [:]

  mutating func answers(to requests: [Request]) async -> Answers {
    let answers = await widgets.answers(to: requests)
    for (index, request) in requests.enumerated() {
      if let entries = answers.entries(at: index) { latest[request.placement] = entries }
    }
    return answers
  }

  mutating func arrivals() -> [(request: Request, answer: Answer)] {
    let arrivals = widgets.arrivals()
    for case (let request, .timeline(let timeline)) in arrivals {
      latest[request.placement] = AnsweredEntries(
        id: timeline.id, dates: timeline.dates, end: timeline.end)
    }
    return arrivals
  }

  mutating func release(_ timeline: TimelineID) {
    widgets.release(timeline)
  }
}

/// The events of a file for widgets that are observed.
struct ObservedEvents: EventSource {
  var player: EventPlayer

  mutating func next(before deadline: Instant?) -> Instant? {
    player.next(before: deadline)
  }

  mutating func take(
    through time: Instant, noticing noticed: Noticed,
    _ provider: inout ObservedProvider
  ) -> Happenings {
    player.take(through: time, noticing: noticed, &provider.widgets)
  }

  mutating func clockWasSet(by jump: Int64) {
    player.clockWasSet(by: jump)
  }
}
