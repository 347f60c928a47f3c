package import MetschedEngine
import MetschedText
package import MetschedTime

/// Records as aligned text for people, in the file's zone.
///
/// One zone for all lines, so that times never seem to go back from one user to the next; a line
/// about another day says so. `docs/records.md` shows each kind.
package struct RecordText {
  /// What the columns need to hold.
  package struct Layout: Hashable, Sendable {
    /// The width of the longest placement's name, in terminal cells.
    package var nameWidth: Int
    /// The width of the longest cause that a run has by itself.
    package var causeWidth: Int
    /// Whether times say their day.
    package var showsDay: Bool
    /// Whether times leave room for milliseconds.
    package var showsMilliseconds: Bool
    package var usesColor: Bool

    package init(
      nameWidth: Int, causeWidth: Int = 7, showsDay: Bool, showsMilliseconds: Bool,
      usesColor: Bool
    ) {
      self.nameWidth = nameWidth
      self.causeWidth = causeWidth
      self.showsDay = showsDay
      self.showsMilliseconds = showsMilliseconds
      self.usesColor = usesColor
    }
  }

  private let layout: Layout
  private let zone: ZoneTable

  package init(layout: Layout, zone: ZoneTable) {
    self.layout = layout
    self.zone = zone
  }

  /// Returns a record as one line with its end.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - name: the placement's or user's name, as short as it is clear; empty for no column.
  ///   - details: what records speak of.
  /// - Returns: the line.
  package func line(
    _ record: Record, name: String, _ details: inout some RecordDetails
  ) -> String {
    var line = style(time(record.at), .faint)
    if !name.isEmpty { line += "  " + padded(name, to: layout.nameWidth) }
    line += "  " + style(padded(record.what.word.name, to: 6), color(of: record.what))
    line += "  " + detail(of: record, &details)
    return line.trimmingBlanks + "\n"
  }

  private func detail(of record: Record, _ details: inout some RecordDetails) -> String {
    switch record.what {
    case .reload(let reload):
      return padded(causes(record.causes), to: layout.causeWidth) + "  "
        + padded(entries(of: reload, at: record.at), to: 24) + "  "
        + policy(of: reload, at: record.at) + host(reload)
    case .fail(let reload, let error):
      return padded(causes(record.causes), to: layout.causeWidth) + "  "
        + VisibleText.of(details.message(ofError: error))
        + "; retry → " + expected(reload, at: record.at) + host(reload)
    case .show(let show):
      guard show.timeline != nil else { return style("placeholder", .faint) }
      let text = details.text(of: show)
      if text.isEmpty { return style("nothing until the next entry", .faint) }
      let title = text.title.map { $0.isEmpty ? "(no title)" : VisibleText.of($0) } ?? "(no title)"
      return show.content == .sample ? title + style("  sample", .faint) : title
    case .deferred(let deferral):
      return padded(causes(record.causes), to: layout.causeWidth) + "  to "
        + moment(deferral.granted, at: record.at) + " by \(deferral.reason)"
        + left(deferral.left)
    case .drop(let drop):
      let noun = drop.reason == .past ? ("entry", "entries") : ("answer", "answers")
      return "\(drop.count) \(drop.reason) \(drop.count == 1 ? noun.0 : noun.1)"
    case .state(let state):
      return [state.word.name, state.value(&details)].compactMap(\.self).joined(separator: " ")
    }
  }

  private func causes(_ list: CauseList) -> String {
    var words: [(name: String, count: Int)] = []
    for cause in list.causes {
      if words.last?.name == cause.name {
        words[words.count - 1].count += 1
      } else {
        words.append((cause.name, 1))
      }
    }
    return words.map { $0.count > 1 ? "\($0.name)×\($0.count)" : $0.name }.joined(separator: "+")
  }

  private func entries(of reload: Reload, at time: Instant) -> String {
    guard let count = reload.entries, let last = reload.last else { return "no entries" }
    return "\(count) \(count == 1 ? "entry" : "entries") to \(moment(last, at: time))"
  }

  private func policy(of reload: Reload, at time: Instant) -> String {
    guard reload.next != nil else {
      return "\(reload.policy)" + (reload.why.map { " (\(word($0)))" } ?? "")
    }
    let why = reload.why.map { " (\(word($0)))" } ?? ""
    return "\(reload.policy) → \(expected(reload, at: time))\(why)"
  }

  /// The reason in one word; the sentence of `auto` is in the JSON.
  private func word(_ why: PolicyReason) -> String { why.isAutomatic ? "auto" : why.text }

  private func expected(_ reload: Reload, at time: Instant) -> String {
    (reload.expected ?? reload.next).map { moment($0, at: time) } ?? "never"
  }

  /// What a host with limits did to the request.
  private func host(_ reload: Reload) -> String {
    var parts: [String] = []
    if let reason = reload.reason, reason != .end {
      let wait = rounded(reload.granted - reload.eligible)
      parts.append("waited \(wait) for \(reason)")
    }
    if let left = reload.left { parts.append("\(left) left") }
    return parts.isEmpty ? "" : style("  " + parts.joined(separator: ", "), .faint)
  }

  /// A wait as people say it: in whole seconds, unless it is shorter than one.
  private func rounded(_ milliseconds: Int64) -> Step {
    Step(milliseconds: milliseconds < 1_000 ? milliseconds : (milliseconds + 500) / 1_000 * 1_000)
  }

  private func left(_ left: Int?) -> String {
    left.map { style("  \($0) left", .faint) } ?? ""
  }

  // MARK: Times

  private func time(_ instant: Instant) -> String {
    var bytes: [UInt8] = []
    if layout.showsDay {
      zone.appendDate(of: instant, to: &bytes)
      bytes.removeFirst(5)
      bytes.append(UInt8(ascii: " "))
    }
    zone.appendTimeOfDay(of: instant, to: &bytes)
    let width = (layout.showsDay ? 6 : 0) + (layout.showsMilliseconds ? 12 : 8)
    return padded(String(decoding: bytes, as: UTF8.self), to: width)
  }

  /// A time on the record's own day, or with its day.
  package func moment(_ instant: Instant, at time: Instant) -> String {
    var bytes: [UInt8] = []
    let day = zone.date(at: instant)
    let today = zone.date(at: time)
    if day != today {
      zone.appendDate(of: instant, to: &bytes)
      if day.year == today.year { bytes.removeFirst(5) }
      bytes.append(UInt8(ascii: " "))
    }
    zone.appendTimeOfDay(of: instant, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Style

  private enum Style: String {
    case faint = "2"
    case green = "32"
    case red = "31"
    case yellow = "33"
    case cyan = "36"
  }

  private func color(of what: Record.What) -> Style {
    switch what {
    case .reload: .cyan
    case .show: .green
    case .fail: .red
    case .deferred: .yellow
    case .drop, .state: .faint
    }
  }

  private func style(_ text: String, _ style: Style) -> String {
    layout.usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}

extension String {
  fileprivate var trimmingBlanks: Substring {
    guard let last = lastIndex(where: { $0 != " " }) else { return self[...] }
    return self[...last]
  }
}
