import Glibc
import CMalloc
import MetschedAnalysis
import MetschedConfiguration
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import Synchronization

/// What a live run hears and says beside its records: its files, signals, the control socket and
/// systemd.
///
/// The run's task calls `settled` and `asked`; everything else happens on other threads, and reaches
/// the run through its inputs.
final class LiveService: Sendable {
  let files: LiveFiles
  private let inputs: LiveInputs
  private let terminal: Terminal
  private let containers: LiveContainers
  private let notifier: ServiceNotifier?
  private let parts = Mutex(Parts())
  private let questions = Mutex(Questions())

  /// What lasts as long as the service.
  private struct Parts {
    var watch: FileWatch?
    var signals: ServiceSignals?
    var server: ControlServer?
    var heartbeat: Heartbeat?
    var isReady = false
    var revision = 0
  }

  /// Who wants to know how the run stands.
  private struct Questions {
    var waiting: [@Sendable (RunStatus) -> Void] = []
    var wantsHeartbeat = false
    /// Who wants to know the time on the schedule's clock, and which placements are there.
    var clocks: [@Sendable (Instant, RosterDifference) -> Void] = []
  }

  init(_ prepared: PreparedRun, _ inputs: LiveInputs, environment: [String: String]) throws {
    self.inputs = inputs
    terminal = prepared.terminal
    let containers = LiveContainers(inputs)
    self.containers = containers
    let terminal = prepared.terminal
    try containers.follow(prepared.configuration)
    files = LiveFiles(prepared, inputs: inputs) { configuration in
      do throws(FileAccess.Failure) {
        try containers.follow(configuration)
      } catch {
        terminal.problem(error.message)
      }
    }
    notifier = ServiceNotifier(environment)
  }

  /// Begins to hear: the files first, so that nothing that is written from now on is missed.
  func begin(_ configuration: Configuration, environment: [String: String]) {
    let watch = FileWatch { [weak self] in self?.reread() }
    let signals = ServiceSignals(
      reread: { [weak self] in self?.reread(forSignal: true) },
      status: { [weak self] in self?.printStatus() })
    let server = listen(configuration, environment)
    let heartbeat = notifier?.heartbeat.map { microseconds in
      Heartbeat(every: microseconds) { [weak self] in
        self?.questions.withLock { $0.wantsHeartbeat = true }
        self?.inputs.ask()
      }
    }
    parts.withLock { parts in
      parts.watch = watch
      parts.signals = signals
      parts.server = server
      parts.heartbeat = heartbeat
    }
    // Somebody may have written them since they were loaded.
    if watchFiles(), files.differFromDisk { reread() }
  }

  private func listen(
    _ configuration: Configuration, _ environment: [String: String]
  ) -> ControlServer? {
    guard let folder = ControlAddress.folders(environment).first else { return nil }
    do {
      try StatePath.create(folder)
      return try ControlServer(at: ControlAddress.path(for: configuration.path, in: folder)) {
        [weak self] line, answer in
        self?.handle(line) { answer($0.line) }
      }
    } catch let failure as FileAccess.Failure {
      terminal.problem(failure.message, hint: "the run goes on without a control socket")
    } catch let failure as ControlServer.Failure {
      terminal.problem(
        "no control socket: \(failure.message)", hint: "the run goes on without one")
    } catch {
      terminal.problem("no control socket: \(error)")
    }
    return nil
  }

  /// Somebody wants the run to end.
  func isStopping() { notifier?.isStopping() }

  /// Takes the socket away.
  func end() {
    parts.withLock { parts in
      parts.server?.close()
      parts.server = nil
      parts.watch = nil
      parts.signals = nil
      parts.heartbeat = nil
    }
  }

  // MARK: Files

  private func reread(forSignal isSignal: Bool = false) {
    _ = reread(told: isSignal)
  }

  /// Reads the files again.
  ///
  /// - Parameter told: whether somebody asked, and is told that nothing has changed.
  /// - Returns: what came of it.
  private func reread(told: Bool) -> LiveFiles.Outcome {
    notifier?.isReloading()
    var outcome = files.reread()
    // What is included now may lie where nobody looked, and may have been written meanwhile.
    while watchFiles() {
      let next = files.reread()
      if case .unchanged = next { break }
      outcome = next
    }
    switch outcome {
    case .unchanged(let isRight):
      if told {
        terminal.error(
          isRight
            ? "metsched: nothing has changed in the files\n"
            : "metsched: nothing has changed in the files, which are wrong\n")
      }
      notifier?.isReady(summary)
    case .restored: notifier?.isReady(summary)
    case .wrong:
      notifier?.isReady("the files are wrong; the run goes on with what they said before")
    case .changed: break  // It is ready when the run has come to it.
    }
    return outcome
  }

  /// Watches the files that were looked at last; true where some are watched only now.
  @discardableResult private func watchFiles() -> Bool {
    guard let watch = parts.withLock({ $0.watch }) else { return false }
    do {
      return try watch.watch(files.watched)
    } catch {
      terminal.problem(
        "changes of the files are not noticed: \(error)",
        hint: "`kill -HUP \(getpid())` lets the run read them again")
      return false
    }
  }

  private var summary: String {
    let count = files.configuration.placements.count
    return "\(files.configuration.path): \(count) placement\(count == 1 ? "" : "s")"
  }

  // MARK: The run's own task

  /// Is told that an instant is over.
  func settled(_ conductor: inout Conductor<WidgetProvider>) {
    let revision = conductor.provider.revision
    let isNews = parts.withLock { parts in
      guard !parts.isReady || parts.revision != revision else { return false }
      parts.isReady = true
      parts.revision = revision
      return true
    }
    guard isNews else { return }
    notifier?.isReady(summary)
    // Reading the files takes many times what is kept of them, on another thread each time; the
    // allocator would hold on to all of that.
    malloc_trim(0)
  }

  /// Is told that somebody wants to know how the run stands.
  func asked(
    _ conductor: inout Conductor<WidgetProvider>, _ events: EventPlayer, at time: Instant
  ) {
    let questions = questions.withLock { questions in
      defer { questions = Questions() }
      return questions
    }
    if questions.wantsHeartbeat { notifier?.isAlive() }
    if !questions.clocks.isEmpty {
      let roster = events.roster(in: conductor.provider.configuration)
      for clock in questions.clocks { clock(time, roster) }
    }
    guard !questions.waiting.isEmpty else { return }
    let status = RunStatus(&conductor, at: time)
    for answer in questions.waiting { answer(status) }
  }

  private func printStatus() {
    status { [terminal] in terminal.error($0.text) }
  }

  private func status(_ answer: @escaping @Sendable (RunStatus) -> Void) {
    questions.withLock { $0.waiting.append(answer) }
    inputs.ask()
  }

  // MARK: Requests

  private func handle(
    _ line: String, _ answer: @escaping @Sendable (ControlResponse) -> Void
  ) {
    do throws(ControlRequest.Failure) {
      switch try ControlRequest(line: line) {
      case .status(let json): status { answer(json ? .status($0.json) : .done($0.text)) }
      case .reread: answer(Self.response(to: reread(told: false)))
      case .event(let text): happen("the event", { _ in .success(text) }, answer)
      case .edit(let placement, let values):
        happen("the edit", { EditText.event(editing: placement, values, in: $0) }, answer)
      }
    } catch {
      answer(.failed(error.message))
    }
  }

  private static func response(to outcome: LiveFiles.Outcome) -> ControlResponse {
    switch outcome {
    case .unchanged(isRight: true): .done("nothing has changed in the files\n")
    case .unchanged(isRight: false):
      .wrong("metsched: nothing has changed in the files, which are wrong\n", .badConfiguration)
    case .restored: .done("the files are right again, as they were before\n")
    case .changed(let text): .done(text.isEmpty ? "no placement changes\n" : text)
    case .wrong(let text): .wrong(text, .badConfiguration)
    }
  }

  /// Returns an event as it is written, given the placements that are there.
  private typealias EventWriter =
    @Sendable (Configuration) -> Result<String, PlacementName.Failure>

  /// Lets an event happen, once the time is known from which it counts.
  private func happen(
    _ name: String, _ text: @escaping EventWriter, attempts: Int = 3,
    _ answer: @escaping @Sendable (ControlResponse) -> Void
  ) {
    questions.withLock { questions in
      questions.clocks.append { [weak self] time, roster in
        self?.happen(name, text, at: time, roster, attempts, answer)
      }
    }
    inputs.ask()
  }

  private func happen(
    _ name: String, _ writer: @escaping EventWriter, at time: Instant,
    _ roster: RosterDifference, _ attempts: Int,
    _ answer: @escaping @Sendable (ControlResponse) -> Void
  ) {
    let configuration = files.configuration
    let text: String
    switch writer(configuration.placing(roster)) {
    case .success(let written): text = written
    case .failure(let problem):
      let hint = problem.hint.map { "  \($0)\n" } ?? ""
      answer(.wrong("metsched: \(problem.message)\n\(hint)", .badConfiguration))
      return
    }
    do throws(LiveFiles.Wrong) {
      let zone = configuration.timezone.value
      let command = try files.event(name, text, readAt: time, roster) { [weak self] outcome in
        switch outcome {
        case .happened(let time, let count):
          answer(
            .done(
              "happened at \(time.rfc3339(in: zone)), to \(count) "
                + "placement\(count == 1 ? "" : "s")\n"))
        case .planned(let time): answer(.done("will happen at \(time.rfc3339(in: zone))\n"))
        case .past: answer(.wrong("metsched: all of its dates have passed\n", .badConfiguration))
        case .outdated:
          // The file has been read again meanwhile.
          guard attempts > 0 else {
            answer(.wrong("metsched: the files change faster than it can be checked\n", .failed))
            return
          }
          self?.happen(name, writer, attempts: attempts - 1, answer)
        }
      }
      inputs.command(.happen(command))
    } catch {
      answer(.wrong(error.text, .badConfiguration))
    }
  }
}
