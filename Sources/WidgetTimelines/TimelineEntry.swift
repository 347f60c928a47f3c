public import FoundationEssentials

/// What shows from a date on.
public protocol TimelineEntry {
  /// The date from which the entry shows.
  var date: Date { get }
  /// How relevant the entry is beside the provider's other entries; nil where nothing is said.
  var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
  /// No relevance, as in WidgetKit.
  public var relevance: TimelineEntryRelevance? { nil }
}

/// How relevant an entry is, relative to the other entries of its provider.
public struct TimelineEntryRelevance: Codable, Hashable, Sendable {
  /// The relevance; only its order among the provider's own entries has a meaning.
  public var score: Float
  /// The seconds for which the score holds; 0 until the next entry.
  public var duration: TimeInterval

  /// Creates a relevance.
  public init(score: Float, duration: TimeInterval = 0) {
    self.score = score
    self.duration = duration
  }
}
