/// What the host has granted each placement, in elapsed milliseconds.
///
/// Elapsed time goes on evenly when the wall clock is set, so a jump neither gives budget back
/// nor takes it. A placement on a host without budget and spacing costs four bytes here; one with
/// a budget of B holds its B newest counted grants in a ring.
struct Ledger {
  /// The account of each placement; -1 for those whose host needs none.
  private var accountNumbers: [Int32] = []
  private var accounts: [Account] = []

  private struct Account {
    /// The newest grant of any kind; nil before the first.
    var lastGrant: Int64?
    /// Counted grants, the oldest at `head` once there are as many as the budget.
    var counted: [Int64] = []
    var head = 0
  }

  mutating func add(for host: Host) {
    guard host.spacing > 0 || host.budget != nil else {
      accountNumbers.append(-1)
      return
    }
    accountNumbers.append(Int32(accounts.count))
    accounts.append(Account())
  }

  /// Keeps what was granted under the account of another host, as far as that keeps one.
  ///
  /// A host without budget and spacing keeps no account, so after it a new one begins.
  mutating func move(_ placement: Int, to host: Host) {
    let number = accountNumbers[placement]
    guard host.spacing > 0 || host.budget != nil else { return }
    guard number >= 0 else {
      accountNumbers[placement] = Int32(accounts.count)
      accounts.append(Account())
      return
    }
    var account = accounts[Int(number)]
    let ascending = account.counted[account.head...] + account.counted[..<account.head]
    account.counted = Array(ascending.suffix(host.budget ?? ascending.count))
    account.head = 0
    accounts[Int(number)] = account
  }

  /// When spacing allows the next grant; nil before the first grant.
  func spacingEnds(_ placement: Int, host: Host) -> Int64? {
    guard host.spacing > 0, let last = accounts[Int(accountNumbers[placement])].lastGrant else {
      return nil
    }
    return last + host.spacing
  }

  /// When the budget allows the next counted grant; nil while fewer than the budget are counted.
  func budgetReturns(_ placement: Int, host: Host) -> Int64? {
    guard let budget = host.budget else { return nil }
    let account = accounts[Int(accountNumbers[placement])]
    guard account.counted.count >= budget else { return nil }
    return account.counted[account.head] + Host.day
  }

  /// The counted grants that are left at an elapsed time; nil without a budget.
  func left(_ placement: Int, host: Host, at elapsed: Int64) -> Int? {
    guard let budget = host.budget else { return nil }
    // A unit is back at exactly 24 hours after its grant.
    let counted = accounts[Int(accountNumbers[placement])].counted
    return budget - counted.reduce(0) { $0 + ($1 + Host.day > elapsed ? 1 : 0) }
  }

  mutating func record(_ placement: Int, host: Host, at elapsed: Int64, counted: Bool) {
    guard host.spacing > 0 || host.budget != nil else { return }
    let number = Int(accountNumbers[placement])
    accounts[number].lastGrant = elapsed
    guard counted, let budget = host.budget else { return }
    if accounts[number].counted.count < budget {
      accounts[number].counted.append(elapsed)
    } else {
      accounts[number].counted[accounts[number].head] = elapsed
      accounts[number].head = (accounts[number].head + 1) % budget
    }
  }
}
