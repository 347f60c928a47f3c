import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// Which entry shows, and what shows where there is none.
struct EntryTests {
  @Test func `the newest past entry shows at once, and older ones are dropped and counted`() {
    expect(
      [
        .dated(
          .minutes(-30), .minutes(-20), .minutes(-10), .minutes(10), end: .minutes(20),
          policy: .never)
      ], until: "1:00:00",
      """
      0:00:00 a reload added free, 4 entries -1d 23:30:00…0:10:00, never
      0:00:00 a drop 2 past
      0:00:00 a show a1[2] of -1d 23:50:00
      0:10:00 a show a1[3]
      """)
  }

  @Test func `of equal dates the later in the list wins`() {
    expect(
      [.dated(0, 0, .minutes(10), .minutes(10), .minutes(10), policy: .never)],
      until: "1:00:00",
      """
      0:00:00 a reload added free, 5 entries 0:00:00…0:10:00, never
      0:00:00 a drop 1 past
      0:00:00 a show a1[1]
      0:10:00 a drop 2 past
      0:10:00 a show a1[4]
      """)
  }

  @Test func `items that run out leave the last entry`() {
    expect(
      [.entries(2, every: .minutes(1), .after(.hours(2)))], until: "2:00:00",
      """
      0:00:00 a reload added free, 2 entries 0:00:00…0:01:00, after at 2:00:00
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      """)
  }

  @Test func `the placeholder shows when an instant ends with nothing else to show`() {
    expect(
      [.dated(.minutes(10), policy: .never)], [.none(.never)], GrantTests.once,
      until: "1:00:00",
      """
      0:00:00 a reload added free, 1 entries 0:10:00…0:10:00, never
      0:00:00 b reload added free, 0 entries, never
      0:00:00 c reload added free, 1 entries 0:00:00…0:00:00, never
      0:00:00 c show c1[0]
      0:00:00 a show placeholder
      0:00:00 b show placeholder
      0:10:00 a show a1[0]
      """)
  }

  @Test func `a timeline that begins later leaves what shows until then`() {
    expect(
      [
        .entries(9, every: .minutes(1), .after(.seconds(90))),
        .dated(.minutes(10), policy: .never),
      ], until: "1:00:00",
      """
      0:00:00 a reload added free, 9 entries 0:00:00…0:08:00, after at 0:01:30
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      0:01:30 a reload policy counted, 1 entries 0:11:30…0:11:30, never
      0:11:30 a show a2[0]
      """)
  }

  @Test func `an answer without entries leaves what shows and ends the old timeline`() {
    expect(
      [
        .entries(9, every: .minutes(1), .after(.seconds(90))), .none(.after(.minutes(5))),
        .entries(1, every: .minutes(1), .never),
      ], until: "1:00:00",
      """
      0:00:00 a reload added free, 9 entries 0:00:00…0:08:00, after at 0:01:30
      0:00:00 a show a1[0]
      0:01:00 a show a1[1]
      0:01:30 a reload policy counted, 0 entries, after at 0:06:30
      0:06:30 a reload policy counted, 1 entries 0:06:30…0:06:30, never
      0:06:30 a show a3[0]
      """)
  }

  @Test func `the old timeline goes on while an answer is under way`() {
    expect(
      [
        .entries(9, every: .seconds(5), .after(.seconds(12))),
        .entries(9, every: .seconds(5), .never).taking(.seconds(10)),
      ], until: "0:00:28",
      """
      0:00:00 a reload added free, 9 entries 0:00:00…0:00:40, after at 0:00:12
      0:00:00 a show a1[0]
      0:00:05 a show a1[1]
      0:00:10 a show a1[2]
      0:00:15 a show a1[3]
      0:00:20 a show a1[4]
      0:00:22 a reload policy counted 0:00:12→0:00:12, 9 entries 0:00:12…0:00:52, never
      0:00:22 a drop 2 past
      0:00:22 a show a2[2]
      0:00:27 a show a2[3]
      """)
  }

  @Test func `timelines that show no further entry are released`() {
    let playback = expect(
      [.entries(2, every: .minutes(1), .after(.minutes(1)))], until: "0:03:30", skipping: .shows,
      """
      0:00:00 a reload added free, 2 entries 0:00:00…0:01:00, after at 0:01:00
      0:01:00 a reload policy counted, 2 entries 0:01:00…0:02:00, after at 0:02:00
      0:02:00 a reload policy counted, 2 entries 0:02:00…0:03:00, after at 0:03:00
      0:03:00 a reload policy counted, 2 entries 0:03:00…0:04:00, after at 0:04:00
      """)
    #expect(playback.released == Array(playback.answered.dropLast()))
  }
}
