package import MetschedEngine
package import MetschedTime
package import MetschedWidgets

/// What answers the machine's requests: the widgets of a file, or a provider written in Swift.
///
/// The conductor collects the requests of an instant, has all of them answered, and delivers the
/// answers in the order of the requests, so that answers that come in another order give the same
/// records. Who never waits for anything answers at once; who may wait is awaited.
package protocol RequestAnswering {
  /// Answers requests where nothing has to be waited for, one answer for each, in their order.
  ///
  /// - Parameters:
  ///   - requests: the requests of one instant, by placement; at least one.
  ///   - answers: takes the answers; empty before.
  /// - Returns: whether it has answered; false, and nothing has happened, where `answers(to:)` has
  ///   to be awaited.
  mutating func answersAtOnce(to requests: [Request], into answers: inout Answers) -> Bool

  /// Answers requests, one answer for each, in their order.
  ///
  /// - Parameter requests: the requests of one instant, by placement.
  /// - Returns: the answers.
  mutating func answers(to requests: [Request]) async -> Answers

  /// Takes the answers to earlier requests that have come by now, in the order of the requests.
  mutating func arrivals() -> [(request: Request, answer: Answer)]

  /// Takes the placements for which providers asked for a reload while they answered.
  mutating func reloads() -> [PlacementNumber]

  /// Returns when policies ask next whose missed reloads are left out; what is not among them is
  /// not left out.
  ///
  /// - Parameters:
  ///   - missed: the reloads.
  ///   - timelines: what each of their placements shows; nil for nothing.
  ///   - limit: the first instant that is not missed.
  /// - Returns: what the machine is told.
  func skipping(
    _ missed: [MissedReload], showing timelines: [TimelineID?], until limit: Instant
  ) -> [SkippedReload]

  /// Forgets the content of a timeline that nothing shows any more.
  mutating func release(_ timeline: TimelineID)

  /// Files that somebody else writes may have another content; a live run says so at each instant.
  mutating func containersMayHaveChanged()
}

extension RequestAnswering {
  /// A provider that may wait is awaited.
  package mutating func answersAtOnce(
    to requests: [Request], into answers: inout Answers
  ) -> Bool { false }

  /// A provider that cannot say when it would have asked has nothing left out.
  package func skipping(
    _ missed: [MissedReload], showing timelines: [TimelineID?], until limit: Instant
  ) -> [SkippedReload] { [] }

  /// Nothing is remembered.
  package mutating func containersMayHaveChanged() {}
}

extension RequestAnswering {
  /// Providers answer, and ask for nothing.
  package mutating func reloads() -> [PlacementNumber] { [] }
}

extension RequestAnswering {
  package mutating func arrivals() -> [(request: Request, answer: Answer)] { [] }
}

extension WidgetProvider: RequestAnswering {}
