import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRecords
import MetschedTime

/// `explain --at`: what a placement shows, what its policy asked for, and what comes of it, as
/// sentences.
struct MomentExplanation {
  /// The placement's whole name.
  let placement: String
  let moment: PlacementMoment
  let loaded: LoadedConfiguration
  /// The end of the file's own run; nil where it goes on until it is stopped.
  let runEnd: Instant?
  let host: HostSettings
  /// How many entries and reloads were asked for.
  let count: Int

  var zone: ZoneTable { moment.zone }

  /// The answer as people read it.
  var text: String {
    var text = "\(placement) at \(whole(moment.at)) (\(zone.identifier))\n\n"
    text += (shows + policy + budget).map { $0 + "\n" }.joined()
    guard count > 0 else { return text }
    text += "\n"
    if moment.coming.isEmpty { text += "Nothing comes \(until).\n" }
    let width = moment.coming.map { time($0.at).count }.max() ?? 0
    for coming in moment.coming { text += line(coming, width: width) + "\n" }
    return text
  }

  // MARK: What shows

  private var shows: [String] {
    if let removed = moment.removed, removed <= moment.at {
      return ["It was removed at \(time(removed))."]
    }
    guard let shown = moment.shown else {
      let next = moment.nextShown.map { "; it will be at \(time($0.at))" } ?? ""
      return ["It is not placed yet\(next)."]
    }
    return ["It shows \(entry(shown)), since \(time(shown.at)).", next]
  }

  private var next: String {
    guard let next = moment.nextShown else { return "Nothing else shows \(until)." }
    return "Next is \(entry(next)), at \(time(next.at))\(after(next.at))."
  }

  private func entry(_ shown: PlacementMoment.Shown) -> String {
    switch shown.content {
    case .placeholder: return "the placeholder"
    case .sample: return "a sample, \(title(shown))"
    case .entry:
      let name = shown.isEmpty ? "nothing, an empty entry" : title(shown)
      guard let number = shown.number, let count = shown.count else { return name }
      return "\(name), entry \(number) of \(count)"
    }
  }

  private func title(_ shown: PlacementMoment.Shown) -> String {
    shown.title.map { "“\($0)”" } ?? "an entry without a title"
  }

  // MARK: The policy and what comes of it

  private var policy: [String] {
    guard let reloaded = moment.reload else { return [] }
    let reload = reloaded.reload
    let cause = Self.sentence(reloaded.causes)
    var lines: [String] = []
    if let error = reloaded.error {
      lines.append("The last reload, at \(time(reload.granted)) \(cause), failed: \(error).")
      lines.append("It tries again at \(reload.next.map(time) ?? "no time")\(place(reloaded)).")
    } else {
      let entries = reload.entries.map { $0 == 1 ? "1 entry" : "\($0) entries" } ?? "no entries"
      lines.append("The timeline came at \(time(reload.granted)) \(cause), with \(entries).")
      lines.append(policySentence(reloaded))
    }
    return lines + [grant]
  }

  private func policySentence(_ reloaded: PlacementMoment.Reloaded) -> String {
    let reload = reloaded.reload
    let name = reload.policy == .after ? policyWords(reloaded) : "\(reload.policy)"
    let sentence = reload.why.flatMap { $0.isAutomatic ? $0.text : nil }
    let chosen = sentence.map { ", chosen by auto: \($0)" } ?? ""
    let policy = "The policy is \(name)\(place(reloaded))\(chosen)"
    guard let next = reload.next else {
      let passed = reload.why == .passed
      return policy + (passed ? ", whose date had passed: " : ": ") + "it asks for nothing."
    }
    var reason = ""
    switch reload.why {
    case .single: reason = ", as there is one entry alone"
    case .empty: reason = ", the retry, as there are no entries"
    default:
      if reload.policy == .atEnd, reload.last == next { reason = ", the date of the last entry" }
    }
    let moves = moment.reasons.filter(\.isOfDate).compactMap { words($0, reloaded) }
    let moved = moves.isEmpty ? "" : ": " + moves.joined(separator: "; ")
    return "\(policy). It asks for a new timeline at \(time(next))\(reason)\(moved)."
  }

  private func policyWords(_ reloaded: PlacementMoment.Reloaded) -> String {
    guard case .after = reloaded.rule else { return "after" }
    let text = reloaded.origin.range.map { loaded.sources.text(in: $0) } ?? ""
    return "after " + text.split { $0.isWhitespace }.joined(separator: " ")
  }

  private func place(_ reloaded: PlacementMoment.Reloaded) -> String {
    reloaded.origin.range.map { " (\(loaded.place($0)))" } ?? " (built in)"
  }

  private var grant: String {
    let asked = moment.reload?.reload.next
    guard let next = moment.nextReload else {
      return asked == nil ? "Nothing reloads it \(until)." : "That is not granted \(until)."
    }
    let reasons = moment.reasons.filter { !$0.isOfDate }
    let words = reasons.compactMap { self.words($0, next) }
    let why = words.isEmpty ? "" : ": " + words.joined(separator: "; ")
    let granted = next.reload.granted
    let causes = next.causes
    guard let asked, causes.contains(.policy) || causes.contains(.retry) else {
      let start = asked == nil ? "It reloads next" : "Before that it reloads"
      let cause = Self.sentence(causes)
      let wait = wait(from: next.reload.eligible, to: granted)
      return "\(start) at \(time(granted))\(after(granted)), \(cause)\(wait)\(why)."
    }
    let wait = wait(from: asked, to: granted)
    return
      "That is granted at \(time(granted))\(wait.isEmpty ? ", on time" : wait)\(after(granted))\(why)."
  }

  /// A wait as people say it: in whole seconds, unless it is shorter than one.
  private func wait(from asked: Instant, to granted: Instant) -> String {
    let late = granted - asked
    guard late > 0 else { return "" }
    return ", \(Step(milliseconds: late < 1_000 ? late : (late + 500) / 1_000 * 1_000)) later"
  }

  /// How far was looked: to the placement's removal, or to the horizon.
  private var until: String {
    if let removed = moment.removed { return "until it is removed at \(time(removed))" }
    return "until \(time(moment.horizon))"
  }

  private func after(_ instant: Instant) -> String {
    guard let runEnd, instant >= runEnd else { return "" }
    return " (after the end of the file's run)"
  }

  // MARK: Budget

  private var budget: [String] {
    guard moment.reload != nil else { return [] }
    guard let budget = moment.budget else {
      return ["The host \(host.profile.value.rawValue) has no budget."]
    }
    var line = "Of the budget of \(budget.limit) reloads in 24 hours \(budget.left) "
    line += budget.left == 1 ? "is left" : "are left"
    if let returns = budget.returns { line += "; the next one is back at \(time(returns))" }
    return [line + (moment.isInForeground ? "; in the foreground nothing is counted." : ".")]
  }

  // MARK: Times

  private func whole(_ instant: Instant) -> String {
    var bytes: [UInt8] = []
    zone.appendDate(of: instant, to: &bytes)
    bytes.append(0x20)
    zone.appendTimeOfDay(of: instant, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A time on the day that was asked about, or with its day.
  func time(_ instant: Instant) -> String {
    guard zone.date(at: instant) == zone.date(at: moment.at) else { return whole(instant) }
    var bytes: [UInt8] = []
    zone.appendTimeOfDay(of: instant, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
