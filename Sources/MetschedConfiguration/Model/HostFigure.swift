internal import MetschedTime

/// One figure or rule of a host: its value in a profile, and how it is known.
///
/// The values are those of `HostSettings` itself, so that the table cannot say anything else.
package struct HostFigure: Sendable {
  /// How much there is behind a figure.
  package enum Basis: String, CaseIterable, Sendable {
    /// Apple's documentation says so.
    case documented
    /// Developers have seen it.
    case reported
    /// Nobody says; it is a choice of ours.
    case assumed
  }

  /// The key of `host:`, or the name of a rule that no key changes.
  package var name: String
  /// The value as the file would say it, or in words.
  package var value: String
  package var basis: Basis
  /// What is known, and who says so.
  package var source: String

  /// Returns the figures of a profile, those with a key first.
  package static func all(of profile: HostSettings.Profile) -> [HostFigure] {
    let host = HostSettings(profile: Setting(profile, .builtIn))
    return HostKey.allCases.filter { $0 != .profile }.map { key in
      let (basis, source) = profile == .ideal ? ideal(key) : widgetkit(key)
      return HostFigure(
        name: key.rawValue, value: value(of: key, host), basis: basis, source: source)
    } + rules(of: profile)
  }

  fileprivate static func value(of key: HostKey, _ host: HostSettings) -> String {
    func text(_ milliseconds: Int64) -> String { "\(Step(milliseconds: milliseconds))" }
    switch key {
    case .profile: return host.profile.value.rawValue
    case .budget: return host.budget.map { "\($0.value)" } ?? "none"
    case .spacing: return text(host.spacing.value)
    case .latency:
      let range = host.latency.value
      let ends = [range.lowerBound, range.upperBound].map(text)
      return ends[0] == ends[1] ? ends[0] : ends.joined(separator: "-")
    case .timeLimit: return text(host.timeLimit.value)
    case .edits: return host.edits.value.rawValue
    case .visible: return host.visible.map { "\($0.value)" } ?? "always"
    case .debugger: return "\(host.debugger.value)"
    }
  }

  private static let page = "Apple, Keeping a widget up to date"

  private static func widgetkit(_ key: HostKey) -> (Basis, String) {
    switch key {
    case .profile: (.assumed, "")
    case .budget:
      (
        .assumed,
        "A widget that is viewed often gets 40 to 70 reloads a day, others fewer (\(page); WWDC21 "
          + "10048). 40 is the least of that. An engineer of Apple says generally 72 (forum 758400)."
      )
    case .spacing:
      (
        .assumed,
        "Entries are at least about 5 minutes apart (\(page)). There is a least time between reloads "
          + "too, which is not published."
      )
    case .latency:
      (.reported, "Developers saw 2 s to about 60 s from asking to the call of the provider.")
    case .timeLimit: (.assumed, "Nothing is published.")
    case .edits: (.assumed, "That an edit reloads at once, and costs nothing, is not published.")
    case .visible:
      (
        .assumed,
        "The budget follows how often a widget is viewed (\(page)). Hours in which nothing is granted "
          + "are our picture of a widget that is seen at some times only."
      )
    case .debugger: (.documented, "Reloads are not limited while a debugger is attached (\(page)).")
    }
  }

  private static func ideal(_ key: HostKey) -> (Basis, String) {
    switch key {
    case .timeLimit, .edits, .debugger: widgetkit(key)
    case .profile, .budget, .spacing, .latency, .visible:
      (.assumed, "No system is like that: it is what the file asks for, to compare others with.")
    }
  }

  /// What is so whatever the file says.
  private static func rules(of profile: HostSettings.Profile) -> [HostFigure] {
    let isIdeal = profile == .ideal
    return [
      HostFigure(
        name: "at-end",
        value: isIdeal ? "one interval after the last entry" : "the last entry's date",
        basis: isIdeal ? .assumed : .documented,
        source: isIdeal
          ? "So the last entry has its turn."
          : "`atEnd` asks when the last entry becomes relevant (WWDC21 10048)."),
      HostFigure(
        name: "single-entry", value: isIdeal ? "36m" : "24h ÷ budget", basis: .assumed,
        source:
          "With one entry and `atEnd` the system chooses when (WWDC21 10048); how is not said."),
      HostFigure(
        name: "window", value: "24h, rolling", basis: .assumed,
        source: "The window has 24 hours and need not begin at midnight (\(page))."),
      HostFigure(
        name: "not-counted", value: "foreground, interaction, timezone, clock", basis: .documented,
        source:
          "The app in the foreground, an app intent of the widget, a significant time or place "
          + "change (\(page))."),
      HostFigure(
        name: "not-counted", value: "added, edited", basis: .assumed,
        source: "That adding and editing cost nothing is not published."),
      HostFigure(
        name: "coalesced", value: "requests that wait", basis: .documented,
        source: "Requests may be answered by one reload (WWDC21 10048)."),
    ]
  }
}

extension HostSettings {
  /// The figures by their keys, as a file writes them.
  package var written: [(key: String, value: String)] {
    HostKey.allCases.map { ($0.rawValue, HostFigure.value(of: $0, self)) }
  }
}
