package import MetschedTime

/// What the machine wants done; a buffer that the driver empties and hands in again.
package struct Actions: Sendable {
  package var records = RecordBuffer()
  /// Requests to be answered, in order of placement.
  package var asks: [Request] = []
  /// Requests whose time limit has passed; the answer to each is a failure, now.
  package var expired: [Request] = []
  /// Timelines that show no further entry; the one that shows may be their last.
  package var released: [TimelineID] = []
  package var warnings: [Warning] = []

  package init() {}

  /// Whether nothing is there but requests.
  package var isDelivered: Bool { records.isEmpty && released.isEmpty && warnings.isEmpty }

  /// Empties everything but the requests.
  package mutating func removeDelivered() {
    records.removeAll()
    if !released.isEmpty { released.removeAll(keepingCapacity: true) }
    if !warnings.isEmpty { warnings.removeAll(keepingCapacity: true) }
  }

  package mutating func removeAll() {
    removeDelivered()
    asks.removeAll(keepingCapacity: true)
    expired.removeAll(keepingCapacity: true)
  }
}

/// Something that its author should know; it changes nothing.
package struct Warning: Sendable {
  package enum Kind: UInt8, Sendable {
    /// The date of `after` is not after the grant, so nothing is asked for.
    case datePassed
    /// `atEnd` replaced the last entry before half of its turn.
    case lastEntryHardlySeen
    /// A provider asks for a reload while it answers one, so the reload waits for the retry.
    case reloadLoop
  }

  package var kind: Kind
  package var placement: PlacementNumber
  package var at: Instant
}
