import MetschedAnalysis
import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedText
import MetschedTime

/// Causes and rules in words.
extension MomentExplanation {
  /// Why a reload came: `because its values were edited`.
  static func sentence(_ causes: [Cause]) -> String {
    var words: [String] = []
    for cause in causes {
      let word = word(cause)
      if !words.contains(word) { words.append(word) }
    }
    return "because " + words.joined(separator: " and ")
  }

  private static func word(_ cause: Cause) -> String {
    switch cause {
    case .added: "the widget was added"
    case .edited: "its values were edited"
    case .policy: "its policy asked"
    case .retry: "it tried again"
    case .reload: "the app asked"
    case .push: "a push asked"
    case .container: "the container was written"
    case .interaction: "somebody used a control"
    case .timezone: "the time zone changed"
    case .clock: "the clock was set"
    }
  }

  /// A rule and what it did.
  func words(_ reason: ReloadReason, _ next: PlacementMoment.Reloaded) -> String? {
    switch reason {
    case .window(let from):
      return from.map { "the window moved it from \(time($0))" } ?? "the window moved it"
    case .gap(let time): return "\(time) does not exist on that day, as clocks go forward"
    case .clockChange(let longer):
      let step = Step(milliseconds: abs(longer))
      return "the day is \(step) \(longer > 0 ? "longer" : "shorter"), as clocks change"
    case .maxAge: return "the server said that its answer holds until then"
    case .noMaxAge:
      return "the server did not say how long its answer holds, so it is the end of the entries"
    case .end: return "the host \(host.profile.value.rawValue) gives the last entry its turn"
    case .spacing:
      return "spacing: \(Step(milliseconds: host.spacing.value)) have to lie between two reloads"
    case .budget: return "budget: there was none left until then"
    case .visible:
      let window = host.visible.map { " `\($0.value)`" } ?? ""
      return "visible: nobody looks outside of\(window)"
    case .latency: return "latency: the host takes its time"
    case .suspension: return "the machine slept until then"
    case .coalescing:
      let names = next.causes.map(\.name).joined(separator: ", ")
      return "one reload answers all that asked (\(names))"
    case .earlier: return nil
    }
  }

  /// One of the entries and reloads that come, in a line.
  func line(_ coming: PlacementMoment.Coming, width: Int) -> String {
    var at = time(coming.at)
    at += String(repeating: " ", count: max(0, width - at.count))
    switch coming {
    case .show(let shown):
      let what =
        switch shown.content {
        case .entry: shown.isEmpty ? "(empty)" : shown.title ?? ""
        case .placeholder: "(placeholder)"
        case .sample: shown.title ?? "(sample)"
        }
      return "\(at)  show    \(VisibleText.of(what))"
    case .reload(let reloaded):
      let causes = reloaded.causes.map(\.name).joined(separator: "+")
      if let error = reloaded.error { return "\(at)  fail    \(causes): \(VisibleText.of(error))" }
      let next = reloaded.reload.expected ?? reloaded.reload.next
      let count = reloaded.reload.entries ?? 0
      let date = next.map { " → \(time($0))" } ?? ""
      return "\(at)  reload  \(causes), \(count) \(count == 1 ? "entry" : "entries"), "
        + "\(reloaded.reload.policy)\(date)"
    }
  }
}
