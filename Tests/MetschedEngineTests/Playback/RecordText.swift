import MetschedEngine
import MetschedTime

extension Playback {
  /// Every record as a line; nothing of a record is left out but its number.
  ///
  ///     0:00:00 a reload added free, 3 entries 0:00:00…0:02:00, atEnd at 0:02:00 for 0:03:00
  ///
  /// reads: eligible and granted at the record's own time, not counted, no budget; the policy is
  /// eligible at 0:02:00, and the grant is expected at 0:03:00.
  var lines: [String] { records.map { text(of: $0) } }

  private func text(of record: Record) -> String {
    "\(Moment(record.at)) \(text(of: record.scope)) \(what(record))"
  }

  private func text(of scope: Scope) -> String {
    switch scope {
    case .everybody: "everybody"
    case .user(let user): "user \(user)"
    case .placement(let placement): letter(names[Int(placement.index)])
    }
  }

  private func what(_ record: Record) -> String {
    let time = record.at
    return switch record.what {
    case .reload(let reload): "reload " + text(of: reload, record)
    case .fail(let reload, let error):
      "fail " + text(of: reload, record) + (error == 0 ? ", no source" : ", time limit")
    case .show(let show):
      switch show.content {
      case .placeholder: "show placeholder"
      case .entry: "show \(text(of: show.timeline))[\(show.index)]" + dated(show.date, at: time)
      case .sample:
        "show sample \(text(of: show.timeline))[\(show.index)]" + dated(show.date, at: time)
      }
    case .deferred(let deferral):
      "defer \(text(of: record.causes)) \(Moment(deferral.eligible))→\(Moment(deferral.granted))"
        + " by \(deferral.reason)" + left(deferral.left)
    case .drop(let drop): "drop \(drop.count) \(drop.reason)"
    case .state(let state):
      switch state {
      case .removed: "removed"
      case .edited: "edited"
      case .foreground(let isOn): "foreground \(isOn ? "on" : "off")"
      case .timezone(let name): "timezone \(script.zones[Int(name)])"
      case .clock(let by): "clock \(by < 0 ? "-" : "+")\(Moment(abs(by)))"
      case .down(let isOn): "down \(isOn ? "on" : "off")"
      case .suspended(let isOn): "suspended \(isOn ? "on" : "off")"
      }
    }
  }

  private func text(of reload: Reload, _ record: Record) -> String {
    var text = "\(text(of: record.causes)) \(reload.isCounted ? "counted" : "free")"
    if reload.eligible != record.at || reload.granted != record.at {
      text += " \(Moment(reload.eligible))→\(Moment(reload.granted))"
    }
    if let reason = reload.reason { text += " by \(reason)" }
    text += left(reload.left)
    if let entries = reload.entries {
      text += ", \(entries) entries"
      if let first = reload.first, let last = reload.last {
        text += " \(Moment(first))…\(Moment(last))"
      }
    }
    text += ", \(reload.policy)"
    if let next = reload.next { text += " at \(Moment(next))" }
    if let expected = reload.expected, expected != reload.next {
      text += " for \(Moment(expected))"
    }
    if let why = reload.why { text += " \(why)" }
    return text
  }

  private func text(of causes: CauseList) -> String {
    causes.causes.map { "\($0)" }.joined(separator: "+")
  }

  private func text(of timeline: TimelineID?) -> String {
    guard let timeline else { return "nothing" }
    return letter(names[Int(timeline.value) / 100_000]) + "\(timeline.value % 100_000)"
  }

  private func dated(_ date: Instant?, at time: Instant) -> String {
    date.map { $0 == time ? "" : " of \(Moment($0))" } ?? " undated"
  }

  private func left(_ left: Int?) -> String { left.map { " left \($0)" } ?? "" }

  /// Every warning as a line.
  var warningLines: [String] {
    warnings.map { "\(Moment($0.at)) \(letter(names[Int($0.placement.index)])) \($0.kind)" }
  }
}
