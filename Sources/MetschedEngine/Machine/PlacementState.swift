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

/// All that the machine holds of a placement on its hot path: 64 bytes, one line of the cache.
///
/// A step of the machine reads it once, changes the copy and writes it back. A million of these
/// must fit: no reference, no optional that costs a word of its own.
struct PlacementState {
  /// The timeline that shows: a regular one in three words, else `dates` of the side table.
  var base: Int64 = 0
  /// The true deadline; `noDate` for none.
  ///
  /// Entries of the queue that say another one are old.
  var deadline: Int64 = PlacementState.noDate
  /// The eligible date of the policy or retry under way; `noDate` for none.
  var policyDate: Int64 = PlacementState.noDate
  /// The milliseconds from one regular entry to the next.
  var step: UInt32 = 0
  var entryCount: Int32 = 0
  /// The index of the next entry; what shows is the one before it.
  var nextEntry: Int32 = 0
  var timeline: Int32 = PlacementState.noIndex
  /// The requests that wait for their grant, as an index of the pending table.
  var pending: Int32 = PlacementState.noIndex
  /// The grant that waits for its answer, as an index of the pending table.
  var underWay: Int32 = PlacementState.noIndex
  var generation: UInt32 = 0
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
    /// `policyEnd` is the end that `ideal` waits for with `atEnd`.
    static let waitsForEnd = Flags(rawValue: 32)
    /// The host grants everything at its own date.
    static let grantsAtOnce = Flags(rawValue: 64)
  }

  // NB: sentinels only inside this file's words; `Instant?` everywhere else.
  static let noDate = Int64.max
  static let noIndex: Int32 = -1

  init(_ new: NewPlacement, on host: Host) {
    rule = Int32(new.rule)
    self.host = Int16(new.host)
    zone = Int16(new.zone)
    if host.grantsAtOnce { flags.insert(.grantsAtOnce) }
  }

  /// Whether a regular answer finds nothing here but its place: regular dates, no request that
  /// waits, and a host that grants everything at its own date.
  var showsRegularly: Bool {
    pending < 0 && flags.intersection([.irregular, .grantsAtOnce]) == .grantsAtOnce
  }

  /// Ends the policy, as a grant does.
  mutating func clearPolicy() {
    policyDate = PlacementState.noDate
    flags.remove([.retry, .watchesLastEntry, .waitsForEnd])
  }
}

/// What the machine holds of a placement and seldom looks at.
struct PlacementBackground {
  var nameHash: UInt64
  /// Valid while a flag of the state says what it is.
  var policyEnd: Int64 = 0
  let user: Int32

  init(_ new: NewPlacement) {
    nameHash = new.nameHash
    user = new.user
  }
}
