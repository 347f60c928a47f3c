package import MetschedConfiguration
package import MetschedTime
import Synchronization

/// What brings the items of providers over the network, or of the cache that stands in for them.
///
/// It answers nobody's thread: asking returns at once, and the answer is there later.
package protocol RemoteItems: Sendable {
  /// Whether a run waits for each answer at the instant of its request, as a virtual one does.
  var isAwaited: Bool { get }

  /// Asks, unless an equal question is under way already or was answered a moment ago.
  func ask(_ query: RemoteQuery) -> RemoteAsking

  /// Is told that a live run begins to play an instant.
  func instantBegins()
}

extension RemoteItems {
  /// Answers are there when they come.
  package func instantBegins() {}
}

/// A question that was asked, shared by all who asked the same.
package final class RemoteAsking: Sendable {
  private let state: Mutex<State>

  private struct State {
    var answer: RemoteAnswer?
    var note: String?
    var waiting: [CheckedContinuation<RemoteAnswer, Never>] = []
  }

  /// Begins a question; with its answer where that is known already.
  package init(answer: RemoteAnswer? = nil) {
    state = Mutex(State(answer: answer))
  }

  /// The answer; nil while it is on its way.
  package var answer: RemoteAnswer? { state.withLock(\.answer) }

  /// What has happened on the way so far, in words.
  package var note: String? {
    get { state.withLock(\.note) }
    set { state.withLock { $0.note = newValue } }
  }

  /// Waits for the answer.
  package func wait() async -> RemoteAnswer {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state in
        if state.answer == nil { state.waiting.append(continuation) }
        return state.answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Brings the answer to all who wait; false where there is one already, which stays.
  @discardableResult
  package func finish(_ answer: RemoteAnswer) -> Bool {
    let waiting = state.withLock { state -> [CheckedContinuation<RemoteAnswer, Never>]? in
      guard state.answer == nil else { return nil }
      state.answer = answer
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting ?? [] { continuation.resume(returning: answer) }
    return waiting != nil
  }
}

/// What came back: content, or a fault beside the last good content.
package struct RemoteAnswer: Sendable {
  package var result: Result<RemoteContent, SourceFault>
  /// Nil where the answer is good, or nothing good was ever known.
  package var last: RemoteContent?
  /// Another number for another answer.
  package var version: Int

  package init(
    _ result: Result<RemoteContent, SourceFault>, last: RemoteContent? = nil, version: Int
  ) {
    self.result = result
    self.last = last
    self.version = version
  }
}

/// Items as a provider gave them.
package struct RemoteContent: Sendable {
  package var items: [ItemValue]
  /// When they came over the network, on the wall clock.
  package var fetched: Instant
  /// The milliseconds since then, when the question was answered.
  package var age: Int64
  /// How long the server says that they stay as they are, in milliseconds from `fetched`.
  package var maxAge: Int64?
  /// Whether they come from the cache because the network was not asked.
  package var isOffline: Bool

  package init(
    items: [ItemValue], fetched: Instant, age: Int64, maxAge: Int64? = nil,
    isOffline: Bool = false
  ) {
    self.items = items
    self.fetched = fetched
    self.age = age
    self.maxAge = maxAge
    self.isOffline = isOffline
  }
}
