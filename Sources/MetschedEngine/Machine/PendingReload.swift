import MetschedTime

/// Requests of a placement before their grant, and the grant before its answer.
struct PendingReload {
  /// What asks; the list of a long one stands in the machine's table.
  var causes: ShortCauses
  /// When the first request was eligible.
  var eligible: Instant
  /// When the grants look at it next: at once while a deferral is to be told, else at the grant.
  var visit: Instant
  /// The grant in elapsed milliseconds, from which the time limit counts.
  var elapsedGrant: Int64 = 0
  /// When the host grants it; not valid while `isDated` is false.
  private var grantDate: Instant
  /// The budget left after the grant; below zero without one.
  private var budgetLeft: Int32 = -1
  /// The failure rule at the grant; an edit that waits for the next one leaves it alone.
  var rule: Int32 = 0
  private var isDated = false
  var reason: GrantReason?
  var isExempt = false
  /// Whether all of the requests are the provider's own, which wait even where an answer frees others.
  var waits = false
  /// Whether the one `defer` record of these requests has been written.
  var isDeferralTold = false

  init(eligible: Instant, visit: Instant) {
    causes = ShortCauses()
    self.eligible = eligible
    self.visit = visit
    grantDate = visit
  }

  /// When the host grants it; nil while an answer is under way, since it counts from there.
  var granted: Instant? {
    get { isDated ? grantDate : nil }
    set {
      isDated = newValue != nil
      grantDate = newValue ?? grantDate
    }
  }

  /// The budget left after the grant; nil without one.
  var left: Int? {
    get { budgetLeft < 0 ? nil : Int(budgetLeft) }
    set { budgetLeft = newValue.map(Int32.init) ?? -1 }
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

/// The pending reloads of all placements, named by slots that are used again and again.
struct PendingTable {
  private var rows = Rows<PendingReload>()
  private var free = Rows<Int32>()
  /// The causes of the rows that have more than their word holds, by slot.
  private var long: [Int32: CauseList] = [:]
  /// How long the table may be that is kept although all of it is free.
  private static let kept = 4096

  mutating func claim() {
    rows.claim()
    free.claim()
  }

  subscript(slot: Int32) -> PendingReload {
    @inline(__always) get { rows[Int(slot)] }
    @inline(__always) _modify { yield &rows[Int(slot)] }
  }

  /// Returns the slot that a pending reload is stored in.
  @inline(__always)
  mutating func insert(_ pending: PendingReload) -> Int32 {
    if let slot = free.popLast() {
      rows[Int(slot)] = pending
      return slot
    }
    rows.append(pending)
    return Int32(rows.count - 1)
  }

  @inline(__always)
  mutating func remove(_ slot: Int32) {
    if rows[Int(slot)].causes.isLong { long[slot] = nil }
    free.append(slot)
    // When everything is added at one instant the table holds everybody, and later only a few.
    if free.count == rows.count, rows.count > Self.kept { self = PendingTable() }
  }

  /// Returns the causes of a pending reload.
  @inline(__always)
  func causes(of slot: Int32) -> CauseList {
    let causes = rows[Int(slot)].causes
    return causes.isLong ? long[slot] ?? CauseList() : CauseList(causes)
  }

  mutating func append(_ causes: CauseList, to slot: Int32) {
    if rows[Int(slot)].causes.isLong {
      long[slot]?.append(causes)
      return
    }
    var list = CauseList(rows[Int(slot)].causes)
    list.append(causes)
    rows[Int(slot)].causes = list.short
    if list.short.isLong { long[slot] = list }
  }
}
