import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// Requests while an answer is under way, late answers, and the order of causes.
struct RequestTests {
  @Test func `a request while an answer is under way is eligible at the answer`() {
    expect(
      [.entries(1, every: .minutes(1), .never).taking(.seconds(10))],
      steps: ["0:00:05": .request(a, .reload), "0:00:06": .request(a, .push)],
      """
      0:00:00 a show placeholder
      0:00:10 a reload added free 0:00:00→0:00:00, 1 entries 0:00:00…0:00:00, never
      0:00:10 a show a1[0] of 0:00:00
      0:00:20 a reload reload+push counted 0:00:10→0:00:10, 1 entries 0:00:10…0:00:10, never
      0:00:20 a show a2[0] of 0:00:10
      """)
  }

  @Test func `from the answer on, spacing defers it`() {
    expect(
      host: .budgeted(), [.entries(1, every: .minutes(1), .never).taking(.seconds(10))],
      steps: ["0:00:05": .request(a, .reload), "0:01:00": .request(a, .push)],
      skipping: .shows,
      """
      0:00:10 a reload added free 0:00:00→0:00:00 left 40, 1 entries 0:00:00…0:00:00, never
      0:00:10 a defer reload 0:00:10→0:05:00 by spacing left 40
      0:05:10 a reload reload+push counted 0:00:10→0:05:00 by spacing left 39, 1 entries 0:05:00…0:05:00, never
      """)
  }

  @Test func `a request that is exempt while an answer is under way stays exempt`() {
    expect(
      host: .budgeted(), [.entries(1, every: .minutes(1), .never).taking(.seconds(10))],
      steps: [
        "0:00:04": .foreground(.everybody, true), "0:00:05": .request(a, .reload),
        "0:00:06": .foreground(.everybody, false), "0:00:07": .request(a, .push),
      ], skipping: .shows,
      """
      0:00:04 everybody foreground on
      0:00:06 everybody foreground off
      0:00:10 a reload added free 0:00:00→0:00:00 left 40, 1 entries 0:00:00…0:00:00, never
      0:00:20 a reload reload+push free 0:00:10→0:00:10 left 40, 1 entries 0:00:10…0:00:10, never
      """)
  }

  @Test func `a request and a policy date that fall before the answer are one reload`() {
    expect(
      [
        .entries(1, every: .minutes(1), .after(.seconds(5))).taking(.seconds(10)),
        .entries(1, every: .minutes(1), .never),
      ], steps: ["0:00:07": .request(a, .reload)], skipping: .shows,
      """
      0:00:10 a reload added free 0:00:00→0:00:00, 1 entries 0:00:00…0:00:00, after at 0:00:10
      0:00:10 a reload reload+policy counted, 1 entries 0:00:10…0:00:10, never
      """)
  }

  @Test(arguments: [Cause.interaction, .reload, .container])
  func `nothing but an edit discards an answer under way`(cause: Cause) {
    let free = cause == .interaction ? "free" : "counted"
    expect(
      [.entries(1, every: .minutes(1), .never).taking(.seconds(10))],
      steps: ["0:00:05": .request(a, cause)], skipping: .shows,
      """
      0:00:10 a reload added free 0:00:00→0:00:00, 1 entries 0:00:00…0:00:00, never
      0:00:20 a reload \(cause) \(free) 0:00:10→0:00:10, 1 entries 0:00:10…0:00:10, never
      """)
  }

  @Test func `a second answer is dropped and recorded`() {
    expect(
      [.entries(1, every: .minutes(1), .never).taking(.seconds(5), andAgain: .seconds(8))],
      until: "1:00:00",
      """
      0:00:00 a show placeholder
      0:00:05 a reload added free 0:00:00→0:00:00, 1 entries 0:00:00…0:00:00, never
      0:00:05 a show a1[0] of 0:00:00
      0:00:08 a drop 1 late
      """)
  }

  @Test func `a late answer is dropped, whatever was asked since`() {
    expect(
      [
        .entries(1, every: .minutes(1), .never).taking(.seconds(40)),
        .entries(1, every: .minutes(1), .never).taking(.seconds(20)),
      ], steps: ["0:00:31": .request(a, .reload)],
      """
      0:00:00 a show placeholder
      0:00:30 a fail added free 0:00:00→0:00:00, after at 0:15:00, time limit
      0:00:40 a drop 1 late
      0:00:51 a reload reload counted 0:00:31→0:00:31, 1 entries 0:00:31…0:00:31, never
      0:00:51 a show a2[0] of 0:00:31
      """)
  }

  @Test func `causes made at one instant stand in their own order`() {
    expect(
      [.entries(1, every: .minutes(1), .after(.minutes(1)))],
      steps: [
        "0:01:00": .request(a, .push), "0:01:00": .request(a, .interaction),
        "0:01:00": .edit([a], rule: nil), "0:01:00": .request(a, .container),
        "0:01:00": .zone(.everybody, 0), "0:01:00": .clock(by: 0),
        "0:01:00": .request(a, .reload),
      ], until: "0:02:00", skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, after at 0:01:00
      0:01:00 everybody clock +0:00:00
      0:01:00 everybody timezone UTC
      0:01:00 a edited
      0:01:00 a reload clock+timezone+container+edited+policy+push+interaction+reload free, 1 entries 0:01:00…0:01:00, after at 0:02:00
      """)
  }

  @Test func `a retry stands where the policy stands`() {
    expect(
      [.failure, .entries(1, every: .minutes(1), .never)],
      steps: ["0:15:00": .request(a, .reload), "0:15:00": .request(a, .container)],
      skipping: .shows,
      """
      0:00:00 a fail added free, after at 0:15:00, no source
      0:15:00 a reload container+retry+reload counted, 1 entries 0:15:00…0:15:00, never
      """)
  }

  @Test func `eligible is the first request's, the reason is the bringer's`() {
    expect(
      host: .budgeted(nil), [.entries(1, every: .minutes(1), .after(.minutes(2)))],
      steps: ["0:01:00": .request(a, .reload), "0:04:00": .request(a, .interaction)],
      until: "0:06:00", skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, after at 0:02:00 for 0:05:00
      0:01:00 a defer reload 0:01:00→0:05:00 by spacing
      0:04:00 a reload reload+policy+interaction free 0:01:00→0:04:00, 1 entries 0:04:00…0:04:00, after at 0:06:00 for 0:09:00
      """)
  }

  @Test func `a list of more than sixteen causes is complete`() {
    let steps = (0..<20).map {
      Script.Step(
        at: Moment(.seconds(60 + $0)), action: .request(a, $0 % 5 == 4 ? .push : .reload))
    }
    let fifth = "reload+reload+reload+reload+push"
    let all = Array(repeating: fifth, count: 4).joined(separator: "+")
    expect(
      Script(
        hosts: [.budgeted(nil)], placements: [ScriptedPlacement(replies: GrantTests.once)],
        steps: steps), skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, never
      0:01:00 a defer reload 0:01:00→0:05:00 by spacing
      0:05:00 a reload \(all) counted 0:01:00→0:05:00 by spacing, 1 entries 0:05:00…0:05:00, never
      """)
  }
}
