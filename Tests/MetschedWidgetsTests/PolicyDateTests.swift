import MetschedConfiguration
import MetschedEngine
import MetschedTime
import Testing

@testable import MetschedWidgets

/// The date that `max-age` gives.
@Suite struct PolicyDateTests {
  private func date(expiry: Int64?, end: Int64? = 9_000, list: [ReloadDate] = [.maxAge]) -> Int64? {
    let rule = ReloadRule.after(list.map { Setting($0, .builtIn) }, within: nil)
    let policy = PolicyDate.policy(
      of: rule, grant: Instant(milliseconds: 1_000), end: end.map { Instant(milliseconds: $0) },
      expiry: expiry.map { Instant(milliseconds: $0) }, in: .utc)
    guard case .after(let date, _, _) = policy else { return nil }
    return date.milliseconds
  }

  @Test func `a server's max-age sets the date`() {
    #expect(date(expiry: 5_000) == 5_000)
    #expect(date(expiry: 50_000) == 50_000)
    #expect(date(expiry: 50_000, list: [.maxAge, .elapsed(Step(milliseconds: 2_000))]) == 3_000)
  }

  @Test func `a server that says nothing, or no time at all, leaves it to the end`() {
    #expect(date(expiry: nil) == 9_000)
    #expect(date(expiry: 1_000) == 9_000)
    // Without entries the machine waits for the retry.
    #expect(date(expiry: nil, end: nil) == 1_000)
  }
}
