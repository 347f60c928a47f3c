import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// Requests that are granted at once and not counted.
struct ExemptionTests {
  static let slowHost = Host.budgeted(1, latency: .seconds(30)...(.seconds(30)))

  @Test(arguments: [
    (Script.Action.edit([a], rule: nil), "reload+edited", "\n0:02:00 a edited"),
    (.request(a, .interaction), "reload+interaction", ""),
    (.zone(.everybody, 0), "reload+timezone", "\n0:02:00 everybody timezone UTC"),
    (.clock(by: 0), "reload+clock", "\n0:02:00 everybody clock +0:00:00"),
  ])
  func `exempt requests come at once, absorb what is pending and start a new spacing`(
    action: Script.Action, causes: String, state: String
  ) {
    expect(
      host: Self.slowHost, GrantTests.once,
      steps: [
        "0:01:00": .request(a, .reload), "0:02:00": action, "0:06:00": .request(a, .push),
      ], skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, never
      0:01:00 a defer reload 0:01:00→0:05:30 by spacing left 1\(state)
      0:02:00 a reload \(causes) free 0:01:00→0:02:00 left 1, 1 entries 0:02:00…0:02:00, never
      0:06:00 a defer push 0:06:00→0:07:30 by spacing left 1
      0:07:30 a reload push counted 0:06:00→0:07:30 by spacing left 0, 1 entries 0:07:30…0:07:30, never
      """)
  }

  @Test(arguments: [Cause.reload, .push, .container])
  func `requests of apps and pushes count`(cause: Cause) {
    expect(
      host: Self.slowHost, GrantTests.once, steps: ["0:06:00": .request(a, cause)],
      until: "0:10:00", skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, never
      0:06:30 a reload \(cause) counted 0:06:00→0:06:30 by latency left 0, 1 entries 0:06:30…0:06:30, never
      """)
  }

  @Test func `an exempt request comes although no budget is left`() {
    expect(
      host: Self.slowHost, GrantTests.once,
      steps: ["0:06:00": .request(a, .reload), "0:06:31": .request(a, .interaction)],
      until: "1:00:00", skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, never
      0:06:30 a reload reload counted 0:06:00→0:06:30 by latency left 0, 1 entries 0:06:30…0:06:30, never
      0:06:31 a reload interaction free left 0, 1 entries 0:06:31…0:06:31, never
      """)
  }

  @Test func `the foreground exempts what is asked in it, and asks for nothing itself`() {
    expect(
      host: Self.slowHost, [.entries(1, every: .minutes(1), .after(.minutes(4)))],
      steps: [
        "0:01:00": .foreground(.everybody, true), "0:02:00": .request(a, .reload),
        "0:03:00": .request(a, .push), "0:08:00": .foreground(.everybody, false),
      ], until: "0:12:00", skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, after at 0:04:00 for 0:05:30
      0:01:00 everybody foreground on
      0:02:00 a reload reload free left 1, 1 entries 0:02:00…0:02:00, after at 0:06:00 for 0:07:30
      0:03:00 a reload push free left 1, 1 entries 0:03:00…0:03:00, after at 0:07:00 for 0:08:30
      0:07:00 a reload policy free left 1, 1 entries 0:07:00…0:07:00, after at 0:11:00 for 0:12:30
      0:08:00 everybody foreground off
      0:11:00 a defer policy 0:11:00→0:12:30 by spacing left 1
      """)
  }

  @Test func `what becomes exempt later frees nothing that is pending`() {
    expect(
      host: Self.slowHost, GrantTests.once,
      steps: ["0:01:00": .request(a, .reload), "0:02:00": .foreground(.everybody, true)],
      until: "1:00:00", skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, never
      0:01:00 a defer reload 0:01:00→0:05:30 by spacing left 1
      0:02:00 everybody foreground on
      0:05:30 a reload reload counted 0:01:00→0:05:30 by spacing left 0, 1 entries 0:05:30…0:05:30, never
      """)
  }

  @Test func `a foreground that begins with a request is before it`() {
    expect(
      host: Self.slowHost, GrantTests.once,
      steps: ["0:01:00": .request(a, .reload), "0:01:00": .foreground(.placement(a), true)],
      skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, never
      0:01:00 a foreground on
      0:01:00 a reload reload free left 1, 1 entries 0:01:00…0:01:00, never
      """)
  }

  @Test func `one user's foreground is nobody else's, and holds for what is added in it`() {
    expect(
      Script(
        hosts: [.budgeted(nil)],
        placements: [
          ScriptedPlacement(user: 0, replies: GrantTests.once),
          ScriptedPlacement(user: 1, replies: GrantTests.once),
          ScriptedPlacement(user: 0, replies: GrantTests.once),
        ],
        steps: [
          .init(at: "0:01:00", action: .foreground(.user(0), true)),
          .init(at: "0:02:00", action: .add(c)),
          .init(at: "0:03:00", action: .request(a, .reload)),
          .init(at: "0:03:00", action: .request(b, .reload)),
          .init(at: "0:03:00", action: .request(c, .reload)),
        ], length: .minutes(4)), skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, never
      0:00:00 b reload added free, 1 entries 0:00:00…0:00:00, never
      0:01:00 user 0 foreground on
      0:02:00 c reload added free, 1 entries 0:02:00…0:02:00, never
      0:03:00 b defer reload 0:03:00→0:05:00 by spacing
      0:03:00 a reload reload free, 1 entries 0:03:00…0:03:00, never
      0:03:00 c reload reload free, 1 entries 0:03:00…0:03:00, never
      """)
  }

  @Test func `the last event about a user decides whether a new placement is in the foreground`() {
    func script(_ steps: Script.Step...) -> Script {
      Script(
        hosts: [.budgeted(nil)], placements: [ScriptedPlacement(replies: GrantTests.once)],
        steps: steps + [
          .init(at: "0:02:00", action: .add(a)),
          .init(at: "0:03:00", action: .request(a, .reload)),
        ], length: .minutes(4))
    }
    let added = "0:02:00 a reload added free, 1 entries 0:02:00…0:02:00, never"
    expect(
      script(
        .init(at: "0:00:00", action: .foreground(.user(0), true)),
        .init(at: "0:01:00", action: .foreground(.everybody, false))), skipping: .shows,
      """
      0:00:00 user 0 foreground on
      0:01:00 everybody foreground off
      \(added)
      0:03:00 a defer reload 0:03:00→0:07:00 by spacing
      """)
    expect(
      script(
        .init(at: "0:00:00", action: .foreground(.user(0), false)),
        .init(at: "0:01:00", action: .foreground(.everybody, true))), skipping: .shows,
      """
      0:00:00 user 0 foreground off
      0:01:00 everybody foreground on
      \(added)
      0:03:00 a reload reload free, 1 entries 0:03:00…0:03:00, never
      """)
  }
}
