import Foundation
import MetschedConfiguration
import MetschedDiagnostics
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import Synchronization

/// The texts of a live run's configuration, and what they say.
enum ScriptedFiles {
  static let path = "drawn.yaml"

  /// Returns what a text says, with an event beside its own; nil where something is wrong.
  static func load(_ text: String, _ asked: AskedEvent? = nil) -> ConfigurationLoader.Result {
    var sources = SourceMap()
    var loader = ConfigurationLoader(file: sources.add(path: path, bytes: Array(text.utf8)))
    if let asked {
      loader.event = (sources.add(path: "event", bytes: Array(asked.text.utf8)), asked.readAt)
      loader.roster = asked.roster
    }
    return loader.load(&sources)
  }

  /// Returns what reads events against a text.
  static func reader(_ text: String) -> AskedEventReader {
    AskedEventReader { asked in
      let result = load(text, asked)
      guard let event = result.event, let configuration = result.configuration else { return nil }
      return (event.event, configuration)
    }
  }

  /// Returns the command that lets a text count; nil where it is wrong.
  static func revision(_ number: Int, _ text: String) -> LiveCommand? {
    load(text).configuration.map { configuration in
      .reconfigure(
        Revision(
          number: number, configuration: configuration,
          files: [Revision.ReadFile(path: path, bytes: Array(text.utf8))],
          readEvent: reader(text)))
    }
  }

  /// Returns the command that lets an event happen; nil where it is wrong.
  static func event(_ asked: AskedEvent, _ revision: Int, _ text: String) -> LiveCommand? {
    let result = load(text, asked)
    guard let event = result.event, let configuration = result.configuration else { return nil }
    return .happen(
      CommandedEvent(
        asked, event: event.event, isDated: event.isDated, configuration: configuration,
        revision: revision))
  }
}

/// What the script of a live run does to the world in which it lives: the app's container, the
/// configuration, the socket, and the process.
final class ScriptedWorld: ContainerReading, Sendable {
  static let folder = "box"

  private struct State {
    var items = Array(#"[{"title": "one"}, {"title": "two"}]"#.utf8)
    /// The text that counts, and its number since the start of the process.
    var text: String
    var revision = 0
    var inputs = LiveInputs()
    var cut: (after: Int64, lost: Int)?
    var roster = RosterDifference()
    /// The schedule's time beside the clock's.
    var offset: Int64 = 0
    var latest: Instant
  }

  private let state: Mutex<State>

  init(_ text: String, at start: Instant) {
    state = Mutex(State(text: text, latest: start))
  }

  /// Begins a process.
  func begin(_ inputs: LiveInputs) {
    state.withLock { state in
      state.inputs = inputs
      state.revision = 0
    }
  }

  var text: String { state.withLock(\.text) }
  var inputs: LiveInputs { state.withLock(\.inputs) }

  /// Is told how the run stands after an instant.
  func follow(_ roster: RosterDifference, _ position: SavedClock) {
    state.withLock { state in
      state.roster = roster
      (state.offset, state.latest) = (position.offset, position.through)
    }
  }

  func takeCut() -> (after: Int64, lost: Int)? {
    state.withLock { $0.cut.take() }
  }

  /// Does a step at a time of the clock; true where the run hears of it.
  func perform(_ step: LiveScript.Step?, at time: Instant) -> Bool {
    state.withLock { state in
      switch step {
      case .write(let text):
        let isNews = state.items != Array(text.utf8)
        state.items = Array(text.utf8)
        state.inputs.written([
          ContainerChange(folder: Self.folder, file: "items.json", hasChanged: isNews)
        ])
        return true
      case .event(let text):
        let asked = AskedEvent(
          text: text, readAt: max(time + state.offset, state.latest), roster: state.roster)
        guard let command = ScriptedFiles.event(asked, state.revision, state.text) else {
          return false
        }
        state.inputs.command(command)
        return true
      case .file(let text):
        guard text != state.text,
          let command = ScriptedFiles.revision(state.revision + 1, text)
        else { return false }
        state.revision += 1
        state.text = text
        state.inputs.command(command)
        return true
      case .restart(let after, let lost):
        state.cut = (after, lost)
        state.inputs.stop()
        return true
      case nil:
        state.inputs.stop()
        return true
      case .setClock, .suspend: return false
      }
    }
  }

  func bytes(of name: String, in container: String) throws(SourceFault) -> [UInt8] {
    guard container == Self.folder, name == "items.json" else {
      throw .network("`\(name)` is not there")
    }
    return state.withLock(\.items)
  }

  func hash(of name: String, in container: String) -> ContentHash? {
    (try? bytes(of: name, in: container)).map { ContentHash(of: $0) }
  }
}
