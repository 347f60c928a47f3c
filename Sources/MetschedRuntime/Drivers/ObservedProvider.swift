package import MetschedEngine
package import MetschedTime
package import MetschedWidgets

/// The widgets of a file with one placement, and the timeline that it was answered with last.
package struct ObservedProvider: RequestAnswering {
  package var widgets: WidgetProvider
  package private(set) var latest: AnsweredEntries?

  package init(_ widgets: WidgetProvider) {
    self.widgets = widgets
  }

  package mutating func answersAtOnce(to requests: [Request], into answers: inout Answers) -> Bool {
    guard widgets.answersAtOnce(to: requests, into: &answers) else { return false }
    look(at: answers)
    return true
  }

  package mutating func answers(to requests: [Request]) async -> Answers {
    let answers = await widgets.answers(to: requests)
    look(at: answers)
    return answers
  }

  private mutating func look(at answers: Answers) {
    for index in 0..<answers.count { latest = answers.entries(at: index) ?? latest }
  }

  package mutating func arrivals() -> [(request: Request, answer: Answer)] {
    let arrivals = widgets.arrivals()
    for case (_, .timeline(let timeline)) in arrivals {
      latest = AnsweredEntries(id: timeline.id, dates: timeline.dates, end: timeline.end)
    }
    return arrivals
  }

  package mutating func release(_ timeline: TimelineID) {
    widgets.release(timeline)
  }
}

/// The events of a file for widgets that are observed.
package struct ObservedEvents: EventSource {
  package var player: EventPlayer

  package init(_ player: EventPlayer) {
    self.player = player
  }

  package mutating func next(before deadline: Instant?) -> Instant? {
    player.next(before: deadline)
  }

  package mutating func take(
    through time: Instant, noticing noticed: Noticed,
    _ provider: inout ObservedProvider
  ) -> Happenings {
    player.take(through: time, noticing: noticed, &provider.widgets)
  }

  package mutating func clockWasSet(by jump: Int64) {
    player.clockWasSet(by: jump)
  }
}
