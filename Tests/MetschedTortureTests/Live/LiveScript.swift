import SchedulerReference
import TestSupport

/// What happens to a live run, drawn from a seed: everything that a person, an app and the machine
/// may do to it.
struct LiveScript {
  enum Step {
    /// The app writes its file.
    case write(String)
    /// Somebody asks for an event over the socket; it may be wrong.
    case event(String)
    /// Somebody writes the configuration; it may be wrong.
    case file(String)
    case setClock(by: Int64)
    case suspend(for: Int64)
    /// The process is killed, `lost` instants after the last of which all was written, and goes on
    /// a while later. A run that nobody disturbs goes on.
    case restart(after: Int64, lost: Int)
  }

  /// The file at the start.
  private(set) var file: String
  /// The steps, and how long after the one before each happens.
  private(set) var steps: [(after: Int64, step: Step)] = []
  /// How long it goes on after the last.
  let rest: Int64 = 40 * minute
  let rule: String

  static let minute: Int64 = 60_000

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed &* 0xA24B_AED4)
    var drawing = LiveFile(&random)
    file = drawing.yaml
    rule = ["all", "latest", "skip"].randomElement(using: &random) ?? "all"
    for number in 0..<Int.random(in: 6...24, using: &random) {
      var after = Int64.random(in: 1...20 * Self.minute, using: &random)
      let step: Step
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<3: step = .write(#"[{"title": "written \#(number)"}]"#)
      case 3: step = .write(#"[{"title": "#)
      case 4..<9: step = .event(drawing.event(&random))
      case 9..<12:
        drawing.change(&random)
        step = .file(drawing.yaml)
      case 12: step = .file(drawing.yaml + "nonsense: true\n")
      case 13: step = .setClock(by: Int64.random(in: -600_000...600_000, using: &random))
      case 14: step = .suspend(for: Int64.random(in: 1...3_600_000, using: &random))
      default:
        step = .restart(
          after: Int64.random(in: 1...40_000, using: &random),
          lost: Int.random(in: 0...2, using: &random))
      }
      // What is down for a while hears nothing meanwhile.
      if case .restart? = steps.last?.step { after += Self.minute }
      steps.append((after, step))
    }
  }

  private init(file: String, rule: String, steps: [(after: Int64, step: Step)]) {
    (self.file, self.rule, self.steps) = (file, rule, steps)
  }

  /// The script without one of its steps; the others happen when they did.
  func without(_ index: Int) -> LiveScript {
    var steps = steps
    let gone = steps.remove(at: index)
    if index < steps.count { steps[index].after += gone.after }
    return LiveScript(file: file, rule: rule, steps: steps)
  }

  var text: String {
    (["missed: \(rule)", file] + steps.map { "+\($0.after) \($0.step)" }).joined(separator: "\n")
  }
}

/// A small file that changes while it runs.
struct LiveFile {
  private var interval: Int
  private var policy: String
  private var query: String
  private var zone: String
  private var host: String
  private var hasBob = true
  private var hasExtra = true
  private var isEventful = true

  init(_ random: inout SplitMix64) {
    (interval, policy, query, zone, host) = (7, "end", "a", "Europe/Paris", "widgetkit")
    change(&random)
    change(&random)
  }

  /// Changes one thing.
  mutating func change(_ random: inout SplitMix64) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: interval = Int.random(in: 2...30, using: &random)
    case 1: policy = ["end", "9m", "[end, \"10:30\"]"].randomElement(using: &random) ?? policy
    case 2: query = ["a", "b", "c"].randomElement(using: &random) ?? query
    case 3: zone = ["Europe/Paris", "Asia/Tokyo", "UTC"].randomElement(using: &random) ?? zone
    case 4:
      host =
        ["widgetkit", "ideal", "{profile: widgetkit, latency: 0s, spacing: 3m}"]
        .randomElement(using: &random) ?? host
    case 5: hasBob.toggle()
    case 6: hasExtra.toggle()
    default: isEventful.toggle()
    }
  }

  /// An event that somebody asks for; what it names is not always there.
  func event(_ random: inout SplitMix64) -> String {
    let when =
      ["", "", "at: \"10:\(Int.random(in: 10...59, using: &random))\", "]
      .randomElement(using: &random) ?? ""
    let user = ["ann", "bob"].randomElement(using: &random) ?? "ann"
    let events = [
      "{\(when)reload: App, user: \(user)}",
      "{\(when)every: 25m, reload: Fix}",
      "{\(when)edit: {Fix: {query: \(["a", "b", "c"].randomElement(using: &random) ?? "a")}}, user: \(user)}",
      "{\(when)add: {Extra: {family: systemLarge, id: side}}, user: \(user)}",
      "{\(when)remove: Extra/side, user: \(user)}",
      "{\(when)edit: {Extra: {id: side, query: b}}, user: \(user)}",
      "{\(when)remove: Fix/main, user: \(user)}",
      "{\(when)add: {Fix: {family: systemSmall}}, user: \(user)}",
      "{\(when)edit: {Fix: {families: [systemSmall, systemLarge]}}, user: \(user)}",
      "{\(when)timezone: America/New_York, user: \(user)}",
      "{\(when)timezone: Asia/Kathmandu, for: 35m}",
      "{\(when)every: 40m, for: 11m, foreground: true, user: \(user)}",
      "{\(when)for: 15m, fail: Fix}",
      "{\(when)for: 12m, slow: Extra}",
      "{\(when)write: {items.json: [{title: event}]}}",
      "{\(when)clock: +4m}",
      "{\(when)push: true}",
      "{reload: Nothing}",
    ]
    return events.randomElement(using: &random) ?? events[0]
  }

  var yaml: String {
    """
    timezone: \(zone)
    container: box
    clock: {virtual: {start: 2026-01-05T09:00Z}}
    host: \(host)
    intents:
      Search: {parameters: {query: {type: string, default: \(query)}}}
    widgets:
      App:
        source: {file: items.json}
        interval: \(interval)m
        reload: {after: \(policy)}
        reload-on: {container: changed}
      Fix:
        intent: Search
        source: {items: [{title: ab}, {title: ac}, {title: bc}]}
        interval: 5m
        reload: {after: \(policy)}

    """
      + (hasExtra
        ? """
          Extra:
            intent: Search
            source: {items: [{title: ab}, {title: bc}]}
            interval: 11m
            reload: {after: 31m}

        """ : "") + """
        users:
          ann: {App: {family: systemSmall}, Fix: {family: systemSmall}}

        """
      + (hasBob ? "  bob: {timezone: Asia/Kolkata, App: {family: systemLarge}, Fix: {}}\n" : "")
      + (hasExtra ? "  cleo: {Extra: {family: systemMedium}}\n" : "")
      + (isEventful
        ? """
        events:
          - {at: 2026-01-05T09:20Z, every: 40m, reload: App}
          - {at: 2026-01-05T09:30Z, every: 1h, for: 20m, timezone: Asia/Tokyo, user: ann}
          - {at: 2026-01-05T09:45Z, every: 50m, write: {items.json: [{title: planned}]}}
          - {at: 2026-01-05T10:05Z, for: 30m, slow: App}
          - {at: 2026-01-05T10:15Z, for: 30m, foreground: true, user: ann}

        """ : "")
  }
}
