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
  let host: Int
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
  var grants: [(elapsed: Int64, isCounted: Bool)] = []
  var failures = 0

  init(_ new: NewPlacement) {
    user = new.user
    host = new.host
    rule = new.rule
    zone = new.zone
    nameHash = new.nameHash
  }

  var causes: CauseList {
    var causes = CauseList()
    for request in requests { causes.append(request.cause) }
    return causes
  }

  var countedGrants: [(elapsed: Int64, isCounted: Bool)] { grants.filter { $0.isCounted } }

  func hasUntoldDeferral(_ reason: GrantReason?) -> Bool {
    !isDeferralTold && (reason == .spacing || reason == .budget)
  }

  mutating func makeRequestsEligible(at time: Instant) {
    for number in requests.indices {
      requests[number].made = time
      requests[number].eligible = time
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
  /// Whether the clock was set since it was made.
  var isOfOldClock = false
}

/// The one thing that the reference takes from the engine: what number a hash gives.
func drawnLatency(
  _ range: ClosedRange<Int64>, seed: UInt64, nameHash: UInt64, generation: Int
) -> Int64 {
  Latency.draw(range, seed: seed, nameHash: nameHash, generation: UInt32(generation))
}
