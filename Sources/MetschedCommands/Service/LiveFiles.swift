import Glibc
import MetschedConfiguration
import MetschedDiagnostics
import MetschedRuntime
import MetschedTime
import Synchronization

/// The files of a live run: read again when somebody writes one of them, or asks for it.
///
/// What is right becomes a revision, which the run follows at the instant at which it notices it.
/// What is wrong is told once, and the run goes on with what it has. May be asked from anywhere.
final class LiveFiles: Sendable {
  private let arguments: ParsedArguments
  private let terminal: Terminal
  private let inputs: LiveInputs
  /// Told of each configuration that counts from now on, before the run is.
  private let follow: @Sendable (Configuration) -> Void
  private let state: Mutex<State>
  private let rereading = Mutex(())

  private struct State {
    /// What counts, as it was read.
    var configuration: Configuration
    var loaded: LoadedConfiguration
    /// The files and folders that were looked at last.
    var inputs: ConfigurationInputs
    var revision = 0
    /// Revisions that the run has not come to yet.
    var coming: [Int: LoadedConfiguration] = [:]
    /// What was found at the last look, right or wrong.
    var seen: Content
    /// The warnings that have been told, without their places.
    var told: Set<String>
  }

  /// What the files hold; the failure where the main file cannot be read.
  private enum Content: Equatable {
    case files([Revision.ReadFile], folders: [String])
    case failure(String)
  }

  /// What came of a look.
  enum Outcome: Sendable {
    /// The files hold what they held at the last look.
    case unchanged(isRight: Bool)
    /// The files are as they were before they were wrong.
    case restored
    /// A revision is on its way; an empty text changes no placement.
    case changed(String)
    /// Something is wrong, as diagnostics.
    case wrong(String)
  }

  init(
    _ prepared: PreparedRun, inputs: LiveInputs,
    follow: @escaping @Sendable (Configuration) -> Void = { _ in }
  ) {
    arguments = prepared.arguments
    terminal = prepared.terminal
    self.inputs = inputs
    self.follow = follow
    state = Mutex(
      State(
        configuration: prepared.configuration, loaded: prepared.loaded,
        inputs: prepared.loaded.inputs,
        seen: Self.content(of: prepared.loaded),
        told: Set(prepared.loaded.diagnostics.all.map(Self.words))))
  }

  private var path: String { arguments.operands[0] }

  /// The files and folders that were looked at last.
  var watched: ConfigurationInputs { state.withLock(\.inputs) }

  /// Returns what the run's places point into from a revision on.
  func loaded(_ revision: Int) -> LoadedConfiguration? {
    state.withLock { state in
      let loaded = state.coming[revision]
      state.coming = state.coming.filter { $0.key > revision }
      return loaded
    }
  }

  // MARK: Reading again

  /// Whether one of the files holds other bytes than were read last; cheaper than to read them again.
  var differFromDisk: Bool {
    guard case .files(let files, _) = state.withLock(\.seen) else { return true }
    return files.contains { (try? FileAccess.read($0.path)) != $0.bytes }
  }

  /// Looks at the files, and lets the run follow them where they say something else.
  func reread() -> Outcome {
    // One after the other, so that what was read last counts; the run itself waits for nobody here.
    rereading.withLock { _ in
      let found = load()
      return state.withLock { state in
        let outcome = reread(found, &state)
        say(outcome)
        return outcome
      }
    }
  }

  /// Lets a run that goes on follow what was read at its start.
  func follow(_ prepared: PreparedRun) {
    state.withLock { state in
      state.seen = Self.content(of: prepared.loaded)
      say(take(prepared.configuration, prepared.loaded, &state))
    }
  }

  /// Reads the files; what is wrong is read again a moment later, as somebody may be writing it.
  private func load() -> Result<LoadedConfiguration, FileAccess.Failure> {
    var found = read()
    for _ in 0..<20 where (try? found.get())?.configuration == nil {
      usleep(50_000)
      let again = read()
      if Self.content(of: again) == Self.content(of: found) { break }
      found = again
    }
    return found
  }

  private func read() -> Result<LoadedConfiguration, FileAccess.Failure> {
    Result { () throws(FileAccess.Failure) in
      try LoadedConfiguration(path, arguments, zones: terminal.zones)
    }
  }

  private static func content(
    of result: Result<LoadedConfiguration, FileAccess.Failure>
  ) -> Content {
    switch result {
    case .success(let loaded): content(of: loaded)
    case .failure(let failure): .failure(failure.message)
    }
  }

  private func reread(
    _ found: Result<LoadedConfiguration, FileAccess.Failure>, _ state: inout State
  ) -> Outcome {
    let loaded: LoadedConfiguration
    do {
      loaded = try found.get()
    } catch {
      if state.seen == .failure(error.message) { return .unchanged(isRight: false) }
      state.seen = .failure(error.message)
      return .wrong("metsched: \(error.message)\n")
    }
    let content = Self.content(of: loaded)
    if content == state.seen { return .unchanged(isRight: loaded.configuration != nil) }
    state.seen = content
    state.inputs = loaded.inputs
    if content == Self.content(of: state.loaded) { return .restored }
    guard let read = loaded.configuration else {
      return .wrong(loaded.text(of: loaded.diagnostics, terminal, arguments))
    }
    var configuration = read
    do {
      configuration = try RunPreparation(arguments: arguments).applied(to: read)
    } catch {
      let hint = error.hint.map { "  \($0)\n" } ?? ""
      return .wrong("metsched: \(error.message)\n\(hint)")
    }
    return take(configuration, loaded, &state)
  }

  /// Makes a configuration the one that counts.
  private func take(
    _ configuration: Configuration, _ loaded: LoadedConfiguration, _ state: inout State
  ) -> Outcome {
    let change = RevisionChange(from: state.configuration, to: configuration)
    let new = loaded.diagnostics.all.filter { !state.told.contains(Self.words($0)) }
    if !new.isEmpty {
      var warnings = Diagnostics()
      for diagnostic in new {
        warnings.append(diagnostic)
        state.told.insert(Self.words(diagnostic))
      }
      terminal.error(loaded.text(of: warnings, terminal, arguments))
    }
    state.revision += 1
    state.configuration = configuration
    // A clock that does not count yet is a change as long as it stands there.
    state.configuration.clock =
      change.clockHasChanged ? state.configuration.clock : configuration.clock
    state.loaded = loaded
    state.coming[state.revision] = loaded
    follow(configuration)
    inputs.command(
      .reconfigure(
        Revision(
          number: state.revision, configuration: configuration,
          files: loaded.readFiles,
          readEvent: loaded.eventReader(arguments, terminal.zones))))
    return .changed(change.text)
  }

  private func say(_ outcome: Outcome) {
    switch outcome {
    case .unchanged: break
    case .restored: terminal.error("metsched: `\(path)` is right again, as it was before\n")
    case .changed(let text):
      let sentence = text.isEmpty ? "says something else, and changes no placement" : "changes"
      terminal.error("metsched: `\(path)` \(sentence)\(text.isEmpty ? "\n" : ":\n" + text)")
    case .wrong(let text):
      terminal.error(text)
      terminal.error("metsched: the run goes on with what `\(path)` said before\n")
    }
  }

  private static func content(of loaded: LoadedConfiguration) -> Content {
    .files(loaded.readFiles, folders: loaded.inputs.files + loaded.inputs.folders)
  }

  /// A diagnostic without its place, which moves with every line above it.
  private static func words(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.id.rawValue) \(diagnostic.message)"
  }

  // MARK: Events

  /// Reads an event against what counts, whatever stands on the disk.
  ///
  /// - Parameters:
  ///   - name: what diagnostics call it.
  ///   - text: the element of `events:`.
  ///   - time: the time on the run's clock.
  ///   - roster: how the run's placements differ from the file's.
  ///   - answered: told what has come of it.
  /// - Returns: the command.
  /// - Throws: what is wrong with it, as diagnostics.
  func event(
    _ name: String, _ text: String, readAt time: Instant, _ roster: RosterDifference,
    answered: @escaping @Sendable (CommandedEvent.Outcome) -> Void
  ) throws(Wrong) -> CommandedEvent {
    let (loaded, revision) = state.withLock { ($0.loaded, $0.revision) }
    let asked = AskedEvent(text: text, readAt: time, roster: roster)
    let result: LoadedConfiguration
    do {
      result = try loaded.reading(asked, as: name, arguments, terminal.zones)
    } catch {
      throw Wrong(text: error.message + "\n")
    }
    guard let event = result.event, let configuration = result.configuration else {
      var errors = Diagnostics()
      for diagnostic in result.diagnostics.all where diagnostic.severity == .error {
        errors.append(diagnostic)
      }
      throw Wrong(text: result.text(of: errors, terminal, arguments))
    }
    return CommandedEvent(
      asked, event: event.event, isDated: event.isDated,
      configuration: configuration, revision: revision, answered: answered)
  }

  /// The configuration that counts, as it was read.
  var configuration: Configuration { state.withLock(\.configuration) }

  /// What is wrong with an event.
  struct Wrong: Error {
    var text: String
  }
}

extension LoadedConfiguration {
  /// Returns diagnostics as stderr shows them.
  fileprivate func text(
    of diagnostics: Diagnostics, _ terminal: Terminal, _ arguments: ParsedArguments
  ) -> String {
    DiagnosticRenderer(
      sources: sources, usesColor: terminal.errorUsesColor(arguments.colorMode)
    ).text(diagnostics)
  }
}
