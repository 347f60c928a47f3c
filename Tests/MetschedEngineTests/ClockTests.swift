import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// Clocks that jump, machines that sleep, zones that change.
struct ClockTests {
  @Test func `a jump forwards counts the entries passed over and reloads once`() {
    expect(
      [.entries(60, every: .minutes(1), .after(.hours(1)))],
      steps: ["0:02:30": .clock(by: .minutes(20))], until: "0:03:00",
      """
      0:00:00 a reload added free, 60 entries 0:00:00…0:59:00, after at 1:00:00
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      0:02:00 a show a1[2]
      0:22:30 everybody clock +0:20:00
      0:22:30 a drop 19 past
      0:22:30 a show a1[22] of 0:22:00
      0:22:30 a reload clock free, 60 entries 0:22:30…1:21:30, after at 1:22:30
      0:22:30 a show a2[0]
      """)
  }

  @Test func `a jump over the policy date reloads once, too`() {
    expect(
      host: .budgeted(), [.entries(1, every: .minutes(1), .after(.hours(1)))],
      steps: ["0:10:00": .clock(by: .hours(3))], until: "0:20:00", skipping: .shows,
      """
      0:00:00 a reload added free left 40, 1 entries 0:00:00…0:00:00, after at 1:00:00
      3:10:00 everybody clock +3:00:00
      3:10:00 a reload clock+policy free left 40, 1 entries 3:10:00…3:10:00, after at 4:10:00
      """)
  }

  @Test func `a jump backwards reloads once, and the new timeline counts from the new time`() {
    expect(
      [.entries(3, every: .minutes(1), .after(.minutes(3)))],
      steps: ["0:02:30": .clock(by: .hours(-1))], until: "0:04:00",
      """
      0:00:00 a reload added free, 3 entries 0:00:00…0:02:00, after at 0:03:00
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      0:02:00 a show a1[2]
      -1d 23:02:30 everybody clock -1:00:00
      -1d 23:02:30 a reload clock free, 3 entries -1d 23:02:30…-1d 23:04:30, after at -1d 23:05:30
      -1d 23:02:30 a show a2[0]
      -1d 23:03:30 a show a2[1]
      """)
  }

  @Test func `a jump backwards with a failure leaves the old timeline to its own dates`() {
    expect(
      [.entries(3, every: .minutes(1), .after(.minutes(9))), .failure],
      steps: ["0:01:30": .clock(by: .minutes(-1))], until: "0:05:00",
      """
      0:00:00 a reload added free, 3 entries 0:00:00…0:02:00, after at 0:09:00
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      0:00:30 everybody clock -0:01:00
      0:00:30 a fail clock free, after at 0:15:30, no source
      0:02:00 a show a1[2]
      """)
  }

  @Test(arguments: [Int64.hours(10), .hours(-10)])
  func `spacing and budget age on elapsed time, whatever the clock says`(jump: Int64) {
    let playback = expect(
      host: .budgeted(1, spacing: .minutes(5)), GrantTests.once,
      steps: [
        "0:10:00": .request(a, .reload), "0:20:00": .clock(by: jump),
        "0:22:00": .request(a, .interaction), "0:23:00": .request(a, .reload),
        "1d 0:09:00": .request(a, .interaction),
      ], until: "1d 1:00:00", skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, never
      0:10:00 a reload reload counted left 0, 1 entries 0:10:00…0:10:00, never
      JUMP 0:20:00 everybody clock SIGN10:00:00
      JUMP 0:20:00 a reload clock free left 0, 1 entries JUMP 0:20:00…JUMP 0:20:00, never
      JUMP 0:22:00 a reload interaction free left 0, 1 entries JUMP 0:22:00…JUMP 0:22:00, never
      JUMP 0:23:00 a defer reload JUMP 0:23:00→JUMP 1d 0:10:00 by budget left 0
      JUMP 1d 0:09:00 a reload reload+interaction free JUMP 0:23:00→JUMP 1d 0:09:00 left 0, 1 entries JUMP 1d 0:09:00…JUMP 1d 0:09:00, never
      """.jumping(by: jump))
    #expect(playback.asks.map(\.elapsed).last == Moment("1d 0:09:00").milliseconds)
  }

  @Test(arguments: [Int64.hours(10), .hours(-10)])
  func `a jump brings the grant of what is pending`(jump: Int64) {
    expect(
      host: .budgeted(nil), GrantTests.once,
      steps: ["0:01:00": .request(a, .reload), "0:02:00": .clock(by: jump)], skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, never
      0:01:00 a defer reload 0:01:00→0:05:00 by spacing
      JUMP 0:02:00 everybody clock SIGN10:00:00
      JUMP 0:02:00 a reload reload+clock free 0:01:00→JUMP 0:02:00, 1 entries JUMP 0:02:00…JUMP 0:02:00, never
      """.jumping(by: jump))
  }

  @Test(arguments: [Int64.hours(10), .hours(-10)])
  func `the time limit is elapsed time, and a jump waits for the answer`(jump: Int64) {
    expect(
      [
        .entries(1, every: .minutes(1), .never).taking(nil),
        .entries(1, every: .minutes(1), .never),
      ], steps: ["0:00:10": .clock(by: jump)], until: "0:10:00",
      """
      0:00:00 a show placeholder
      JUMP 0:00:10 everybody clock SIGN10:00:00
      JUMP 0:00:30 a fail added free 0:00:00→0:00:00, after at \(jump > 0 ? "JUMP 0:00:30" : "0:15:00"), time limit
      JUMP 0:00:30 a reload clock\(jump > 0 ? "+retry" : "") free, 1 entries JUMP 0:00:30…JUMP 0:00:30, never
      JUMP 0:00:30 a show a2[0]
      """.jumping(by: jump))
  }

  @Test func `a sleep counts the entries passed over and reloads once on waking`() {
    expect(
      [.entries(3, every: .minutes(1), .atEnd)],
      steps: ["0:00:30": .suspend(for: .hours(2))], until: "2:01:00",
      """
      0:00:00 a reload added free, 3 entries 0:00:00…0:02:00, atEnd at 0:02:00 for 0:03:00
      0:00:00 a show a1[0]
      0:00:30 everybody suspended on
      2:00:30 everybody suspended off
      2:00:30 a drop 1 past
      2:00:30 a show a1[2] of 0:02:00
      2:00:30 a reload policy counted 0:02:00→2:00:30 by end, 3 entries 2:00:30…2:02:30, atEnd at 2:02:30 for 2:03:30
      2:00:30 a show a2[0]
      """)
  }

  @Test func `what passed during a sleep goes by placement number, not by date`() {
    expect(
      [.dated(0, .minutes(9), policy: .never)], [.dated(0, .minutes(5), policy: .never)],
      steps: ["0:00:30": .suspend(for: .hours(2))], until: "2:01:00", skipping: .additions,
      """
      0:00:00 a show a1[0]
      0:00:00 b show b1[0]
      0:00:30 everybody suspended on
      2:00:30 everybody suspended off
      2:00:30 a show a1[1] of 0:09:00
      2:00:30 b show b1[1] of 0:05:00
      """)
  }

  @Test func `budget and spacing age while the machine sleeps`() {
    expect(
      host: .budgeted(1), [.entries(1, every: .minutes(1), .after(.hours(1)))],
      steps: ["1:00:30": .suspend(for: .days(2))], until: "2d 1:02:00", skipping: .shows,
      """
      0:00:00 a reload added free left 1, 1 entries 0:00:00…0:00:00, after at 1:00:00
      1:00:00 a reload policy counted left 0, 1 entries 1:00:00…1:00:00, after at 2:00:00 for 1d 1:00:00
      1:00:30 everybody suspended on
      2d 1:00:30 everybody suspended off
      2d 1:00:30 a reload policy counted 2:00:00→2d 1:00:30 by budget left 0, 1 entries 2d 1:00:30…2d 1:00:30, after at 2d 2:00:30 for 3d 1:00:30
      """)
  }

  @Test func `a zone change reloads whom it is about, and counts days in the new zone`() throws {
    let newYork = try #require(ZoneTable.named("America/New_York"))
    expect(
      Script(
        hosts: [.ideal], rules: [FailureHandling(show: .last, retry: .day)],
        zones: [.utc, newYork],
        placements: [
          ScriptedPlacement(user: 0, replies: [.none(.atEnd)]),
          ScriptedPlacement(user: 1, replies: GrantTests.once),
        ],
        steps: [
          .init(at: "0:30:00", action: .zone(.user(0), 1)),
          .init(at: "61d 12:00:00", action: .request(a, .interaction)),
        ], length: .days(63)), skipping: [.shows, .policies],
      """
      0:00:00 a reload added free, 0 entries, atEnd at 1d 0:00:00 empty
      0:00:00 b reload added free, 1 entries 0:00:00…0:00:00, never
      0:30:00 user 0 timezone America/New_York
      0:30:00 a reload timezone free, 0 entries, atEnd at 1d 0:30:00 empty
      61d 12:00:00 a reload interaction free, 0 entries, atEnd at 62d 11:00:00 empty
      """)
  }
}

extension String {
  /// Puts the wall time after a jump in the place of `JUMP 0:20:00`.
  fileprivate func jumping(by jump: Int64) -> String {
    let signed = replacing("SIGN", with: jump < 0 ? "-" : "+")
    return signed.replacing(/JUMP ((?:\d+d )?[0-9:]+\d)/) { match in
      Moment(Moment(stringLiteral: String(match.1)).milliseconds + jump).description
    }
  }
}
