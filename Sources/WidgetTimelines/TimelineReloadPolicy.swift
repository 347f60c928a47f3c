public import FoundationEssentials

/// The earliest time at which a provider is asked for a new timeline; never a promise.
///
/// Source: WidgetKit, `TimelineReloadPolicy`.
public enum TimelineReloadPolicy: Hashable, Sendable {
  /// A new timeline may be asked for when the last entry becomes relevant.
  case atEnd
  /// A new timeline may be asked for from this date on.
  case after(Date)
  /// Only an event asks for a new timeline.
  case never
}
