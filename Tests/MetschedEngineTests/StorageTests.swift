import MetschedTime
import Testing

@testable import MetschedEngine

/// The tables that hold plain words, and how long the words are.
struct StorageTests {
  @Test func `what is held by the million is as short as it is said to be`() {
    #expect(MemoryLayout<PlacementState>.stride == 64)
    #expect(MemoryLayout<PlainAnswer>.stride == 64)
    #expect(MemoryLayout<PlainRecord>.stride == 104)
    #expect(MemoryLayout<PendingReload>.stride == 56)
  }

  @Test func `a copy of a table keeps its rows when the original is written to`() {
    var rows = Rows<Int>()
    for row in 0..<100 { rows.append(row) }
    let copy = rows
    rows.claim()
    rows[3] = -1
    rows.removeAll(from: 50)
    rows.append(7)
    #expect(rows.count == 51)
    #expect(rows[3] == -1)
    #expect(rows[50] == 7)
    #expect(copy.count == 100)
    #expect(copy.indices.allSatisfy { copy[$0] == $0 })
  }

  @Test func `a copy of a machine goes its own way`() {
    let start = Instant(milliseconds: 0)
    var machine = Machine(
      hosts: [.ideal], rules: [FailureHandling(show: .last, retry: .day)], zones: [.utc], seed: 0)
    var actions = Actions()
    let new = NewPlacement(user: 0, host: 0, rule: 0, zone: 0, nameHash: 0)
    machine.handle(.added(new), at: start, into: &actions)
    var copy = machine
    machine.handle(.due, at: start, into: &actions)
    #expect(actions.asks.count == 1)
    actions.removeAll()
    #expect(copy.nextDeadline() == start)
    copy.handle(.due, at: start, into: &actions)
    #expect(actions.asks.count == 1)
  }

  @Test(arguments: [1, 15, 16, 40])
  func `a record gives back the causes of any number`(count: Int) {
    var list = CauseList()
    for number in 0..<count { list.append(Cause.allCases[number % Cause.allCases.count]) }
    let record = Record(
      sequence: 1, at: Instant(milliseconds: 0), scope: .everybody,
      what: .drop(Drop(reason: .late, count: 1)), causes: list)
    var records = RecordBuffer()
    records.append(record)
    let copy = records
    records.removeAll()
    records.append(Record(sequence: 2, at: record.at, scope: .everybody, what: record.what))
    #expect(Array(copy) == [record])
    #expect(records[0].causes.count == 0)
  }

  @Test func `steps too long for a word are lists of dates`() {
    let base = Instant(milliseconds: 5)
    let step: Int64 = 50 * 24 * 3_600_000
    let answers = Answers([
      .timeline(
        AnsweredTimeline(
          id: TimelineID(1), dates: .regular(base: base, step: step, count: 3), end: nil,
          policy: .never)), nil,
    ])
    #expect(answers.count == 2)
    #expect(answers[0]?.last == base + 2 * step)
    #expect(answers.lists == [[base, base + step, base + 2 * step]])
    #expect(answers[1].map(\.kind) == nil)
  }
}
