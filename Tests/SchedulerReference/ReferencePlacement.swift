import MetschedEngine
import MetschedTime

/// All that has happened to a placement of the reference.
struct ReferencePlacement {
  /// A grant that waits for its answer.
  struct Asked {
    var causes: CauseList
    var eligible: Instant
    var granted: Instant
    var elapsed: Int64
    var reason: GrantReason?
    var isExempt: Bool
    var left: Int?
    /// A slow answer has the data of its grant, and the failure rule is one.
    var rule: Int
  }

  let user: Int32
  var host: Int
  let nameHash: UInt64
  var rule: Int
  var zone: Int
  var isRemoved = false

  var timeline: TimelineID?
  var entries: [Instant] = []
  var shownCount = 0
  var isSample = false
  /// Whether there is nothing else to show than a placeholder.
  var isBare = true
  var showsPlaceholder = false

  var policy: (date: Instant, end: Instant?, cause: Cause)?
  var requests: [ReferenceRequest] = []
  var isDeferralTold = false
  var asked: Asked?
  /// Every grant since the start, in elapsed time; its number is the generation.
  ///
  /// A host without budget and spacing takes none down, and one without a budget counts none.
  var grants: [(elapsed: Int64, isCounted: Bool, isKept: Bool)] = []
  var failures = 0

  init(_ new: NewPlacement) {
    user = new.user
    host = new.host
    rule = new.rule
    zone = new.zone
    nameHash = new.nameHash
  }

  /// When the first of the requests could be granted; what waits is taken along by what does not.
  var firstEligible: Instant {
    let first = requests[0]
    guard first.waits != nil else { return first.eligible }
    return min(first.eligible, requests.first { $0.waits == nil }?.eligible ?? first.eligible)
  }

  var causes: CauseList {
    var causes = CauseList()
    for request in requests { causes.append(request.cause) }
    return causes
  }

  var countedGrants: [Int64] { grants.filter(\.isCounted).map(\.elapsed) }

  func hasUntoldDeferral(_ reason: GrantReason?) -> Bool {
    !isDeferralTold && (reason == .spacing || reason == .budget || reason == .visible)
  }

  mutating func makeRequestsEligible(at time: Instant, allAtOnce: Bool = false) {
    // What the provider itself asked for waits, unless somebody else asked too.
    let waits = allAtOnce || requests.contains { $0.waits == nil } ? nil : requests.first?.waits
    for number in requests.indices {
      requests[number].made = time
      requests[number].eligible = max(time, waits ?? time)
      requests[number].zone = zone
      requests[number].isOfOldClock = false
    }
  }
}

/// A request that waits for its grant.
struct ReferenceRequest {
  var cause: Cause
  var made: Instant
  var eligible: Instant
  /// What `atEnd` waits for on `ideal`.
  var end: Instant?
  var isExempt: Bool
  /// Where the window of `visible` is looked at; a change of zone brings a request of its own.
  var zone: Int
  /// Until when it waits, where the provider itself made it.
  var waits: Instant?
  /// Whether the clock was set since it was made.
  var isOfOldClock = false
}

/// The one thing that the reference takes from the engine: what number a hash gives.
func drawnLatency(
  _ range: ClosedRange<Int64>, seed: UInt64, nameHash: UInt64, generation: Int
) -> Int64 {
  Latency.draw(range, seed: seed, nameHash: nameHash, generation: UInt32(generation))
}
