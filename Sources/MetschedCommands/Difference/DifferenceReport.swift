import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedText
import MetschedTime

/// What `diff` has found, as people read it; as JSON lines beside it.
struct DifferenceReport {
  let difference: ConfigurationDifference
  let stored: StoredValues
  let schedule: ScheduleDifference
  /// What was played of both.
  let range: Range<Instant>
  let length: Step
  /// Whether a file is compared with itself under `--set`.
  let hasOneFile: Bool
  /// Whether the new file is in error.
  let isRefused: Bool
  /// The place of something in the new file.
  let place: (SourceRange) -> String

  var old: Configuration { difference.old }
  var new: Configuration { difference.new }

  /// The placements that are gone and not broken.
  var removed: [Int] { difference.removed.filter { !stored.broken.contains($0) } }

  /// The new placements.
  ///
  /// In a file that is in error, what a load would put in the place of broken ones is none of them.
  var added: [Int] {
    isRefused ? difference.added.filter { !stored.successors.contains($0) } : difference.added
  }

  /// Whether nothing is another.
  var isEmpty: Bool {
    stored.changes.isEmpty && difference.settings.isEmpty && added.isEmpty
      && removed.isEmpty && schedule.groups.isEmpty
  }

  /// The placements with other values or another day.
  var changed: Int { schedule.groups.reduce(0) { $0 + $1.placements.count } }

  /// Returns the names of those whom something concerns, in the order of the file.
  func users(of placements: [Int]) -> [String] {
    var met: Set<Int32> = []
    return placements.compactMap { index in
      let user = old.placements[index].user
      return met.insert(user).inserted ? old.users[Int(user)].name : nil
    }
  }

  // MARK: Text

  /// The users or items that are listed of many.
  private static let listed = (users: 3, items: 8, placements: 8, groups: 40)

  func text(usesColor: Bool) -> String {
    let ink = Ink(usesColor: usesColor)
    let zone = old.timezone.value
    var text =
      "\(old.path) → \(hasOneFile ? "the same with --set" : new.path) · \(length) from \(range.lowerBound.rfc3339(in: zone))\n"
    if isRefused, !stored.broken.isEmpty {
      text += "\(new.path) is in error, since what breaks still stands in it\n"
    }
    text += section("breaks", stored.breaks, ink.red)
    text += section("taken along", stored.changes.filter { !$0.isBreak }, ink.yellow)
    let lines =
      difference.settings.map { ink.yellow("~ ") + $0.text }
      + names(removed, in: old).map { ink.red("- ") + $0 }
      + names(added, in: new).map { ink.green("+ ") + $0 }
    if !lines.isEmpty { text += "\n" + lines.map { $0 + "\n" }.joined() }
    for group in schedule.groups.prefix(Self.listed.groups) {
      text += "\n" + self.text(of: group, ink)
    }
    let rest = schedule.groups.dropFirst(Self.listed.groups)
    if !rest.isEmpty {
      let placements = rest.reduce(0) { $0 + $1.placements.count }
      text += "\n… and \(Words.grouped(rest.count)) more ways in which "
      text += "\(Words.count(placements, "placement")) change; --format json lists them\n"
    }
    return text + "\n" + summary
  }

  private func section(
    _ title: String, _ changes: [StoredChange], _ color: (String) -> String
  ) -> String {
    guard !changes.isEmpty else { return "" }
    var text = "\n" + color(title) + "\n"
    for change in changes {
      let place = change.place.map { " (\(self.place($0)))" } ?? ""
      let others = change.values.count - 1
      let more = others > 0 ? ", and so are \(others) other value\(others == 1 ? "" : "s")" : ""
      text += "  \(VisibleText.of(change.text))\(more)\(place)\n"
      let users = users(of: change.placements)
      let names = users.prefix(Self.listed.users).map(VisibleText.of).joined(separator: ", ")
      let rest = users.count > Self.listed.users ? ", …" : ""
      text += "    \(Words.count(users.count, "user")): \(names)\(rest)\n"
    }
    return text
  }

  private func names(_ placements: [Int], in configuration: Configuration) -> [String] {
    guard placements.count > Self.listed.placements else {
      return placements.map {
        VisibleText.of(configuration.displayName(of: configuration.placements[$0]))
      }
    }
    return [VisibleText.of(configuration.title(of: placements))]
  }

  private func text(of group: ScheduleDifference.Group, _ ink: Ink) -> String {
    let title = VisibleText.of(new.title(of: group.placements.map(\.new)))
    var text = ink.yellow("~ ") + title + "\n"
    for value in group.values { text += "    \(VisibleText.of(value.text))\n" }
    guard let day = group.day else {
      return text + "    not run: too many placements differ\n"
    }
    if day.isCut {
      let length = Step(milliseconds: day.range.upperBound - day.range.lowerBound)
      text += "    the first \(length) alone, since so much happens\n"
    }
    let counts = [("entries", day.entries), ("reloads", day.reloads)]
      .compactMap { name, count in self.words(name, count) }
    text += counts.map { "    \($0)\n" }.joined()
    if day.isEmpty { text += "    everything at the same times\n" }
    let times = DifferenceTimes(
      zone: new.zones[new.users[Int(new.placements[group.placements[0].new].user)].zone],
      day: range.lowerBound)
    let items = day.items.prefix(Self.listed.items).map { times.line(of: $0) }
    let width = items.map { DisplayWidth.of($0.time) }.max() ?? 0
    for item in items {
      let blank = String(repeating: " ", count: width - DisplayWidth.of(item.time))
      text += "      \(ink.mark(item.mark)) \(item.time)\(blank)  \(VisibleText.of(item.what))\n"
    }
    if day.items.count > items.count {
      text += "      … and \(Words.grouped(day.items.count - items.count)) more\n"
    }
    return text
  }

  /// `entries 24 → 48: 24 added`; nil where all are as they were.
  private func words(_ name: String, _ count: DayDifference.Count) -> String? {
    let parts = [
      (count.added, "added"), (count.gone, "gone"), (count.moved, "moved"),
      (count.other, "changed"),
    ].filter { $0.0 > 0 }.map { "\(Words.grouped($0.0)) \($0.1)" }
    guard !parts.isEmpty else { return nil }
    let numbers =
      count.old == count.new
      ? "\(Words.grouped(count.old)) \(name)"
      : "\(name) \(Words.grouped(count.old)) → \(Words.grouped(count.new))"
    return numbers + ": " + parts.joined(separator: ", ")
  }

  private var summary: String {
    guard !isEmpty else {
      return "no difference: \(Words.count(schedule.unchanged, "placement")) as before\n"
    }
    var parts: [String] = []
    if !stored.broken.isEmpty {
      parts.append("\(Words.count(stored.broken.count, "placement")) broken")
    }
    for (count, name) in [
      (added.count, "added"), (removed.count, "removed"), (changed, "changed"),
      (schedule.unchanged, "as before"),
    ] where count > 0 {
      parts.append("\(Words.grouped(count)) \(name)")
    }
    var text = parts.joined(separator: ", ") + "\n"
    if schedule.judged < schedule.classes {
      text +=
        "\(schedule.judged) of \(Words.grouped(schedule.classes)) different placements were run\n"
    }
    return text
  }
}

/// The colours of a difference.
private struct Ink {
  let usesColor: Bool

  func red(_ text: String) -> String { colored(text, 31) }
  func green(_ text: String) -> String { colored(text, 32) }
  func yellow(_ text: String) -> String { colored(text, 33) }

  func mark(_ mark: String) -> String {
    switch mark {
    case "+": green(mark)
    case "-": red(mark)
    default: yellow(mark)
    }
  }

  private func colored(_ text: String, _ code: Int) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
