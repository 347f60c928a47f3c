package import MetschedTime

/// The stand-in for the system: what it grants, and when.
package struct Host: Hashable, Sendable {
  /// The counted reloads in any 24 hours, at least one; nil without a budget.
  package var budget: Int?
  /// The least milliseconds from one grant to the next.
  package var spacing: Int64
  /// The milliseconds from due to granted; drawn for each grant.
  package var latency: ClosedRange<Int64>
  /// The milliseconds that a provider may take for its answer; exactly that is in time.
  package var timeLimit: Int64
  /// Whether `atEnd` is granted one interval after the last entry, so that it has its turn.
  package var grantsAtEnd: Bool
  /// Whether an edit reloads at once; else the next grant of any cause uses the new values.
  package var reloadsOnEdit: Bool

  /// When somebody looks, in the placement's zone; nil for always.
  ///
  /// What is due at other times is granted from the window's next start on.
  package var visible: TimeWindow?

  package init(
    budget: Int?, spacing: Int64, latency: ClosedRange<Int64>, timeLimit: Int64,
    grantsAtEnd: Bool, reloadsOnEdit: Bool = true, visible: TimeWindow? = nil
  ) {
    precondition(budget.map { $0 > 0 } ?? true, "a host grants at least one reload a day")
    self.budget = budget
    self.spacing = spacing
    self.latency = latency
    self.timeLimit = timeLimit
    self.grantsAtEnd = grantsAtEnd
    self.reloadsOnEdit = reloadsOnEdit
    self.visible = visible
  }

  /// A host that grants everything at its date.
  package static let ideal = Host(
    budget: nil, spacing: 0, latency: 0...0, timeLimit: 30_000, grantsAtEnd: true)

  /// The milliseconds after which the system asks again where a provider gives no distance.
  ///
  /// 24 hours ÷ budget, or the 36 minutes of the documented 40 a day.
  package var singleEntryDistance: Int64 {
    guard let budget else { return 36 * 60_000 }
    return Host.day / Int64(budget)
  }

  /// Whether every reload is granted at its own date, so that no account is kept of them.
  var grantsAtOnce: Bool {
    budget == nil && spacing == 0 && latency == 0...0 && visible == nil
  }

  /// The window in which the budget counts.
  package static let day: Int64 = 24 * 3_600_000
}
