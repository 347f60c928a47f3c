import MetschedEngine
import MetschedRuntime
import MetschedTime
import Testing

/// The seam to providers that take their time: answers come in any order, records in one.
@Suite struct AsynchronousProviderTests {
  /// A provider like one written in Swift: each answer is a task of its own, and the last asked
  /// answers first.
  struct ReversingProvider: RequestAnswering {
    private let turns = Turns()
    var released: [TimelineID] = []
    /// The placements that never answer.
    var silent: Set<PlacementNumber> = []

    actor Turns {
      private var arrived: [Int] = []
      private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

      /// Waits until all higher numbers have answered.
      func take(_ number: Int, of count: Int) async {
        if number < count - 1, !arrived.contains(number + 1) {
          await withCheckedContinuation { waiting[number] = $0 }
        }
        arrived.append(number)
        waiting.removeValue(forKey: number - 1)?.resume()
      }

      func reset() { arrived = [] }
    }

    mutating func answers(to requests: [Request]) async -> Answers {
      await turns.reset()
      let silent = silent
      return await withTaskGroup(of: (Int, Answer?).self) { [turns] group in
        for (number, request) in requests.enumerated() {
          group.addTask {
            await turns.take(number, of: requests.count)
            return (number, Self.answer(to: request, silent: silent))
          }
        }
        var answers = [Answer?](repeating: nil, count: requests.count)
        for await (number, answer) in group { answers[number] = answer }
        return Answers(answers)
      }
    }

    static func answer(to request: Request, silent: Set<PlacementNumber>) -> Answer? {
      if request.hasExpired { return .failure(Failure(error: 0)) }
      if silent.contains(request.placement) { return nil }
      return .timeline(
        AnsweredTimeline(
          id: TimelineID(Int(request.placement.index)),
          dates: .regular(base: request.granted, step: 60_000, count: 2),
          end: request.granted + 120_000, policy: .atEnd))
    }

    mutating func release(_ timeline: TimelineID) { released.append(timeline) }
  }

  /// The same answers, at once.
  struct PlainProvider: RequestAnswering {
    mutating func answers(to requests: [Request]) async -> Answers {
      Answers(requests.map { ReversingProvider.answer(to: $0, silent: []) })
    }
    mutating func release(_ timeline: TimelineID) {}
  }

  /// The same answers, every other instant's at once and the others after a change of tasks.
  struct AlternatingProvider: RequestAnswering {
    private(set) var counts = (atOnce: 0, awaited: 0)
    private var waits = false

    mutating func answersAtOnce(to requests: [Request], into answers: inout Answers) -> Bool {
      waits.toggle()
      guard !waits else { return false }
      counts.atOnce += 1
      for request in requests {
        answers.append(ReversingProvider.answer(to: request, silent: []))
      }
      return true
    }
    mutating func answers(to requests: [Request]) async -> Answers {
      counts.awaited += 1
      await Task.yield()
      return Answers(requests.map { ReversingProvider.answer(to: $0, silent: []) })
    }
    mutating func release(_ timeline: TimelineID) {}
  }

  /// A provider that asks for reloads of some placements in each of its answers.
  struct ReloadingProvider: RequestAnswering {
    /// Whom the provider of a placement reloads.
    var targets: [PlacementNumber: PlacementNumber]
    private var asked: [PlacementNumber] = []

    init(_ targets: [Int: Int]) {
      self.targets = Dictionary(
        uniqueKeysWithValues: targets.map { (PlacementNumber($0), PlacementNumber($1)) })
    }

    mutating func answers(to requests: [Request]) async -> Answers {
      var answers = Answers()
      for request in requests {
        if let target = targets[request.placement] { asked.append(target) }
        answers.append(
          AnsweredTimeline(
            id: TimelineID(Int(request.placement.index)),
            dates: .regular(base: request.granted, step: 60_000, count: 1),
            end: request.granted + 60_000, policy: .never))
      }
      return answers
    }

    mutating func reloads() -> [PlacementNumber] {
      defer { asked = [] }
      return asked
    }

    mutating func release(_ timeline: TimelineID) {}
  }

  private static let start = Instant(milliseconds: 0)

  private func records(
    of provider: some RequestAnswering, until end: Int64
  ) async throws -> [String] {
    try await run(provider, until: end).lines
  }

  private func run<Provider: RequestAnswering>(
    _ provider: Provider, until end: Int64
  ) async throws -> (lines: [String], provider: Provider) {
    let machine = Machine(
      hosts: [.ideal],
      rules: [FailureHandling(show: .last, retry: Step(milliseconds: 900_000))], zones: [.utc],
      seed: 0, placements: 3)
    var driver = VirtualDriver(
      conductor: Conductor(machine: machine, provider: provider),
      clock: VirtualClock(at: Self.start))
    let added = (0..<3).map { user in
      TimedEvent(
        at: Self.start,
        .added(NewPlacement(user: Int32(user), host: 0, rule: 0, zone: 0, nameHash: 0)))
    }
    var lines: [String] = []
    try await driver.run(
      added, until: Instant(milliseconds: end),
      emit: { record, _ in lines.append("\(record.at.milliseconds) \(record.scope) \(record.what)")
      })
    return (lines, driver.conductor.provider)
  }

  /// The reloads of a run, as minute, placement and causes.
  private func reloads(
    _ targets: [Int: Int], foreground: Bool = false
  ) async throws -> (lines: [String], warnings: Int) {
    let machine = Machine(
      hosts: [.ideal],
      rules: [FailureHandling(show: .last, retry: Step(milliseconds: 900_000))], zones: [.utc],
      seed: 0, placements: 2)
    var driver = VirtualDriver(
      conductor: Conductor(machine: machine, provider: ReloadingProvider(targets)),
      clock: VirtualClock(at: Self.start))
    var events = foreground ? [TimedEvent(at: Self.start, .foreground(.everybody, true))] : []
    events += (0..<2).map { user in
      TimedEvent(
        at: Self.start,
        .added(NewPlacement(user: Int32(user), host: 0, rule: 0, zone: 0, nameHash: 0)))
    }
    var lines: [String] = []
    try await driver.run(
      events, until: Instant(milliseconds: 45 * 60_000),
      emit: { record, _ in
        guard case .reload = record.what,
          case .placement(let number) = record.scope
        else { return }
        let causes = record.causes.causes.map { "\($0)" }.joined(separator: "+")
        lines.append("\(record.at.milliseconds / 60_000) \(number.index) \(causes)")
      })
    let warnings = driver.conductor.warnings.filter { $0.kind == .reloadLoop }
    return (lines, warnings.count)
  }

  @Test(arguments: [false, true])
  func `a provider that asks for its own reload waits for the retry`(
    foreground: Bool
  ) async throws {
    let run = try await reloads([0: 0], foreground: foreground)
    #expect(run.lines == ["0 0 added", "0 1 added", "15 0 reload", "30 0 reload"])
    #expect(run.warnings == 3)
  }

  @Test func `two providers that reload each other do not hold the clock`() async throws {
    let run = try await reloads([0: 1, 1: 0])
    #expect(
      run.lines == [
        "0 0 added", "0 1 added", "15 0 reload", "15 1 reload", "30 0 reload", "30 1 reload",
      ])
  }

  @Test func `a provider may reload another placement at once`() async throws {
    let machineRun = try await reloads([0: 1])
    // The other one is being asked itself at first; later it is not.
    #expect(machineRun.lines == ["0 0 added", "0 1 added", "15 1 reload"])
    #expect(machineRun.warnings == 1)
  }

  @Test func `answers that come in another order give the same records`() async throws {
    let plain = try await records(of: PlainProvider(), until: 600_000)
    #expect(try await records(of: ReversingProvider(), until: 600_000) == plain)
    #expect(plain.count == 3 * (5 + 10))
  }

  @Test func `answers at once and answers that are awaited give the same records`() async throws {
    let plain = try await records(of: PlainProvider(), until: 600_000)
    let run = try await run(AlternatingProvider(), until: 600_000)
    #expect(run.lines == plain)
    #expect(run.provider.counts.atOnce > 1 && run.provider.counts.awaited > 1)
  }

  @Test func `a provider that never answers is failed at the time limit`() async throws {
    var provider = ReversingProvider()
    provider.silent = [PlacementNumber(1)]
    let lines = try await records(of: provider, until: 60_000)
    let placeholders = lines.filter { $0.contains("placeholder") }
    #expect(placeholders.count == 1)
    #expect(placeholders.first?.hasPrefix("0 ") == true)
    let failures = lines.filter { $0.contains("fail(") }
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("30000 ") == true)
  }
}
