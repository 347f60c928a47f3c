internal import MetschedEngine
internal import MetschedRuntime
package import MetschedTime
package import MetschedWidgets

/// Something that happens in a run: an entry shows, or a reload is granted.
package struct Happening: Hashable, Sendable {
  package enum What: Hashable, Sendable {
    case shows(Shown)
    /// What asked for it, such as `policy`, `policy+container`.
    case reloads(causes: String, failed: Bool)
  }

  package var at: Instant
  package var what: What

  /// Whether an entry shows, or what stands for one.
  package var isShow: Bool {
    if case .shows = what { true } else { false }
  }
}

/// What shows.
package struct Shown: Hashable, Sendable {
  package enum Content: String, Sendable {
    case entry
    case placeholder
    case sample
  }

  package var content: Content
  /// What the entry says; nil for a placeholder.
  package var text: EntryText?

  /// What a person sees of it in one line.
  package var words: String {
    guard let text else { return "the placeholder" }
    if text.isEmpty { return "nothing" }
    let title = text.title.map { $0.isEmpty ? "an entry without a title" : "“\($0)”" }
    return (title ?? "an entry without a title") + (content == .sample ? " (sample)" : "")
  }
}

/// What happens in a run of one placement.
struct PlayedDay {
  private(set) var happenings: [Happening] = []
  /// What was played; shorter than asked for where there was more than is looked at.
  private(set) var range: Range<Instant>
  private(set) var isCut = false

  /// The records after which a run ends: an entry each two seconds of a day is 43,200.
  static let limit = 50_000

  init(_ run: SolitaryRun) async {
    var happenings: [Happening] = []
    let number = PlacementNumber(0)
    let figures = await run.play(limit: Self.limit) { record, provider in
      guard record.scope == .placement(number),
        let what = Self.what(record, &provider.widgets)
      else { return }
      happenings.append(Happening(at: record.at, what: what))
    }
    self.happenings = happenings
    range = figures.range
    isCut = figures.isCut
  }

  /// Leaves out what comes after an instant.
  mutating func cut(at end: Instant) {
    guard end < range.upperBound else { return }
    range = range.lowerBound..<end
    isCut = true
    happenings.removeAll { $0.at >= end }
  }

  private static func what(
    _ record: Record, _ widgets: inout WidgetProvider
  ) -> Happening.What? {
    switch record.what {
    case .show(let show):
      let content: Shown.Content =
        switch show.content {
        case .entry: .entry
        case .placeholder: .placeholder
        case .sample: .sample
        }
      guard let timeline = show.timeline, let date = show.date else {
        return .shows(Shown(content: content, text: nil))
      }
      let text = widgets.text(of: timeline, entry: show.index, date: date)
      return .shows(Shown(content: content, text: text))
    case .reload: return .reloads(causes: Self.words(record.causes), failed: false)
    case .fail: return .reloads(causes: Self.words(record.causes), failed: true)
    case .deferred, .drop, .state: return nil
    }
  }

  private static func words(_ causes: CauseList) -> String {
    var names: [String] = []
    for cause in causes.causes where !names.contains("\(cause)") { names.append("\(cause)") }
    return names.joined(separator: "+")
  }
}
