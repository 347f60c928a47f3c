import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// When a policy asks for the next timeline.
struct PolicyTests {
  @Test func `atEnd on ideal is granted at the end, so that every entry has its turn`() {
    expect(
      [.entries(3, every: .minutes(1), .atEnd)], until: "0:03:30",
      """
      0:00:00 a reload added free, 3 entries 0:00:00…0:02:00, atEnd at 0:02:00 for 0:03:00
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      0:02:00 a show a1[2]
      0:03:00 a reload policy counted 0:02:00→0:03:00 by end, 3 entries 0:03:00…0:05:00, atEnd at 0:05:00 for 0:06:00
      0:03:00 a show a2[0]
      """)
  }

  @Test func `atEnd on ideal is pending until the end, and another grant takes it along`() {
    expect(
      [.entries(3, every: .minutes(1), .atEnd)],
      steps: ["0:02:30": .request(a, .reload), "0:05:00": .request(a, .interaction)],
      until: "0:06:00", skipping: .shows,
      """
      0:00:00 a reload added free, 3 entries 0:00:00…0:02:00, atEnd at 0:02:00 for 0:03:00
      0:02:30 a reload policy+reload counted 0:02:00→0:02:30, 3 entries 0:02:30…0:04:30, atEnd at 0:04:30 for 0:05:30
      0:05:00 a reload policy+interaction free 0:04:30→0:05:00, 3 entries 0:05:00…0:07:00, atEnd at 0:07:00 for 0:08:00
      """)
  }

  @Test func `atEnd in the foreground on ideal is granted at the end too, uncounted`() {
    expect(
      [.entries(3, every: .minutes(1), .atEnd)],
      steps: ["0:01:30": .foreground(.everybody, true), "0:02:30": .foreground(.everybody, false)],
      until: "0:06:30", skipping: .shows,
      """
      0:00:00 a reload added free, 3 entries 0:00:00…0:02:00, atEnd at 0:02:00 for 0:03:00
      0:01:30 everybody foreground on
      0:02:30 everybody foreground off
      0:03:00 a reload policy free 0:02:00→0:03:00 by end, 3 entries 0:03:00…0:05:00, atEnd at 0:05:00 for 0:06:00
      0:06:00 a reload policy counted 0:05:00→0:06:00 by end, 3 entries 0:06:00…0:08:00, atEnd at 0:08:00 for 0:09:00
      """)
  }

  @Test func `atEnd on ideal waits for spacing after the end`() {
    var host = Host.ideal
    host.spacing = .minutes(5)
    expect(
      host: host, [.entries(3, every: .minutes(1), .atEnd)], until: "0:06:00", skipping: .shows,
      """
      0:00:00 a reload added free, 3 entries 0:00:00…0:02:00, atEnd at 0:02:00 for 0:05:00
      0:02:00 a defer policy 0:02:00→0:05:00 by spacing
      0:05:00 a reload policy counted 0:02:00→0:05:00 by spacing, 3 entries 0:05:00…0:07:00, atEnd at 0:07:00 for 0:10:00
      """)
  }

  @Test func `atEnd on widgetkit is granted as soon as it can, and a warning says what it costs`() {
    expect(
      host: .budgeted(), [.entries(3, every: .minutes(10), .atEnd)], until: "0:30:00",
      """
      0:00:00 a reload added free left 40, 3 entries 0:00:00…0:20:00, atEnd at 0:20:00
      0:00:00 a show a1[0]
      0:10:00 a show a1[1]
      0:20:00 a show a1[2]
      0:20:00 a reload policy counted left 39, 3 entries 0:20:00…0:40:00, atEnd at 0:40:00
      0:20:00 a show a2[0]
      """, warnings: ["0:20:00 a lastEntryHardlySeen"])
  }

  @Test func `a last entry that is seen for half of its turn is no warning`() {
    expect(
      host: .budgeted(latency: .minutes(5)...(.minutes(5))),
      [.entries(3, every: .minutes(10), .atEnd)], until: "0:30:00", skipping: .shows,
      """
      0:00:00 a reload added free left 40, 3 entries 0:00:00…0:20:00, atEnd at 0:20:00 for 0:25:00
      0:25:00 a reload policy counted 0:20:00→0:25:00 by latency left 39, 3 entries 0:25:00…0:45:00, atEnd at 0:45:00 for 0:50:00
      """)
  }

  @Test func `atEnd with one entry is eligible at the end, why single`() {
    for host in [Host.ideal, .budgeted(nil)] {
      expect(
        host: host, [.entries(1, every: .hours(1), .atEnd)], until: "1:30:00",
        """
        0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, atEnd at 1:00:00 single
        0:00:00 a show a1[0]
        1:00:00 a reload policy counted, 1 entries 1:00:00…1:00:00, atEnd at 2:00:00 single
        1:00:00 a show a2[0]
        """)
    }
  }

  @Test func `a provider without an interval has a single entry for 24 h ÷ budget, or 36 m`() {
    expect(
      [.dated(0, policy: .atEnd)], until: "0:30:00", skipping: .shows,
      "0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, atEnd at 0:36:00 single")
    expect(
      host: .budgeted(48), [.dated(0, policy: .atEnd)], until: "0:20:00", skipping: .shows,
      "0:00:00 a reload added free left 48, 1 entries 0:00:00…0:00:00, atEnd at 0:30:00 single")
  }

  @Test func `after asks before the last entry, and the rest of the old timeline is dropped`() {
    expect(
      [.entries(5, every: .minutes(1), .after(.seconds(150)))], until: "0:04:00",
      """
      0:00:00 a reload added free, 5 entries 0:00:00…0:04:00, after at 0:02:30
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      0:02:00 a show a1[2]
      0:02:30 a reload policy counted, 5 entries 0:02:30…0:06:30, after at 0:05:00
      0:02:30 a show a2[0]
      0:03:30 a show a2[1]
      """)
  }

  @Test func `after asks after the last entry, which stays until then`() {
    expect(
      [.entries(2, every: .minutes(1), .after(.minutes(5)))], until: "0:05:30",
      """
      0:00:00 a reload added free, 2 entries 0:00:00…0:01:00, after at 0:05:00
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      0:05:00 a reload policy counted, 2 entries 0:05:00…0:06:00, after at 0:10:00
      0:05:00 a show a2[0]
      """)
  }

  @Test func `never is reloaded by events alone`() {
    expect(
      [.entries(2, every: .minutes(1), .never)], steps: ["2:00:00": .request(a, .push)],
      until: "9d 0:00:00",
      """
      0:00:00 a reload added free, 2 entries 0:00:00…0:01:00, never
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      2:00:00 a reload push counted, 2 entries 2:00:00…2:01:00, never
      2:00:00 a show a2[0]
      2:01:00 a show a2[1]
      """)
  }

  @Test(arguments: [Moment("0:00:00"), Moment(.hours(-1))])
  func `a given date that is not after the grant asks for nothing, with a warning`(date: Moment) {
    expect(
      [.entries(2, every: .minutes(1), .afterMoment(date))], until: "9d 0:00:00",
      """
      0:00:00 a reload added free, 2 entries 0:00:00…0:01:00, after passed
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      """, warnings: ["0:00:00 a datePassed"])
  }

  @Test func `a given date passes with the grant that follows it`() {
    expect(
      [.entries(1, every: .minutes(1), .afterMoment("0:10:00"))], until: "9d 0:00:00",
      skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, after at 0:10:00
      0:10:00 a reload policy counted, 1 entries 0:10:00…0:10:00, after passed
      """, warnings: ["0:10:00 a datePassed"])
  }

  @Test func `a date that a window moved says so`() {
    expect(
      [.entries(1, every: .minutes(1), .after(.minutes(10), why: .within))], until: "0:05:00",
      skipping: .shows,
      "0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, after at 0:10:00 within")
  }

  @Test(arguments: [
    (Reply.none(.atEnd), "0 entries, atEnd"),
    (.none(.afterEnd(.minutes(5))), "0 entries, after"),
    (
      .dated(.hours(-2), .hours(-1), end: .hours(1), policy: .atEnd),
      "2 entries -1d 22:00:00…-1d 23:00:00, atEnd"
    ),
    (
      .dated(.hours(-1), 0, end: .hours(1), policy: .atEnd), "2 entries -1d 23:00:00…0:00:00, atEnd"
    ),
    (
      .dated(.hours(-2), end: .hours(-1), policy: .atEnd),
      "1 entries -1d 22:00:00…-1d 22:00:00, atEnd"
    ),
    (
      .dated(.hours(-2), .hours(-1), end: 0, policy: .afterEnd(0)),
      "2 entries -1d 22:00:00…-1d 23:00:00, after"
    ),
  ])
  func `where nothing is left to wait for, the retry is waited, why empty`(
    reply: Reply, timeline: String
  ) {
    expect(
      [reply, .entries(1, every: .minutes(1), .never)], until: "9d 0:00:00", skipping: .shows,
      """
      0:00:00 a reload added free, \(timeline) at 0:15:00 empty
      0:15:00 a reload policy counted, 1 entries 0:15:00…0:15:00, never
      """)
  }

  @Test func `empty answers one after the other wait one retry each, and are no loop`() {
    expect(
      [.none(.atEnd)], until: "0:40:00",
      """
      0:00:00 a reload added free, 0 entries, atEnd at 0:15:00 empty
      0:00:00 a show placeholder
      0:15:00 a reload policy counted, 0 entries, atEnd at 0:30:00 empty
      0:30:00 a reload policy counted, 0 entries, atEnd at 0:45:00 empty
      """)
  }

  @Test func `a grant ends the old policy`() {
    expect(
      [.entries(1, every: .minutes(1), .after(.minutes(10)))],
      steps: ["0:05:00": .request(a, .reload)], until: "0:16:00", skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, after at 0:10:00
      0:05:00 a reload reload counted, 1 entries 0:05:00…0:05:00, after at 0:15:00
      0:15:00 a reload policy counted, 1 entries 0:15:00…0:15:00, after at 0:25:00
      """)
  }

  @Test func `a new date that falls before the answer is eligible at the answer`() {
    expect(
      [.entries(1, every: .minutes(1), .after(.seconds(5))).taking(.seconds(10))],
      until: "0:00:25",
      """
      0:00:00 a show placeholder
      0:00:10 a reload added free 0:00:00→0:00:00, 1 entries 0:00:00…0:00:00, after at 0:00:10
      0:00:10 a show a1[0] of 0:00:00
      0:00:20 a reload policy counted 0:00:10→0:00:10, 1 entries 0:00:10…0:00:10, after at 0:00:20
      0:00:20 a show a2[0] of 0:00:10
      """)
  }

  @Test func `atEnd on ideal waits for the end if that is still to come at the answer`() {
    expect(
      [.entries(2, every: .seconds(8), .atEnd).taking(.seconds(10))], until: "0:00:27",
      """
      0:00:00 a show placeholder
      0:00:10 a reload added free 0:00:00→0:00:00, 2 entries 0:00:00…0:00:08, atEnd at 0:00:10 for 0:00:16
      0:00:10 a drop 1 past
      0:00:10 a show a1[1] of 0:00:08
      0:00:26 a reload policy counted 0:00:10→0:00:16 by end, 2 entries 0:00:16…0:00:24, atEnd at 0:00:26 for 0:00:32
      0:00:26 a drop 1 past
      0:00:26 a show a2[1] of 0:00:24
      """)
    expect(
      [.entries(2, every: .seconds(4), .atEnd).taking(.seconds(10))], until: "0:00:15",
      skipping: .shows,
      """
      0:00:10 a reload added free 0:00:00→0:00:00, 2 entries 0:00:00…0:00:04, atEnd at 0:00:10
      """)
  }
}
