package import MetschedEngine
package import MetschedTime

/// How long placements waited for the host, and when their budget was gone.
///
/// Only those have an account whom the host made wait, so a run on `ideal` costs nothing.
package struct SummaryWaits: Sendable {
  /// A due reload that was not granted.
  package struct Wait: Hashable, Sendable {
    /// When the reload was eligible.
    package var from: Instant
    /// When it was granted; nil where it was still waiting at the end of the run.
    package var granted: Instant?
    package var milliseconds: Int64
    /// What the host waited for.
    package var reason: GrantReason?
  }

  /// What is known of one placement.
  package struct Account: Sendable {
    package fileprivate(set) var longest: Wait?
    /// When the last of the budget was granted for the first time.
    package fileprivate(set) var budgetGone: Instant?
    fileprivate var pending: Wait?

    fileprivate mutating func take(_ wait: Wait) {
      if wait.milliseconds > longest?.milliseconds ?? 0 { longest = wait }
    }
  }

  package private(set) var accounts: [Int32: Account] = [:]

  package init() {}

  /// Takes a record in.
  package mutating func count(_ record: Record) {
    guard case .placement(let placement) = record.scope else { return }
    let index = placement.index
    switch record.what {
    case .deferred(let deferral):
      accounts[index, default: Account()].pending = Wait(
        from: deferral.eligible, milliseconds: 0, reason: deferral.reason)
    case .reload(let reload), .fail(let reload, _): count(reload, of: index)
    case .state(.removed): accounts[index]?.pending = nil
    case .show, .drop, .state: break
    }
  }

  private mutating func count(_ reload: Reload, of index: Int32) {
    let waited = reload.granted - reload.eligible
    let isGone = reload.left == 0 && reload.isCounted
    let isDeferred = reload.reason?.isDeferral ?? false
    let known = accounts.isEmpty ? nil : accounts[index]
    // Latency alone is no wait, since every reload has it, nor is the turn of a last entry.
    guard isDeferred || isGone || known?.pending != nil else { return }
    var account = known ?? Account()
    let reason = reload.reason ?? account.pending?.reason
    account.pending = nil
    if isGone, account.budgetGone == nil { account.budgetGone = reload.granted }
    if reason?.isDeferral == true {
      account.take(
        Wait(from: reload.eligible, granted: reload.granted, milliseconds: waited, reason: reason))
    }
    accounts[index] = account
  }

  /// Takes in what an earlier part of the run has found of a placement.
  mutating func set(_ account: Account, of placement: Int32) {
    accounts[placement] = account
  }

  /// Counts what is still waiting when the run ends.
  package mutating func finish(at end: Instant) {
    for (index, account) in accounts {
      guard var wait = account.pending else { continue }
      wait.milliseconds = max(0, end - wait.from)
      accounts[index]?.take(wait)
    }
  }

  /// The longest waits for anything but latency, the longest first, then by placement.
  private var worst: [(placement: Int32, wait: Wait, budgetGone: Instant?)] {
    accounts.compactMap { index, account in
      guard let wait = account.longest else { return nil }
      return (index, wait, account.budgetGone)
    }.sorted { ($1.wait.milliseconds, $0.placement) < ($0.wait.milliseconds, $1.placement) }
  }

  /// Returns the worst few as lines for people; none where nobody waited but for latency.
  ///
  /// - Parameters:
  ///   - most: how many placements are named.
  ///   - moment: writes an instant.
  ///   - name: names a placement.
  /// - Returns: the lines, each with its end.
  package func text(
    most: Int = 3, moment: (Instant) -> String, name: (PlacementNumber) -> String
  ) -> String {
    let worst = worst
    var text = ""
    for (index, wait, gone) in worst.prefix(most) {
      text += "\(name(PlacementNumber(Int(index)))) waited \(Self.length(wait.milliseconds))"
      text += " for \(wait.reason.map { "\($0)" } ?? "the host"), from \(moment(wait.from))"
      text += wait.granted.map { " to \(moment($0))" } ?? " to the end"
      if let gone { text += "; its budget was gone at \(moment(gone))" }
      text += "\n"
    }
    let rest = worst.count - most
    if rest > 0 { text += "\(rest) more placement\(rest == 1 ? "" : "s") waited for less\n" }
    return text
  }

  /// A wait as people say it: to the second, and to the minute from an hour on.
  private static func length(_ milliseconds: Int64) -> Step {
    let unit: Int64 = milliseconds < 1_000 ? 1 : milliseconds < 3_600_000 ? 1_000 : 60_000
    return Step(milliseconds: (milliseconds + unit / 2) / unit * unit)
  }
}

// MARK: Bytes

extension SummaryWaits.Account: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(longest)
    writer.write(budgetGone)
    writer.write(pending)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    longest = try reader.read()
    budgetGone = try reader.read()
    pending = try reader.read()
  }
}

extension SummaryWaits.Wait: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(from)
    writer.write(granted)
    writer.write(milliseconds)
    writer.write(reason)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    from = try reader.read()
    granted = try reader.read()
    milliseconds = try reader.milliseconds()
    reason = try reader.read()
  }
}
