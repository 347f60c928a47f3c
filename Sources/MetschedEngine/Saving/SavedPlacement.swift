package import MetschedTime

/// What a machine holds of a placement, as values of their own.
///
/// Host, zone, user and failure rule are not among them: they follow from the placement's values,
/// and their numbers may be others at the next start. Neither is the timeline's id, which names
/// what the runtime keeps.
package struct SavedPlacement: Equatable, Sendable {
  /// Whether it has gone, so that nothing else counts.
  package var isRemoved = false
  /// The timeline whose entries show; nil where there is none.
  package var timeline: SavedTimeline?
  /// The eligible date of the policy or retry under way.
  package var policyDate: Instant?
  /// The end that `flags` speak of.
  package var policyEnd: Instant
  package var generation: UInt32
  /// Failures since the last answer.
  package var failures: UInt8
  var phase: Phase
  var shows: PlacementState.Shows
  var flags: PlacementState.Flags
  /// The requests that wait for their grant.
  package var pending: SavedPending?
  /// The grant that waits for its answer.
  package var underWay: SavedPending?
  package var account: SavedAccount?

  /// When the answer under way was granted; nil where none is.
  package var grantUnderWay: Instant? { underWay?.granted }
}

/// The dates of a timeline, and how many of its entries have had their turn.
package struct SavedTimeline: Equatable, Sendable {
  package var dates: EntryDates
  /// The index of the next entry.
  package var nextEntry: Int32

  /// How many entries it has.
  package var count: Int { dates.count }
}

/// Requests before their grant, or a grant before its answer.
package struct SavedPending: Equatable, Sendable {
  package var causes: [Cause]
  package var eligible: Instant
  var visit: Instant
  /// The grant in elapsed milliseconds.
  var elapsedGrant: Int64
  package var granted: Instant?
  var left: Int32?
  /// The failure rule at the grant; nil before.
  package var rule: FailureHandling?
  package var reason: GrantReason?
  package var isExempt: Bool
  var waits: Bool
  var isDeferralTold: Bool
}

/// What the host has granted a placement, in elapsed milliseconds.
package struct SavedAccount: Equatable, Sendable {
  /// The newest grant of any kind.
  package var lastGrant: Int64?
  /// The newest counted grants, in order.
  package var counted: [Int64]
}

// MARK: Bytes

extension Cause: StateCodable {}
extension GrantReason: StateCodable {}
extension PolicyReason: StateCodable {}
extension Phase: StateCodable {}
extension PlacementState.Shows: StateCodable {}
extension FailureHandling.Show: StateCodable {}

extension SavedPlacement: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(timeline)
    writer.write(policyDate)
    writer.write(policyEnd)
    writer.write(generation)
    writer.write(failures)
    writer.write(phase)
    writer.write(shows)
    writer.write(flags.rawValue)
    writer.write(pending)
    writer.write(underWay)
    writer.write(account)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    timeline = try reader.read()
    policyDate = try reader.read()
    policyEnd = try reader.read()
    generation = try reader.read()
    failures = try reader.read()
    phase = try reader.read()
    shows = try reader.read()
    flags = PlacementState.Flags(rawValue: try reader.read())
    pending = try reader.read()
    underWay = try reader.read()
    account = try reader.read()
    guard (phase == .asked) == (underWay != nil), phase != .removed,
      underWay.map({ $0.granted != nil && $0.rule != nil }) ?? true
    else { throw reader.wrong("a grant without its answer's place") }
  }

  /// A placement that has gone.
  package static let removed = SavedPlacement(
    isRemoved: true, policyEnd: Instant(milliseconds: 0), generation: 0, failures: 0,
    phase: .removed, shows: .nothing, flags: [])
}

extension SavedTimeline: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(dates)
    writer.write(nextEntry)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    dates = try reader.read()
    nextEntry = try reader.read()
    guard (0...dates.count).contains(Int(nextEntry)) else {
      throw reader.wrong("entry \(nextEntry) of \(dates.count)")
    }
    // Longer steps are kept date by date.
    if case .regular(_, let step, _) = dates, UInt32(exactly: step) == nil {
      throw reader.wrong("a step of \(step) ms")
    }
  }
}

extension SavedPending: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(causes)
    writer.write(eligible)
    writer.write(visit)
    writer.write(elapsedGrant)
    writer.write(granted)
    writer.write(left)
    writer.write(rule)
    writer.write(reason)
    writer.write(isExempt)
    writer.write(waits)
    writer.write(isDeferralTold)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    causes = try reader.read()
    eligible = try reader.read()
    visit = try reader.read()
    elapsedGrant = try reader.milliseconds()
    granted = try reader.read()
    left = try reader.read()
    rule = try reader.read()
    reason = try reader.read()
    isExempt = try reader.read()
    waits = try reader.read()
    isDeferralTold = try reader.read()
  }
}

extension SavedAccount: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(lastGrant)
    writer.write(counted)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    lastGrant = try reader.read(Instant?.self)?.milliseconds
    counted = try reader.read([Instant].self).map(\.milliseconds)
  }
}

extension FailureHandling: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(show)
    writer.write(retry)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    let show: Show = try reader.read()
    let retry: Step = try reader.read()
    guard retry.nominalMilliseconds > 0 else { throw reader.wrong("a retry of no length") }
    self.init(show: show, retry: retry)
  }
}
