/// What the host has granted each placement, in elapsed milliseconds.
///
/// Elapsed time goes on evenly when the wall clock is set, so a jump neither gives budget back
/// nor takes it. A placement on a host without budget and spacing costs four bytes here; one with
/// a budget of B holds its B newest counted grants in a ring, and as many as under a larger budget
/// before.
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

    /// Puts the oldest grant first, so that the ring can grow.
    mutating func straighten() {
      counted = Array(counted[head...] + counted[..<head])
      head = 0
    }

    /// The counted grant that is newest but so many; nil where there are fewer.
    func newest(_ number: Int) -> Int64? {
      guard counted.count >= number else { return nil }
      return counted[(head + counted.count - number) % counted.count]
    }
  }

  /// Opens the account of the next placement, where its host needs one.
  ///
  /// - Parameters:
  ///   - host: the host.
  ///   - saved: what was granted before.
  mutating func add(for host: Host, _ saved: SavedAccount? = nil) {
    guard host.spacing > 0 || host.budget != nil || saved != nil else {
      accountNumbers.append(-1)
      return
    }
    accountNumbers.append(Int32(accounts.count))
    var account = Account()
    if let saved {
      account.lastGrant = saved.lastGrant
      account.counted = saved.counted
    }
    accounts.append(account)
  }

  /// Returns a placement's account, oldest grant first; nil where it has none.
  func account(_ placement: Int) -> SavedAccount? {
    guard accountNumbers[placement] >= 0 else { return nil }
    let account = accounts[Int(accountNumbers[placement])]
    return SavedAccount(
      lastGrant: account.lastGrant,
      counted: Array(account.counted[account.head...] + account.counted[..<account.head]))
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
    // More than a smaller budget asks for, so that a larger one finds them again.
    accounts[Int(number)].straighten()
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
    return account.newest(budget).map { $0 + Host.day }
  }

  /// The counted grants that are left at an elapsed time; nil without a budget.
  func left(_ placement: Int, host: Host, at elapsed: Int64) -> Int? {
    guard let budget = host.budget else { return nil }
    // A unit is back at exactly 24 hours after its grant.
    let counted = accounts[Int(accountNumbers[placement])].counted
    return max(0, budget - counted.reduce(0) { $0 + ($1 + Host.day > elapsed ? 1 : 0) })
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
      accounts[number].head = (accounts[number].head + 1) % accounts[number].counted.count
    }
  }
}
