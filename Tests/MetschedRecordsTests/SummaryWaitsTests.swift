import MetschedEngine
import MetschedRecords
import MetschedTime
import Testing

/// Who waited longest for the host, and since when the budget was gone.
@Suite struct SummaryWaitsTests {
  private func at(_ minute: Int64) -> Instant { Instant(milliseconds: minute * 60_000) }

  private func record(_ placement: Int, _ minute: Int64, _ what: Record.What) -> Record {
    Record(sequence: 1, at: at(minute), scope: .placement(PlacementNumber(placement)), what: what)
  }

  private func deferral(_ placement: Int, _ minute: Int64, _ reason: GrantReason) -> Record {
    record(
      placement, minute,
      .deferred(
        Deferral(
          eligible: at(minute), granted: at(minute + 90),
          reason: reason, left: 0)))
  }

  private func reload(
    _ placement: Int, _ eligible: Int64, _ granted: Int64, _ reason: GrantReason?,
    left: Int? = nil
  ) -> Record {
    record(
      placement, granted,
      .reload(
        Reload(
          isCounted: true, eligible: at(eligible),
          granted: at(granted), reason: reason, left: left, policy: .never, tag: 0)))
  }

  private func text(_ records: [Record], end: Int64 = 1_000, most: Int = 3) -> String {
    var waits = SummaryWaits()
    for record in records { waits.count(record) }
    waits.finish(at: at(end))
    return waits.text(
      most: most, moment: { "\($0.milliseconds / 60_000)" }, name: { "p\($0.index)" })
  }

  @Test func `latency and the turn of the last entry are no waits`() {
    #expect(text([reload(0, 0, 1, .latency), reload(1, 0, 60, .end), reload(2, 5, 5, nil)]) == "")
  }

  @Test func `the longest wait of each placement counts, the longest first`() {
    let records = [
      reload(0, 10, 15, .spacing), reload(0, 20, 80, .budget, left: 0), reload(0, 90, 95, .spacing),
      reload(1, 0, 200, .visible), reload(2, 0, 1, .spacing), reload(3, 0, 2, .spacing),
    ]
    #expect(
      text(records) == """
        p1 waited 3h20m for visible, from 0 to 200
        p0 waited 1h for budget, from 20 to 80; its budget was gone at 80
        p3 waited 2m for spacing, from 0 to 2
        1 more placement waited for less

        """)
  }

  @Test func `what still waits at the end has waited until then, unless it was removed`() {
    #expect(
      text([deferral(0, 400, .budget)]) == "p0 waited 10h for budget, from 400 to the end\n")
    #expect(text([deferral(0, 400, .budget), record(0, 500, .state(.removed))]) == "")
    #expect(
      text([deferral(0, 400, .spacing), reload(0, 400, 401, .spacing)])
        == "p0 waited 1m for spacing, from 400 to 401\n")
  }

  @Test func `an exempt reload ends a wait, whose reason is kept`() {
    #expect(
      text([deferral(0, 400, .budget), reload(0, 400, 460, nil)])
        == "p0 waited 1h for budget, from 400 to 460\n")
  }
}
