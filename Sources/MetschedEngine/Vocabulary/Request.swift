package import MetschedTime

/// A granted reload that a provider has to answer.
///
/// The generation grows with each grant of a placement; an answer that bears an older one is
/// dropped.
package struct Request: Hashable, Sendable, BitwiseCopyable {
  package var placement: PlacementNumber
  package var generation: UInt32
  /// When the host granted the reload; entries and policy dates count from here.
  package var granted: Instant
  /// Whether the time limit has passed, so that only a failure is an answer.
  package var hasExpired: Bool

  package init(
    placement: PlacementNumber, generation: UInt32, granted: Instant, hasExpired: Bool = false
  ) {
    self.placement = placement
    self.generation = generation
    self.granted = granted
    self.hasExpired = hasExpired
  }
}
