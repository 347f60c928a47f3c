import Foundation
import MetschedAnalysis
import MetschedConfiguration
import MetschedTime
import Testing

/// What an edit changes in a day, from two runs.
@Suite("Differences of days")
struct ScheduleDifferenceTests {
  private static let file = """
    clock: {virtual: {start: 2026-01-05T00:00, for: 1d}}
    host: HOST
    widgets:
      Word:
        source: {items: [{title: acorn}, {title: birch}, {title: cedar}]}
        interval: 8h
        reload: {after: end}
    users:
      ann: {Word: }
      bob: {timezone: Asia/Tokyo, Word: }
    events:
      - {at: "12:00", user: ann, edit: {Word: }}

    """

  /// Returns a line for each thing that is another: its hour in the old run and in the new one, with
  /// the letter of the entry, or `r` for a reload.
  private func difference(
    host: String = "ideal", _ edits: (old: String, new: String)...
  ) async throws -> ScheduleDifference {
    let old = Self.file.replacingOccurrences(of: "HOST", with: host)
    let new = edits.reduce(old) { $0.replacingOccurrences(of: $1.old, with: $1.new) }
    let difference = ConfigurationDifference(
      old: try LoadedText(old).configuration(), new: try LoadedText(new).configuration())
    let start = difference.old.clock.start.value
    return await ScheduleDifference(
      difference, without: [], over: start..<start + 86_400_000)
  }

  private func lines(_ day: DayDifference) -> [String] {
    func hour(_ happening: Happening?) -> String {
      happening.map { String($0.at.rfc3339(in: .utc).dropFirst(11).prefix(5)) } ?? "-"
    }
    return day.items.map { item in
      let happening = item.new ?? item.old
      var name = "r"
      if case .shows(let shown)? = happening?.what {
        name = String(shown.words.filter { !"“”".contains($0) })
      }
      return "\(hour(item.old)) \(hour(item.new)) \(name)"
    }
  }

  @Test func `a file that is the same, or has another name for a kind, changes no day`()
    async throws
  {
    for host in ["ideal", "widgetkit"] {
      let same = try await difference(host: host)
      #expect(same.groups.isEmpty)
      #expect(same.unchanged == 2)
      let renamed = try await difference(
        host: host, ("  Word:\n", "  Tree:\n    was: Word\n"), ("Word: }", "Tree: }"))
      #expect(renamed.groups.isEmpty)
      #expect(renamed.unchanged == 2)
    }
  }

  @Test func `entries that come earlier are moved, and what is more is added`() async throws {
    let found = try await difference(("interval: 8h", "interval: 6h"))
    try #require(found.groups.count == 1)
    let group = found.groups[0]
    #expect(group.placements.count == 2)
    #expect(group.values.map(\.text) == ["interval 8h → 6h"])
    let day = try #require(group.day)
    #expect(
      lines(day) == [
        "08:00 06:00 birch", "16:00 12:00 cedar", "- 18:00 r", "- 18:00 acorn",
      ])
    #expect(day.entries == DayDifference.Count(old: 3, new: 4, added: 1, moved: 2))
    #expect(day.reloads == DayDifference.Count(old: 1, new: 2, added: 1))
  }

  @Test func `what asks less often is gone, and nothing moves past what stays`() async throws {
    let often = try await difference(("{after: end}", "{after: 2h}"))
    let day = try #require(often.groups.first?.day)
    #expect(day.reloads == DayDifference.Count(old: 1, new: 12, added: 11))
    #expect(day.entries.moved == 0)
    #expect(lines(day).filter { $0.hasSuffix("r") }.first == "- 02:00 r")
  }

  @Test func `an event of one version alone is seen`() async throws {
    let failing = try await difference(
      (
        "events:\n",
        "events:\n  - {at: \"00:00\", fail: Word, for: 2h}\n"
      ))
    try #require(!failing.groups.isEmpty)
    let day = try #require(failing.groups[0].day)
    #expect(failing.groups[0].values.isEmpty)
    #expect(day.reloads.other > 0)
    #expect(lines(day).contains("00:00 00:00 the placeholder"))
  }
}
