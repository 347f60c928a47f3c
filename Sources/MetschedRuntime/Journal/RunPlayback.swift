package import MetschedConfiguration
package import MetschedTime
package import MetschedWidgets
import Synchronization

/// What a live run lived in, from what was taken down: its clock, its inputs, the files that it
/// read and the answers that it got.
package final class RunPlayback: Surroundings {
  private let state: Mutex<State>

  private struct State {
    var now: Instant
    /// The last instant that was played; what would follow was never recorded.
    ///
    /// It counts once all has come, since what comes may set the clock back.
    let through: Instant
    var plays = 0
    var isStopped = false
    /// What came, the next at `next`.
    let comings: [JournaledInput]
    var next = 0
    /// Whether the run was woken for what comes next and did not take it; it has gone another way.
    var wasOffered = false
    let files: [ContainerPath: [FileReading]]
    /// The new questions, by call.
    let asked: [Int: (number: Int, answer: RemoteAnswer?)]
    /// What happened to questions, by the instant from which on it is seen.
    let answers: [Int: [JournaledInput]]
    var calls = 0
    var latest: [RemoteQuery: RemoteAsking] = [:]
    var questions: [Int: RemoteAsking] = [:]

    /// What comes before the next instant is played; nil for nothing.
    var coming: JournaledInput? {
      next < comings.count && comings[next].plays <= plays ? comings[next] : nil
    }

    /// What a file holds at the instant under way; nil where nobody read it.
    func file(_ path: ContainerPath) -> FileReading? {
      files[path]?.last { $0.plays <= plays }
    }
  }

  /// A file's content from an instant on.
  private struct FileReading {
    var plays: Int
    var content: Result<[UInt8], SourceFault>
    var hash: ContentHash?
  }

  /// Creates what plays a run again, or what followed after a restart.
  ///
  /// - Parameters:
  ///   - inputs: what was taken down, in its order.
  ///   - start: the time on the clock when it began.
  ///   - through: the last instant that was played, on the same clock.
  package init(_ inputs: [JournaledInput], from start: Instant, through: Instant) {
    var comings: [JournaledInput] = []
    var files: [ContainerPath: [FileReading]] = [:]
    var asked: [Int: (number: Int, answer: RemoteAnswer?)] = [:]
    var answers: [Int: [JournaledInput]] = [:]
    for input in inputs {
      switch input.input {
      case .arrived, .clockSet, .suspended: comings.append(input)
      case .file(let path, let content):
        let hash = try? ContentHash(of: content.get())
        files[path, default: []].append(
          FileReading(plays: input.plays, content: content, hash: hash))
      case .zones: break
      case .asked(let question, let answer): asked[question.call] = (question.number, answer)
      case .answered, .noted: answers[input.plays, default: []].append(input)
      }
    }
    state = Mutex(
      State(
        now: start, through: through, comings: comings, files: files, asked: asked,
        answers: answers))
  }

  // MARK: Surroundings

  package var now: Instant { state.withLock(\.now) }
  package var isStopped: Bool { state.withLock(\.isStopped) }

  package func willPlay() {
    state.withLock { $0.plays += 1 }
  }

  package func take() -> Arrival? {
    state.withLock { state in
      guard let coming = state.coming, case .arrived(let inputs) = coming.input else { return nil }
      state.next += 1
      state.wasOffered = false
      state.now = coming.at
      return Arrival(at: coming.at, inputs: inputs)
    }
  }

  package func sleep(until deadline: Instant?) async throws -> Awakening? {
    state.withLock { state in
      if let coming = state.coming {
        if let wake = coming.wake {
          state.next += 1
          state.now = coming.at
          return Awakening(wake: wake, at: coming.at)
        }
        // What others told is taken before the next sleep.
        if !state.wasOffered {
          state.wasOffered = true
          return nil
        }
      }
      guard let deadline, deadline <= state.through || state.next < state.comings.count else {
        state.isStopped = true
        return nil
      }
      state.now = max(state.now, deadline)
      return Awakening(wake: .reached, at: state.now)
    }
  }

  package func lateness(of deadline: Instant) -> Duration { .zero }
}

extension JournaledInput {
  /// How it wakes the run; nil for what others told it.
  fileprivate var wake: Wake? {
    switch input {
    case .clockSet(let by): .set(by: by)
    case .suspended(let length): .suspended(for: length)
    default: nil
    }
  }
}

// MARK: Files

extension RunPlayback: ContainerReading {
  package func bytes(of name: String, in container: String) throws(SourceFault) -> [UInt8] {
    let path = ContainerPath(container: container, name: name)
    guard let reading = state.withLock({ $0.file(path) }) else {
      throw .network("`\(name)` was not read by the run")
    }
    return try reading.content.get()
  }

  package func hash(of name: String, in container: String) -> ContentHash? {
    state.withLock { $0.file(ContainerPath(container: container, name: name))?.hash }
  }
}

// MARK: Network

extension RunPlayback: RemoteItems {
  package var isAwaited: Bool { false }

  package func ask(_ query: RemoteQuery) -> RemoteAsking {
    state.withLock { state in
      defer { state.calls += 1 }
      if let new = state.asked[state.calls] {
        let asking = RemoteAsking(answer: new.answer)
        state.latest[query] = asking
        state.questions[new.number] = asking
        return asking
      }
      let asking = state.latest[query] ?? RemoteAsking()
      state.latest[query] = asking
      return asking
    }
  }

  package func instantBegins() {
    let (inputs, questions) = state.withLock { ($0.answers[$0.plays] ?? [], $0.questions) }
    for input in inputs {
      switch input.input {
      case .answered(let number, let answer): questions[number]?.finish(answer)
      case .noted(let number, let note): questions[number]?.note = note
      default: break
      }
    }
  }
}
