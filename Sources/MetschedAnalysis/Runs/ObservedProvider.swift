internal import MetschedEngine
internal import MetschedRuntime
internal import MetschedTime
internal import MetschedWidgets

/// The widgets of a file with one placement, and the timeline that it was answered with last.
struct ObservedProvider: RequestAnswering {
  var widgets: WidgetProvider
  private(set) var latest: AnsweredEntries?

  init(_ widgets: WidgetProvider) {
    self.widgets = widgets
  }

  mutating func answersAtOnce(to requests: [Request], into answers: inout Answers) -> Bool {
    guard widgets.answersAtOnce(to: requests, into: &answers) else { return false }
    look(at: answers)
    return true
  }

  mutating func answers(to requests: [Request]) async -> Answers {
    let answers = await widgets.answers(to: requests)
    look(at: answers)
    return answers
  }

  private mutating func look(at answers: Answers) {
    for index in 0..<answers.count { latest = answers.entries(at: index) ?? latest }
  }

  mutating func arrivals() -> [(request: Request, answer: Answer)] {
    let arrivals = widgets.arrivals()
    for case (_, .timeline(let timeline)) in arrivals {
      latest = AnsweredEntries(id: timeline.id, dates: timeline.dates, end: timeline.end)
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
