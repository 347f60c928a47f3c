import MetschedEngine
import MetschedRecords
import MetschedTime
import Testing

/// The line at the end of a run.
@Suite struct SummaryTests {
  private func reload(counted: Bool) -> Reload {
    Reload(
      isCounted: counted, eligible: .init(milliseconds: 0),
      granted: .init(milliseconds: 0), policy: .never, tag: 0)
  }

  private func record(_ what: Record.What, _ causes: Cause...) -> Record {
    var list = CauseList()
    for cause in causes { list.append(cause) }
    return Record(
      sequence: 1, at: .init(milliseconds: 0), scope: .everybody, what: what, causes: list)
  }

  @Test func `nothing is said in full`() {
    #expect(
      Summary(placements: 1).text == "1 placement · 0 entries shown · 0 reloads · none deferred")
  }

  @Test func `every kind of thing is counted where it happened`() {
    var summary = Summary(placements: 1_234_567)
    summary.count(record(.reload(reload(counted: false)), .added))
    summary.count(record(.reload(reload(counted: true)), .reload, .reload, .policy))
    summary.count(record(.fail(reload(counted: true), error: 0), .retry))
    summary.count(record(.drop(Drop(reason: .past, count: 3))))
    summary.count(record(.drop(Drop(reason: .late, count: 1))))
    summary.count(
      record(
        .deferred(
          Deferral(
            eligible: .init(milliseconds: 0), granted: .init(milliseconds: 1), reason: .budget,
            left: 0)), .policy))
    #expect(
      summary.text
        == "1,234,567 placements · 0 entries shown · 3 reloads: 1 added, 1 retry, 1 reload · "
        + "1 deferred: 1 budget · 2 coalesced · 1 failed · 3 entries dropped · 1 late answer")
  }
}
