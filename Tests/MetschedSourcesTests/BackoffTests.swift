import Testing

@testable import MetschedSources

/// How long a failed request waits.
@Suite struct BackoffTests {
  @Test(arguments: [(1, 250), (2, 500), (3, 1_000), (5, 4_000), (60, 4_000)])
  func `the wait doubles up to a limit, and is at least half of it`(tries: Int, whole: Int64) {
    let waits = (0..<200).map { _ in Backoff.delay(after: tries).milliseconds }
    #expect(waits.allSatisfy { (whole / 2...whole).contains($0) })
    // Not everybody comes back at once.
    #expect(Set(waits).count > 20)
  }
}
