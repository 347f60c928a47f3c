package import MetschedTime

/// When the entries of a timeline show, for those who look at a run.
package struct AnsweredEntries: Sendable {
  package var id: TimelineID
  package var dates: EntryDates
  /// The date that one more entry would have; nil where the provider has no such idea.
  package var end: Instant?

  package init(id: TimelineID, dates: EntryDates, end: Instant?) {
    self.id = id
    self.dates = dates
    self.end = end
  }
}

extension Answers {
  /// Returns the entries of an answer; nil where none has come, or a failure.
  package func entries(at index: Int) -> AnsweredEntries? {
    guard let words = self[index], words.kind == .timeline else { return nil }
    let dates: EntryDates =
      if words.list >= 0 {
        .dates(lists[Int(words.list)])
      } else if words.entryCount > 0 {
        .regular(base: words.first, step: Int64(words.step), count: Int(words.entryCount))
      } else {
        .none
      }
    return AnsweredEntries(id: words.timeline, dates: dates, end: words.end.wrappedValue)
  }
}
