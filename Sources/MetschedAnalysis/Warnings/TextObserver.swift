internal import MetschedEngine
internal import MetschedRuntime
internal import MetschedTime
internal import MetschedWidgets

/// What the entries of a run say: how large they are, and words that are wrong after a while.
struct TextObserver {
  /// A word that was still shown when it had become wrong.
  struct WrongWord {
    var word: String
    var title: String
    var since: Instant
    /// How long it was wrong, in milliseconds.
    var wrong: Int64
  }

  private let zone: ZoneTable
  /// The bytes of the first timeline with entries, and of its largest entry.
  private(set) var timelineBytes = 0
  private(set) var largestEntry = 0
  private(set) var wrongWord: WrongWord?
  private(set) var showsSample = false
  private(set) var error: String?
  private var isMeasured = false
  private var hasWords = false
  private var showing: (word: RelativeWord, title: String, since: Instant)?
  private let number = PlacementNumber(0)

  init(zone: ZoneTable) {
    self.zone = zone
  }

  mutating func look(_ record: Record, _ provider: inout ObservedProvider) {
    guard record.scope.isPlacement(number) else { return }
    switch record.what {
    case .reload(let reload): if (reload.entries ?? 0) > 0 { measure(&provider) }
    case .fail(_, let error): self.error = self.error ?? provider.widgets.error(error)
    case .show(let show):
      if show.content == .sample { showsSample = true }
      guard hasWords else { return }
      end(at: record.at)
      guard let timeline = show.timeline, let date = show.date else { return }
      let text = provider.widgets.text(of: timeline, entry: show.index, date: date)
      if let word = RelativeWord.first(in: text) {
        showing = (word, text.title ?? "", record.at)
      }
    case .deferred, .drop, .state: break
    }
  }

  /// Ends the run.
  mutating func finish(at end: Instant) {
    self.end(at: end)
  }

  private mutating func measure(_ provider: inout ObservedProvider) {
    guard !isMeasured, let timeline = provider.latest else { return }
    isMeasured = true
    for index in 0..<timeline.dates.count {
      let text = provider.widgets.text(
        of: timeline.id, entry: index, date: timeline.dates[index])
      let size = [text.title, text.subtitle, text.image, text.link]
        .reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      timelineBytes += size
      largestEntry = max(largestEntry, size)
      hasWords = hasWords || RelativeWord.first(in: text) != nil
    }
  }

  private mutating func end(at time: Instant) {
    guard let shown = showing else { return }
    showing = nil
    let isTrueUntil =
      switch shown.word.truth {
      case .day: zone.adding(1, .day, to: zone.startOfDay(containing: shown.since))
      case .minute: shown.since + 60_000
      }
    guard time > isTrueUntil, time - isTrueUntil > wrongWord?.wrong ?? 0 else { return }
    wrongWord = WrongWord(
      word: shown.word.text, title: shown.title, since: isTrueUntil, wrong: time - isTrueUntil)
  }
}

/// A word whose truth passes: `Tomorrow`, `6 min ago`, `in 5 minutes`.
struct RelativeWord {
  enum Truth {
    case day
    case minute
  }

  var text: String
  var truth: Truth

  private static let days: Set<String> = ["today", "tomorrow", "yesterday", "tonight"]
  private static let units: Set<String> = [
    "s", "sec", "secs", "second", "seconds", "m", "min", "mins", "minute", "minutes", "h", "hour",
    "hours",
  ]

  /// Returns the first such word in what an entry says.
  static func first(in text: EntryText) -> RelativeWord? {
    for part in [text.title, text.subtitle] {
      if let found = part.flatMap({ first(in: $0) }) { return found }
    }
    return nil
  }

  private static func first(in text: String) -> RelativeWord? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    for (index, word) in words.enumerated() {
      let folded = word.lowercased()
      if days.contains(folded) { return RelativeWord(text: String(word), truth: .day) }
      if folded == "ago" { return RelativeWord(text: String(word), truth: .minute) }
      if folded == "in", index + 2 < words.count, words[index + 1].allSatisfy(\.isNumber),
        units.contains(words[index + 2].lowercased())
      {
        return RelativeWord(
          text: words[index...(index + 2)].joined(separator: " "), truth: .minute)
      }
    }
    return nil
  }
}
