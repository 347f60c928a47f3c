/// The entries that a provider answers with, and when it may be asked again.
public struct Timeline<EntryType: TimelineEntry> {
  /// The entries, meant to be in order of date.
  public let entries: [EntryType]
  /// The earliest time for a new timeline.
  public let policy: TimelineReloadPolicy

  /// Creates a timeline.
  public init(entries: [EntryType], policy: TimelineReloadPolicy) {
    self.entries = entries
    self.policy = policy
  }
}

extension Timeline: Sendable where EntryType: Sendable {}
