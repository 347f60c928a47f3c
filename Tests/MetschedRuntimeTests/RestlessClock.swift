import Foundation
import MetschedConfiguration
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import TestSupport
import Synchronization

/// A clock that things happen to, drawn from a seed: it is late, it is set, the machine sleeps, the
/// app writes its file, and servers answer.
final class RestlessClock: Clock {
  private struct State {
    var now: Instant
    var random: SplitMix64
  }

  private let state: Mutex<State>
  private let inputs: LiveInputs
  private let server: SlowServer
  private let container: String

  init(
    at start: Instant, seed: UInt64, inputs: LiveInputs, server: SlowServer, container: String
  ) {
    state = Mutex(State(now: start, random: SplitMix64(seed: seed)))
    self.inputs = inputs
    self.server = server
    self.container = container
  }

  var now: Instant { state.withLock(\.now) }

  func sleep(until deadline: Instant?) async throws -> Wake {
    try Task.checkCancellation()
    let (roll, length) = state.withLock { state in
      (Int(state.random.next() % 100), Int64(state.random.next() % 600_000))
    }
    let current = now
    let target = deadline ?? current + length
    switch roll {
    case ..<5:
      let by = length - 200_000
      advance(to: current + by)
      return .set(by: by)
    case ..<9:
      advance(to: current + length)
      return .suspended(for: length)
    case ..<30:
      if roll < 20 {
        write(length)
      } else {
        server.answer(length, at: current)
        inputs.answersCame()
      }
      // What is late already goes on at once; else somebody else wakes the run.
      if target > current {
        advance(to: min(target - 1, current + length))
        try await Task.sleep(for: .seconds(3_600))
      }
    default: break
    }
    advance(to: max(target, now) + (roll % 3 == 0 ? length / 1_000 : 0))
    return .reached
  }

  private func advance(to time: Instant) {
    state.withLock { $0.now = time }
  }

  private func write(_ number: Int64) {
    let text = number % 5 == 0 ? "[{\"title\": " : "[{\"title\": \"written \(number)\"}]"
    try? Data(text.utf8).write(to: URL(fileURLWithPath: container + "/items.json"))
    inputs.written([ContainerChange(folder: container, file: "items.json", hasChanged: true)])
  }
}

/// A server that answers when the clock says so.
final class SlowServer: RemoteItems {
  private let state = Mutex<(pending: [RemoteAsking], version: Int)>(([], 0))

  var isAwaited: Bool { false }

  func ask(_ query: RemoteQuery) -> RemoteAsking {
    state.withLock { state in
      // Every other question is shared with the one under way.
      if let last = state.pending.last, state.pending.count % 2 == 1 { return last }
      let asking = RemoteAsking()
      state.pending.append(asking)
      return asking
    }
  }

  func answer(_ number: Int64, at time: Instant) {
    let (pending, version) = state.withLock { state in
      defer { state.pending = [] }
      state.version += 1
      return (state.pending, state.version)
    }
    let items: [ItemValue] = [
      .object([ItemField(name: "title", value: .string("answer \(number)"))])
    ]
    let content = RemoteContent(items: items, fetched: time, age: 0, maxAge: 90_000)
    for asking in pending {
      asking.note = "asked \(number) times"
      asking.finish(
        RemoteAnswer(
          number % 4 == 0 ? .failure(.network("refused \(number)")) : .success(content),
          last: number % 8 == 0 ? content : nil, version: version))
    }
  }
}
