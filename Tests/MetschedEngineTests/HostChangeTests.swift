import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// Another host while the machine runs.
struct HostChangeTests {
  private static func script(_ hosts: [Host], _ steps: [(Moment, Int)]) -> Script {
    Script(
      hosts: hosts,
      placements: [
        ScriptedPlacement(replies: [.entries(1, every: .minutes(1), .after(.minutes(5)))])
      ],
      steps: steps.map { .init(at: $0.0, action: .host(a, $0.1)) }, length: .minutes(31))
  }

  @Test func `what the old host has granted counts for the new one`() {
    expect(
      Self.script(
        [.budgeted(3, spacing: 0), .budgeted(4, spacing: 0), .budgeted(1, spacing: 0)],
        [("0:12:00", 1), ("0:17:00", 2), ("0:18:00", 1)]),
      skipping: .shows,
      """
      0:00:00 a reload added free left 3, 1 entries 0:00:00…0:00:00, after at 0:05:00
      0:05:00 a reload policy counted left 2, 1 entries 0:05:00…0:05:00, after at 0:10:00
      0:10:00 a reload policy counted left 1, 1 entries 0:10:00…0:10:00, after at 0:15:00
      0:15:00 a reload policy counted left 1, 1 entries 0:15:00…0:15:00, after at 0:20:00
      0:20:00 a reload policy counted left 0, 1 entries 0:20:00…0:20:00, after at 0:25:00 for 1d 0:05:00
      0:25:00 a defer policy 0:25:00→1d 0:05:00 by budget left 0
      """)
  }

  @Test func `what is pending gets the date of the new host`() {
    expect(
      Self.script(
        [.budgeted(nil, spacing: .minutes(20)), .ideal], [("0:12:00", 1), ("0:16:00", 0)]),
      skipping: .shows,
      """
      0:00:00 a reload added free, 1 entries 0:00:00…0:00:00, after at 0:05:00 for 0:20:00
      0:05:00 a defer policy 0:05:00→0:20:00 by spacing
      0:12:00 a reload policy counted 0:05:00→0:12:00, 1 entries 0:12:00…0:12:00, after at 0:17:00
      0:17:00 a defer policy 0:17:00→0:20:00 by spacing
      0:20:00 a reload policy counted 0:17:00→0:20:00 by spacing, 1 entries 0:20:00…0:20:00, after at 0:25:00 for 0:40:00
      0:25:00 a defer policy 0:25:00→0:40:00 by spacing
      """)
  }
}
