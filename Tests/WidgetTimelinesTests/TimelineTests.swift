import Foundation
import Testing
import WidgetTimelines

/// What somebody writes who has the package for the words of WidgetKit alone.
struct TimelineTests {
  private struct Entry: TimelineEntry {
    var date: Date
    var family: WidgetFamily
  }

  @Test func `a timeline is written as in WidgetKit, with one import`() {
    let start = Date(timeIntervalSince1970: 1_767_600_000)
    let entries = [0, 3_600].map {
      Entry(date: start.addingTimeInterval($0), family: .systemMedium)
    }
    let timeline = Timeline(entries: entries, policy: .after(start.addingTimeInterval(7_200)))
    #expect(timeline.entries.map(\.date) == entries.map(\.date))
    #expect(timeline.entries.allSatisfy { $0.relevance == nil && $0.family.name == "systemMedium" })
    #expect(timeline.policy == .after(Date(timeIntervalSince1970: 1_767_607_200)))
    #expect(timeline.policy != .atEnd)
  }
}
