package import MetschedConfiguration
package import MetschedTime
package import MetschedWidgets
import Synchronization

/// Answers questions to providers over the network, each once for all who ask the same.
///
/// An answer serves others for as long as it is fresh, a failure for a few seconds or as long as
/// the server asks to be left alone. No question takes longer than the provider's time limit.
package final class RemoteFetcher: RemoteItems {
  /// How a run uses the network.
  package enum Mode: Sendable {
    /// Not at all: the cache answers, whatever its age.
    case offline
    /// The run waits for answers, as one on a virtual clock does.
    case awaited
    /// Answers come later, and the run is told.
    case later
  }

  private let mode: Mode
  private let timeLimit: Duration
  private let cache: ResponseCache
  private let client = HTTPClient(connections: 8)
  private let met = MetProvider()
  private let json: JSONProvider
  private let now: @Sendable () -> Instant
  private let answerCame: @Sendable () -> Void
  private let executor: (any TaskExecutor)?
  private let state = Mutex(State())

  /// How long a failure answers others who ask the same, in milliseconds.
  private static let failureFresh: Int64 = 5_000
  private static let mostQueries = 10_000

  private struct State {
    var questions: [RemoteQuery: Question] = [:]
    var version = 0
  }

  private struct Question {
    var asking: RemoteAsking
    /// Until when the answer serves others; nil while it is on its way.
    var serves: Instant?
  }

  /// Creates a fetcher; nothing of the network is touched before the first question.
  ///
  /// - Parameters:
  ///   - mode: how the run uses the network.
  ///   - timeLimit: how long a question may take.
  ///   - cache: where good answers are kept.
  ///   - folder: the configuration file's folder, to which files of secrets are relative.
  ///   - environment: looks variables up.
  ///   - now: reads the wall clock.
  ///   - answerCame: told of each answer, on any thread.
  ///   - executor: what works on questions; nil for Swift's own threads.
  package init(
    mode: Mode, timeLimit: Duration, cache: ResponseCache, folder: String,
    environment: @escaping @Sendable (String) -> String?,
    now: @escaping @Sendable () -> Instant, answerCame: @escaping @Sendable () -> Void = {},
    executor: (any TaskExecutor)? = nil
  ) {
    self.mode = mode
    self.timeLimit = timeLimit
    self.cache = cache
    json = JSONProvider(secrets: SecretStore(folder: folder, environment: environment))
    self.now = now
    self.answerCame = answerCame
    self.executor = executor
  }

  package var isAwaited: Bool { mode != .later }

  package func ask(_ query: RemoteQuery) -> RemoteAsking {
    let time = now()
    let (asking, isNew) = state.withLock { state in
      if let known = state.questions[query], known.serves.map({ time < $0 }) ?? true {
        return (known.asking, false)
      }
      let asking = RemoteAsking()
      if state.questions.count >= Self.mostQueries {
        state.questions = state.questions.filter { $0.value.serves.map { time < $0 } ?? true }
      }
      state.questions[query] = Question(asking: asking)
      return (asking, true)
    }
    if isNew { begin(query, asking) }
    return asking
  }

  private func begin(_ query: RemoteQuery, _ asking: RemoteAsking) {
    let work = Task(executorPreference: executor) { [self] in
      let (answer, serves) = await answer(to: query, asking)
      finish(query, asking, answer, serves: serves)
    }
    guard mode != .offline else { return }
    let limit = Task(executorPreference: executor) { [self] in await end(work, query, asking) }
    Task(executorPreference: executor) {
      await work.value
      limit.cancel()
    }
  }

  /// Ends a question when its time is over, whatever its work waits for.
  private func end(
    _ work: Task<Void, Never>, _ query: RemoteQuery, _ asking: RemoteAsking
  ) async {
    // Without libcurl nobody sleeps, but then the work waits for nothing.
    guard asking.answer == nil, (try? await client.sleep(for: timeLimit)) != nil,
      asking.answer == nil
    else { return }
    let note = asking.note.map { ": \($0)" } ?? ""
    let answer = await failure("no answer within \(timeLimit.step)\(note)", query)
    finish(query, asking, answer, serves: Self.failureFresh)
    work.cancel()
  }

  private func finish(
    _ query: RemoteQuery, _ asking: RemoteAsking, _ answer: RemoteAnswer, serves: Int64
  ) {
    // Whoever is told of the answer may ask again at once.
    let end = now() + serves
    state.withLock { state in
      guard let question = state.questions[query], question.asking === asking,
        question.serves == nil
      else { return }
      state.questions[query]?.serves = end
    }
    if asking.finish(answer) { answerCame() }
  }

  // MARK: Answers

  /// Answers a question, and says how many milliseconds the answer serves others.
  private func answer(
    to query: RemoteQuery, _ asking: RemoteAsking
  ) async -> (RemoteAnswer, serves: Int64) {
    let isOffline = mode == .offline
    do {
      guard let content = try await content(of: query, isOffline: isOffline, asking) else {
        let words = "\(query.name) is not in the cache, and a virtual run asks no network without "
        return (await failure("\(words)`--online`", query), .max / 2)
      }
      let serves = isOffline ? .max / 2 : fresh(of: query, content) - content.age
      return (RemoteAnswer(.success(content), version: version()), max(serves, 0))
    } catch let fault as Fetching.Fault {
      return (await failure(fault.message, query), max(fault.wait ?? 0, Self.failureFresh))
    } catch let fault as SourceFault {
      return (await failure(fault.message, query), Self.failureFresh)
    } catch {
      return (await failure("\(query.name): the question was given up", query), 0)
    }
  }

  private func content(
    of query: RemoteQuery, isOffline: Bool, _ asking: RemoteAsking?
  ) async throws -> RemoteContent? {
    let fetching = Fetching(
      client: client, cache: cache, isOffline: isOffline, allowance: TimeAllowance(timeLimit),
      now: now, note: { asking?.note = $0 })
    let found =
      switch query {
      case .met(let query): try await met.content(of: query, fetching)
      case .json(let query): try await json.content(of: query, fetching)
      }
    let time = now()
    return found.map { found in
      let fetched = found.fetched.map { Instant(milliseconds: $0) } ?? time
      return RemoteContent(
        items: found.items, fetched: fetched, age: max(time - fetched, 0), maxAge: found.maxAge,
        isOffline: isOffline)
    }
  }

  /// A failure, beside what the cache still has.
  private func failure(_ message: String, _ query: RemoteQuery) async -> RemoteAnswer {
    let last = try? await content(of: query, isOffline: true, nil)
    return RemoteAnswer(.failure(.network(message)), last: last ?? nil, version: version())
  }

  private func version() -> Int {
    state.withLock { state in
      state.version += 1
      return state.version
    }
  }

  private func fresh(of query: RemoteQuery, _ content: RemoteContent) -> Int64 {
    switch query {
    case .met(let query): content.maxAge ?? query.fresh
    case .json(let query): content.maxAge ?? query.fresh
    }
  }
}

extension RemoteQuery {
  /// The query as messages name it.
  package var name: String {
    switch self {
    case .met(let query):
      query.parameters.last.map { "the search for `\($0.value)`" } ?? "what `objects` names"
    case .json(let query): "`\(query.url.redacted)`"
    }
  }
}
