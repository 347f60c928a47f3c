import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// The order of what happens at one instant.
struct InstantTests {
  @Test func `entries come before grants, and each goes by placement number`() {
    expect(
      [.entries(2, every: .minutes(1), .after(.minutes(1)))],
      [.entries(2, every: .minutes(1), .never)],
      [.entries(2, every: .minutes(1), .after(.minutes(1)))], until: "0:02:00",
      """
      0:00:00 a reload added free, 2 entries 0:00:00…0:01:00, after at 0:01:00
      0:00:00 a show a1[0]
      0:00:00 b reload added free, 2 entries 0:00:00…0:01:00, never
      0:00:00 b show b1[0]
      0:00:00 c reload added free, 2 entries 0:00:00…0:01:00, after at 0:01:00
      0:00:00 c show c1[0]
      0:01:00 a show a1[1]
      0:01:00 b show b1[1]
      0:01:00 c show c1[1]
      0:01:00 a reload policy counted, 2 entries 0:01:00…0:02:00, after at 0:02:00
      0:01:00 a show a2[0]
      0:01:00 c reload policy counted, 2 entries 0:01:00…0:02:00, after at 0:02:00
      0:01:00 c show c2[0]
      """)
  }

  @Test func `states come first, deferrals with the grants, placeholders last`() {
    expect(
      host: .budgeted(nil), [.entries(9, every: .minutes(1), .never)],
      [.entries(9, every: .minutes(1), .never)], [.none(.never)],
      steps: [
        "0:01:00": .request(b, .push), "0:01:00": .request(a, .interaction),
        "0:01:00": .add(c), "0:01:00": .zone(.placement(a), 0),
        "0:01:00": .foreground(.user(3), true),
      ], until: "0:02:00",
      """
      0:00:00 a reload added free, 9 entries 0:00:00…0:08:00, never
      0:00:00 a show a1[0]
      0:00:00 b reload added free, 9 entries 0:00:00…0:08:00, never
      0:00:00 b show b1[0]
      0:01:00 a timezone UTC
      0:01:00 user 3 foreground on
      0:01:00 a show a1[1]
      0:01:00 b show b1[1]
      0:01:00 b defer push 0:01:00→0:05:00 by spacing
      0:01:00 a reload timezone+interaction free, 9 entries 0:01:00…0:09:00, never
      0:01:00 a show a2[0]
      0:01:00 c reload added free, 0 entries, never
      0:01:00 c show placeholder
      """)
  }

  @Test func `slow answers and answers at once go by placement number`() {
    expect(
      GrantTests.once, [.entries(1, every: .minutes(1), .never).taking(.seconds(10))],
      GrantTests.once,
      steps: ["0:00:10": .request(a, .reload), "0:00:10": .request(c, .reload)],
      until: "0:01:00", skipping: .additions,
      """
      0:00:00 a show a1[0]
      0:00:00 c show c1[0]
      0:00:00 b show placeholder
      0:00:10 a reload reload counted, 1 entries 0:00:10…0:00:10, never
      0:00:10 a show a2[0]
      0:00:10 b reload added free 0:00:00→0:00:00, 1 entries 0:00:00…0:00:00, never
      0:00:10 b show b1[0] of 0:00:00
      0:00:10 c reload reload counted, 1 entries 0:00:10…0:00:10, never
      0:00:10 c show c2[0]
      """)
  }

  @Test func `requests, grants and answers repeat until nothing is due`() {
    expect(
      [.entries(1, every: .minutes(1), .never).taking(.seconds(10)), GrantTests.once[0]],
      GrantTests.once,
      steps: [
        "0:00:05": .request(a, .push), "0:00:10": .request(b, .reload),
      ], until: "0:01:00", skipping: [.shows, .additions],
      """
      0:00:10 a reload added free 0:00:00→0:00:00, 1 entries 0:00:00…0:00:00, never
      0:00:10 b reload reload counted, 1 entries 0:00:10…0:00:10, never
      0:00:10 a reload push counted, 1 entries 0:00:10…0:00:10, never
      """)
  }
}
