package import MetschedConfiguration
package import MetschedTime
package import MetschedWidgets
import Synchronization

/// Takes down what a live run takes in.
package final class RunJournal: Sendable {
  private let clock: any Clock
  private let take: @Sendable (JournaledInput) -> Void
  private let count = Mutex(0)
  /// The zones whose rules are known.
  private let zones = Mutex<Set<String>>([])

  /// Creates the journal of a run, or of what follows after a restart.
  ///
  /// - Parameters:
  ///   - clock: what the run sleeps on.
  ///   - take: takes each input, in their order, on the run's own task.
  package init(clock: any Clock, take: @escaping @Sendable (JournaledInput) -> Void) {
    self.clock = clock
    self.take = take
  }

  /// How many instants have been played, the one under way included.
  package var plays: Int { count.withLock { $0 } }

  func willPlay() {
    count.withLock { $0 += 1 }
  }

  /// Takes down the rules of zones, those that nobody knows yet.
  ///
  /// - Parameters:
  ///   - zones: what the run uses from now on.
  ///   - known: those of which an earlier start has taken down the same rules.
  package func note(_ zones: [ZoneTable], known: Set<String> = []) {
    let new = self.zones.withLock { noted in
      noted.formUnion(known)
      return zones.filter { noted.insert($0.identifier).inserted }
    }
    if !new.isEmpty { note(.zones(new)) }
  }

  func note(_ input: RunInput, at time: Instant? = nil) {
    if case .arrived(let arrived) = input {
      for command in arrived.commands { note(command.configuration.zones) }
    }
    take(JournaledInput(plays: plays, at: time ?? clock.now, input: input))
  }
}

/// Reads containers for a run whose inputs are taken down.
///
/// Within an instant a file has one content, whoever looks.
package final class JournaledContainers: ContainerReading {
  private let base: any ContainerReading
  private let journal: RunJournal
  private let state = Mutex<[ContainerPath: Reading]>([:])

  private struct Reading {
    var plays: Int
    var content: Result<[UInt8], SourceFault>
  }

  package init(_ base: any ContainerReading, journal: RunJournal) {
    self.base = base
    self.journal = journal
  }

  package func bytes(of name: String, in container: String) throws(SourceFault) -> [UInt8] {
    let path = ContainerPath(container: container, name: name)
    let known = state.withLock { $0[path] }
    if let known, known.plays == journal.plays { return try known.content.get() }
    let content = Result { () throws(SourceFault) in try base.bytes(of: name, in: container) }
    state.withLock { $0[path] = Reading(plays: journal.plays, content: content) }
    if known?.content != content { journal.note(.file(path, content)) }
    return try content.get()
  }

  package func hash(of name: String, in container: String) -> ContentHash? {
    base.hash(of: name, in: container)
  }
}

/// Asks the network for a run whose inputs are taken down.
///
/// An answer that comes between two instants is there from the next one on, so that it makes no
/// difference when exactly it came.
package final class JournaledRemote: RemoteItems {
  private let base: any RemoteItems
  private let journal: RunJournal
  private let state = Mutex(State())

  private struct State {
    var questions: [RemoteQuery: Question] = [:]
    var count = 0
    var calls = 0
  }

  private struct Question {
    var number: Int
    var asking: RemoteAsking
    /// What the run sees of it.
    var shown: RemoteAsking
  }

  package init(_ base: any RemoteItems, journal: RunJournal) {
    self.base = base
    self.journal = journal
  }

  package var isAwaited: Bool { base.isAwaited }

  package func ask(_ query: RemoteQuery) -> RemoteAsking {
    let asking = base.ask(query)
    let (question, call) = state.withLock { state -> (Question, Int?) in
      state.calls += 1
      if let known = state.questions[query], known.asking === asking { return (known, nil) }
      let shown = RemoteAsking(answer: asking.answer)
      let question = Question(number: state.count, asking: asking, shown: shown)
      // One that is still on its way is replaced only where its server never answers: the run
      // waits for it in vain, as long as its time limit.
      state.questions[query] = question
      state.count += 1
      return (question, state.calls - 1)
    }
    if let call {
      journal.note(
        .asked(RemoteQuestion(number: question.number, call: call), question.shown.answer))
    }
    return question.shown
  }

  package func instantBegins() {
    let pending = state.withLock { state in
      state.questions.values.filter { $0.shown.answer == nil }.sorted { $0.number < $1.number }
    }
    for question in pending {
      if let note = question.asking.note, note != question.shown.note {
        question.shown.note = note
        journal.note(.noted(question: question.number, note))
      }
      if let answer = question.asking.answer, question.shown.finish(answer) {
        journal.note(.answered(question: question.number, answer))
      }
    }
  }
}
