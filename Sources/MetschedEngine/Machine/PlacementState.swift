import MetschedTime

/// Where a placement stands between two requests.
///
/// `due` lasts from the first request's date to the grant, `asked` from there to the answer.
enum Phase: UInt8 {
  case added
  case due
  case asked
  case showing
  case removed
}

/// All that the machine holds of a placement on its hot path, in plain words.
///
/// A million of these must fit: no reference, no optional that costs a word of its own.
struct PlacementState {
  /// The timeline that shows: a regular one in three words, else `dates` of the side table.
  var base: Int64 = 0
  var step: Int64 = 0
  var entryCount: Int32 = 0
  /// The index of the next entry; what shows is the one before it.
  var nextEntry: Int32 = 0
  /// The true deadline; `noDate` for none.
  ///
  /// Entries of the queue that say another one are old.
  var deadline: Int64 = PlacementState.noDate
  /// The eligible date of the policy or retry under way; `noDate` for none.
  var policyDate: Int64 = PlacementState.noDate
  /// The end that `ideal` waits for with `atEnd`; `noDate` where it does not wait.
  var policyEnd: Int64 = PlacementState.noDate
  var timeline: Int32 = PlacementState.noIndex
  /// The requests that wait for their grant, as an index of the pending table.
  var pending: Int32 = PlacementState.noIndex
  /// The grant that waits for its answer, as an index of the pending table.
  var underWay: Int32 = PlacementState.noIndex
  var generation: UInt32 = 0
  var user: Int32
  var rule: Int32
  var host: Int16
  var zone: Int16
  /// Failures since the last answer.
  var failures: UInt8 = 0
  var phase: Phase = .added
  var shows: Shows = .nothing
  var flags: Flags = []

  enum Shows: UInt8 {
    case nothing
    case entry
    case placeholder
    case sample
  }

  struct Flags: OptionSet {
    var rawValue: UInt8
    /// The dates stand in the side table at `base`.
    static let irregular = Flags(rawValue: 1)
    static let foreground = Flags(rawValue: 2)
    /// The policy date is that of a retry.
    static let retry = Flags(rawValue: 4)
    /// `policyEnd` is the turn of the last entry, for the warning.
    static let watchesLastEntry = Flags(rawValue: 8)
    /// The entries are samples.
    static let samples = Flags(rawValue: 16)
  }

  // NB: sentinels only inside this file's words; `Instant?` everywhere else.
  static let noDate = Int64.max
  static let noIndex: Int32 = -1

  init(_ new: NewPlacement) {
    user = new.user
    rule = Int32(new.rule)
    host = Int16(new.host)
    zone = Int16(new.zone)
  }
}

/// Requests of a placement before their grant, and the grant before its answer.
struct PendingReload {
  var causes: CauseList
  /// When the first request was eligible.
  var eligible: Instant
  /// Until when requests wait that the provider itself made; nil where somebody else asked too.
  var waits: Instant?
  /// When the grants look at it next: at once while a deferral is to be told, else at the grant.
  var visit: Instant
  /// The grant in elapsed milliseconds, from which the time limit counts.
  var elapsedGrant: Int64 = 0
  /// When the host grants it; nil while an answer is under way, since it counts from there.
  var granted: Instant?
  var reason: GrantReason?
  var isExempt: Bool
  /// Whether the one `defer` record of these requests has been written.
  var isDeferralTold = false
  /// The failure rule at the grant; an edit that waits for the next one leaves it alone.
  var rule: Int32 = 0
  var left: Int32?

  init(eligible: Instant, visit: Instant) {
    causes = CauseList()
    self.eligible = eligible
    self.visit = visit
    isExempt = false
  }

  /// Moves the grant to a date, decided by a reason.
  mutating func grant(at date: Instant, reason: GrantReason?, askedAt time: Instant) {
    granted = date
    self.reason = reason
    visit = isDeferred && !isDeferralTold ? time : date
  }

  /// Whether spacing, budget or the hours in which somebody looks decide the grant's date.
  var isDeferred: Bool { reason?.isDeferral ?? false }
}
