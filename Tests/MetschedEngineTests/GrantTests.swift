import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// When the host grants what counts: max(eligible, spacing, budget) + latency.
struct GrantTests {
  static let once = [Reply.entries(1, every: .minutes(1), .never)]

  @Test func `spacing moves a grant, and decides it`() {
    expect(
      host: .budgeted(nil), [.entries(1, every: .minutes(1), .after(.minutes(2)))],
      until: "0:08:00", skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, after at 0:02:00 for 0:05:00
      0:02:00 a defer policy 0:02:00→0:05:00 by spacing
      0:05:00 a reload policy counted 0:02:00→0:05:00 by spacing, 1 entries 0:05:00…0:05:00, after at 0:07:00 for 0:10:00
      0:07:00 a defer policy 0:07:00→0:10:00 by spacing
      """)
  }

  @Test func `a request at exactly the end of the spacing is granted at once`() {
    expect(
      host: .budgeted(nil), Self.once, steps: ["0:05:00": .request(a, .reload)], skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, never
      0:05:00 a reload reload counted, 1 entries 0:05:00…0:05:00, never
      """)
  }

  @Test func `the budget moves a grant, and is back at exactly 24 hours`() {
    expect(
      host: .budgeted(2, spacing: 0), [.entries(1, every: .minutes(1), .after(.hours(1)))],
      until: "1d 3:30:00", skipping: .shows,
      """
      0:00:00 a reload added free left 2, 1 entries 0:00:00…0:00:00, after at 1:00:00
      1:00:00 a reload policy counted left 1, 1 entries 1:00:00…1:00:00, after at 2:00:00
      2:00:00 a reload policy counted left 0, 1 entries 2:00:00…2:00:00, after at 3:00:00 for 1d 1:00:00
      3:00:00 a defer policy 3:00:00→1d 1:00:00 by budget left 0
      1d 1:00:00 a reload policy counted 3:00:00→1d 1:00:00 by budget left 0, 1 entries 1d 1:00:00…1d 1:00:00, after at 1d 2:00:00
      1d 2:00:00 a reload policy counted left 0, 1 entries 1d 2:00:00…1d 2:00:00, after at 1d 3:00:00 for 2d 1:00:00
      1d 3:00:00 a defer policy 1d 3:00:00→2d 1:00:00 by budget left 0
      """)
  }

  @Test func `the budget left grows again as grants turn 24 hours old`() {
    expect(
      host: .budgeted(3, spacing: 0), Self.once,
      steps: [
        "1:00:00": .request(a, .reload), "2:00:00": .request(a, .reload),
        "1d 0:59:59.999": .request(a, .interaction), "1d 1:00:00": .request(a, .interaction),
        "1d 2:00:00": .request(a, .interaction),
      ], until: "2d 0:00:00", skipping: .shows,
      """
      0:00:00 a reload added free left 3, 1 entries 0:00:00…0:00:00, never
      1:00:00 a reload reload counted left 2, 1 entries 1:00:00…1:00:00, never
      2:00:00 a reload reload counted left 1, 1 entries 2:00:00…2:00:00, never
      1d 0:59:59.999 a reload interaction free left 1, 1 entries 1d 0:59:59.999…1d 0:59:59.999, never
      1d 1:00:00 a reload interaction free left 2, 1 entries 1d 1:00:00…1d 1:00:00, never
      1d 2:00:00 a reload interaction free left 3, 1 entries 1d 2:00:00…1d 2:00:00, never
      """)
  }

  @Test func `the later of spacing and budget decides`() {
    expect(
      host: .budgeted(1), Self.once,
      steps: [
        "0:10:00": .request(a, .reload), "0:11:00": .request(a, .reload),
        "1d 0:12:00": .request(a, .interaction), "2d 0:08:00": .request(a, .interaction),
        "2d 0:09:00": .request(a, .reload),
      ], until: "3d 0:00:00", skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, never
      0:10:00 a reload reload counted left 0, 1 entries 0:10:00…0:10:00, never
      0:11:00 a defer reload 0:11:00→1d 0:10:00 by budget left 0
      1d 0:10:00 a reload reload counted 0:11:00→1d 0:10:00 by budget left 0, 1 entries 1d 0:10:00…1d 0:10:00, never
      1d 0:12:00 a reload interaction free left 0, 1 entries 1d 0:12:00…1d 0:12:00, never
      2d 0:08:00 a reload interaction free left 0, 1 entries 2d 0:08:00…2d 0:08:00, never
      2d 0:09:00 a defer reload 2d 0:09:00→2d 0:13:00 by spacing left 0
      2d 0:13:00 a reload reload counted 2d 0:09:00→2d 0:13:00 by spacing left 0, 1 entries 2d 0:13:00…2d 0:13:00, never
      """)
  }

  @Test func `latency is added to whatever decided, and is the reason where nothing else is`() {
    expect(
      host: .budgeted(1, latency: .seconds(20)...(.seconds(20))), Self.once,
      steps: ["0:10:00": .request(a, .reload), "0:11:00": .request(a, .reload)],
      until: "1d 2:00:00", skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, never
      0:10:20 a reload reload counted 0:10:00→0:10:20 by latency left 0, 1 entries 0:10:20…0:10:20, never
      0:11:00 a defer reload 0:11:00→1d 0:10:40 by budget left 0
      1d 0:10:40 a reload reload counted 0:11:00→1d 0:10:40 by budget left 0, 1 entries 1d 0:10:40…1d 0:10:40, never
      """)
  }

  @Test func `latency beside spacing leaves spacing as the reason`() {
    expect(
      host: .budgeted(nil, latency: .seconds(20)...(.seconds(20))), Self.once,
      steps: ["0:01:00": .request(a, .reload)], skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, never
      0:01:00 a defer reload 0:01:00→0:05:20 by spacing
      0:05:20 a reload reload counted 0:01:00→0:05:20 by spacing, 1 entries 0:05:20…0:05:20, never
      """)
  }

  @Test func `several requests before a grant are one reload, deferred once`() {
    expect(
      host: .budgeted(), Self.once,
      steps: [
        "0:01:00": .request(a, .reload), "0:02:00": .request(a, .container),
        "0:05:00": .request(a, .push), "0:06:00": .request(a, .push),
      ], until: "0:07:00", skipping: .shows,
      """
      0:00:00 a reload added free left 40, 1 entries 0:00:00…0:00:00, never
      0:01:00 a defer reload 0:01:00→0:05:00 by spacing left 40
      0:05:00 a reload reload+container+push counted 0:01:00→0:05:00 by spacing left 39, 1 entries 0:05:00…0:05:00, never
      0:06:00 a defer push 0:06:00→0:10:00 by spacing left 39
      """)
  }

  @Test func `a deferral lists all requests of its first instant`() {
    expect(
      host: .budgeted(nil), [.entries(1, every: .minutes(1), .after(.minutes(1)))],
      steps: ["0:01:00": .request(a, .push), "0:01:00": .request(a, .container)],
      until: "0:03:00", skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, after at 0:01:00 for 0:05:00
      0:01:00 a defer container+policy+push 0:01:00→0:05:00 by spacing
      """)
  }

  @Test func `what is granted at the instant of its request is not deferred`() {
    expect(
      host: .budgeted(nil), Self.once,
      steps: ["0:01:00": .request(a, .reload), "0:01:00": .request(a, .interaction)],
      skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, never
      0:01:00 a reload reload+interaction free, 1 entries 0:01:00…0:01:00, never
      """)
  }

  @Test func `spacing and budget are each placement's own`() {
    expect(
      host: .budgeted(1), Self.once, Self.once,
      steps: ["0:10:00": .request(a, .reload), "0:11:00": .request(b, .reload)],
      until: "1:00:00", skipping: [.shows, .additions],
      """
      0:10:00 a reload reload counted left 0, 1 entries 0:10:00…0:10:00, never
      0:11:00 b reload reload counted left 0, 1 entries 0:11:00…0:11:00, never
      """)
  }
}
