import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// Failures, time limits and retries.
struct FailureTests {
  static func showing(_ show: FailureHandling.Show, retry: Step? = nil) -> FailureHandling {
    FailureHandling(show: show, retry: retry ?? Step(milliseconds: .minutes(15)))
  }

  @Test func `with last the old timeline goes on, and the retry is the policy`() {
    expect(
      [.entries(4, every: .minutes(2), .after(.minutes(3))), .failure], until: "0:07:00",
      """
      0:00:00 a reload added free, 4 entries 0:00:00…0:06:00, after at 0:03:00
      0:00:00 a show a1[0]
      0:02:00 a show a1[1]
      0:03:00 a fail policy counted, after at 0:18:00, no source
      0:04:00 a show a1[2]
      0:06:00 a show a1[3]
      """)
  }

  @Test func `with last the last good content shows where nothing else does`() {
    expect(
      [.failure(last: 0, .minutes(10)), .failure(last: 0, .minutes(10))], until: "0:20:00",
      """
      0:00:00 a fail added free, 2 entries 0:00:00…0:10:00, after at 0:15:00, no source
      0:00:00 a show a1[0]
      0:10:00 a show a1[1]
      0:15:00 a fail retry counted, after at 0:45:00, no source
      """)
  }

  @Test func `with placeholder the last good content does not show`() {
    expect(
      rule: Self.showing(.placeholder), [.failure(last: 0)], until: "0:10:00",
      """
      0:00:00 a fail added free, after at 0:15:00, no source
      0:00:00 a show placeholder
      """)
  }

  @Test func `with placeholder the old timeline ends, and one placeholder shows`() {
    expect(
      rule: Self.showing(.placeholder),
      [.entries(4, every: .minutes(2), .after(.minutes(3))), .failure], until: "0:50:00",
      """
      0:00:00 a reload added free, 4 entries 0:00:00…0:06:00, after at 0:03:00
      0:00:00 a show a1[0]
      0:02:00 a show a1[1]
      0:03:00 a fail policy counted, after at 0:18:00, no source
      0:03:00 a show placeholder
      0:18:00 a fail retry counted, after at 0:48:00, no source
      0:48:00 a fail retry counted, after at 1:48:00, no source
      """)
  }

  @Test func `with sample the samples follow, until an answer comes`() {
    expect(
      rule: Self.showing(.sample),
      [
        .entries(4, every: .minutes(2), .after(.minutes(3))),
        .failure(sample: 0, .minutes(10), .minutes(20)),
        .entries(1, every: .minutes(1), .never),
      ], until: "1:00:00",
      """
      0:00:00 a reload added free, 4 entries 0:00:00…0:06:00, after at 0:03:00
      0:00:00 a show a1[0]
      0:02:00 a show a1[1]
      0:03:00 a fail policy counted, 3 entries 0:03:00…0:23:00, after at 0:18:00, no source
      0:03:00 a show sample a2[0]
      0:13:00 a show sample a2[1]
      0:18:00 a reload retry counted, 1 entries 0:18:00…0:18:00, never
      0:18:00 a show a3[0]
      """)
  }

  @Test func `where there are no samples, the placeholder shows`() {
    for reply in [
      Reply.failure, Reply(dates: .offsets([]), policy: .never, fails: true, sample: .offsets([])),
    ] {
      expect(
        rule: Self.showing(.sample),
        [.entries(4, every: .minutes(2), .after(.minutes(3))), reply], until: "0:10:00",
        """
        0:00:00 a reload added free, 4 entries 0:00:00…0:06:00, after at 0:03:00
        0:00:00 a show a1[0]
        0:02:00 a show a1[1]
        0:03:00 a fail policy counted,\(reply.sample == nil ? "" : " 0 entries,") after at 0:18:00, no source
        0:03:00 a show placeholder
        """)
    }
  }

  @Test func `samples that come while last shows are not shown`() {
    let playback = expect(
      [.failure(sample: 0)], until: "0:10:00",
      """
      0:00:00 a fail added free, after at 0:15:00, no source
      0:00:00 a show placeholder
      """)
    #expect(playback.released == playback.answered)
  }

  @Test func `the retry doubles up to six hours, until an answer resets it`() {
    let answer = Reply.entries(1, every: .minutes(1), .after(.hours(1)))
    expect(
      [Reply](repeating: .failure, count: 7) + [answer, .failure], until: "21:00:00",
      skipping: .shows,
      """
      0:00:00 a fail added free, after at 0:15:00, no source
      0:15:00 a fail retry counted, after at 0:45:00, no source
      0:45:00 a fail retry counted, after at 1:45:00, no source
      1:45:00 a fail retry counted, after at 3:45:00, no source
      3:45:00 a fail retry counted, after at 7:45:00, no source
      7:45:00 a fail retry counted, after at 13:45:00, no source
      13:45:00 a fail retry counted, after at 19:45:00, no source
      19:45:00 a reload retry counted, 1 entries 19:45:00…19:45:00, after at 20:45:00
      20:45:00 a fail policy counted, after at 21:00:00, no source
      """)
  }

  @Test func `an empty answer is an answer, and resets the retry`() {
    expect(
      [.failure, .failure, .none(.atEnd), .failure], until: "1:05:00", skipping: .shows,
      """
      0:00:00 a fail added free, after at 0:15:00, no source
      0:15:00 a fail retry counted, after at 0:45:00, no source
      0:45:00 a reload retry counted, 0 entries, atEnd at 1:00:00 empty
      1:00:00 a fail policy counted, after at 1:15:00, no source
      """)
  }

  @Test func `a retry of six hours or more stays as it is`() {
    expect(
      rule: Self.showing(.last, retry: Step(milliseconds: .hours(8))), [.failure],
      until: "17:00:00", skipping: .shows,
      """
      0:00:00 a fail added free, after at 8:00:00, no source
      8:00:00 a fail retry counted, after at 16:00:00, no source
      16:00:00 a fail retry counted, after at 1d 0:00:00, no source
      """)
  }

  @Test func `a retry of a day keeps the wall time over a clock change`() throws {
    let newYork = try #require(ZoneTable.named("America/New_York"))
    expect(
      rule: Self.showing(.last, retry: .day), zones: [newYork],
      [.entries(1, every: .minutes(1), .never), .failure],
      steps: ["61d 12:00:00": .request(a, .reload)], until: "63d 12:00:00", skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, never
      61d 12:00:00 a fail reload counted, after at 62d 11:00:00, no source
      62d 11:00:00 a fail retry counted, after at 63d 11:00:00, no source
      63d 11:00:00 a fail retry counted, after at 64d 11:00:00, no source
      """)
  }

  @Test func `the retry counts from the grant`() {
    expect(
      [.failure.taking(.seconds(20))], until: "0:15:00",
      """
      0:00:00 a show placeholder
      0:00:20 a fail added free 0:00:00→0:00:00, after at 0:15:00, no source
      """)
  }

  @Test func `failures and retries count, and spacing moves a retry`() {
    expect(
      host: .budgeted(2, spacing: .minutes(20)), [.failure], until: "1:30:00", skipping: .shows,
      """
      0:00:00 a fail added free left 2, after at 0:15:00 for 0:20:00, no source
      0:15:00 a defer retry 0:15:00→0:20:00 by spacing left 2
      0:20:00 a fail retry counted 0:15:00→0:20:00 by spacing left 1, after at 0:50:00, no source
      0:50:00 a fail retry counted left 0, after at 1:50:00 for 1d 0:20:00, no source
      """)
  }

  @Test func `another request takes the place of the retry`() {
    expect(
      [.failure], steps: ["0:05:00": .request(a, .reload)], until: "0:36:00", skipping: .shows,
      """
      0:00:00 a fail added free, after at 0:15:00, no source
      0:05:00 a fail reload counted, after at 0:35:00, no source
      0:35:00 a fail retry counted, after at 1:35:00, no source
      """)
  }

  @Test func `a request while the failure is under way is eligible at the failure`() {
    expect(
      [.failure.taking(.seconds(20)), .entries(1, every: .minutes(1), .never)],
      steps: ["0:00:05": .request(a, .reload)], until: "1:00:00", skipping: .shows,
      """
      0:00:20 a fail added free 0:00:00→0:00:00, after at 0:15:00, no source
      0:00:20 a reload reload counted, 1 entries 0:00:20…0:00:20, never
      """)
  }

  @Test func `an answer at exactly the time limit is in time`() {
    expect(
      [.entries(1, every: .minutes(1), .never).taking(.seconds(30))], until: "1:00:00",
      """
      0:00:00 a show placeholder
      0:00:30 a reload added free 0:00:00→0:00:00, 1 entries 0:00:00…0:00:00, never
      0:00:30 a show a1[0] of 0:00:00
      """)
  }

  @Test func `an answer one millisecond later is late`() {
    expect(
      [.entries(1, every: .minutes(1), .never).taking(30_001)], until: "0:10:00",
      """
      0:00:00 a show placeholder
      0:00:30 a fail added free 0:00:00→0:00:00, after at 0:15:00, time limit
      0:00:30.001 a drop 1 late
      """)
  }

  @Test func `a provider that never answers is asked again, and shows what its rule says`() {
    expect(
      rule: Self.showing(.placeholder),
      [
        .entries(4, every: .seconds(10), .after(.seconds(15))),
        .entries(4, every: .seconds(10), .after(.seconds(15))).taking(nil),
      ], until: "0:16:00",
      """
      0:00:00 a reload added free, 4 entries 0:00:00…0:00:30, after at 0:00:15
      0:00:00 a show a1[0]
      0:00:10 a show a1[1]
      0:00:20 a show a1[2]
      0:00:30 a show a1[3]
      0:00:45 a fail policy counted 0:00:15→0:00:15, after at 0:15:15, time limit
      0:00:45 a show placeholder
      0:15:45 a fail retry counted 0:15:15→0:15:15, after at 0:45:15, time limit
      """)
  }

  @Test func `at the time limit a request that waits is eligible, with the retry behind it`() {
    expect(
      [
        .entries(1, every: .minutes(1), .never).taking(nil),
        .entries(1, every: .minutes(1), .never),
      ], steps: ["0:00:10": .request(a, .push)], until: "1:00:00",
      """
      0:00:00 a show placeholder
      0:00:30 a fail added free 0:00:00→0:00:00, after at 0:15:00, time limit
      0:00:30 a reload push counted, 1 entries 0:00:30…0:00:30, never
      0:00:30 a show a2[0]
      """)
  }
}
