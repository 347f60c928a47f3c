import MetschedEngine
import MetschedRecords
import MetschedTime
import Testing

/// A summary that goes on at the next start.
@Suite struct SummarySavingTests {
  private static let count = 4_000
  private static let cut = 1_777

  private static func json(_ summary: Summary) -> String {
    var summary = summary
    summary.finish(at: Sample.start + 4_000_000)
    var text = ""
    summary.json(
      file: "a.yaml", range: Sample.start..<Sample.start + 4_000_000, in: .utc,
      label: {
        PlacementLabel(user: "\($0.index)", kind: "K", id: "main", family: "f", zone: .utc)
      }, to: { text += $0 })
    return text
  }

  private static func count(_ range: ClosedRange<Int>, _ summary: inout Summary) {
    for stored in Sample.records(range) { summary.count(stored.record) }
  }

  @Test(arguments: [false, true])
  func `is the one of a run that was never down`(_ keepsEach: Bool) throws {
    var whole = Summary(placements: 21, keepsEach: keepsEach)
    Self.count(1...Self.count, &whole)
    var before = Summary(placements: 21, keepsEach: keepsEach)
    Self.count(1...Self.cut, &before)
    var after = Summary(placements: 21, keepsEach: keepsEach)
    let row = before.saved { "p\($0.index)" }
    #expect(try after.restore(row) { PlacementNumber(Int($0.dropFirst()) ?? 0) })
    #expect(after.lastSequence == Int64(Self.cut))
    Self.count(Self.cut + 1...Self.count, &after)
    #expect(Self.json(after) == Self.json(whole))
    #expect(after.text == whole.text)
  }

  @Test func `takes placements by name, and leaves out those that have gone`() throws {
    var before = Summary(placements: 21, keepsEach: true)
    Self.count(1...Self.cut, &before)
    var after = Summary(placements: 21, keepsEach: true)
    let row = before.saved { "p\($0.index)" }
    #expect(
      try after.restore(row) {
        $0 == "p3" ? PlacementNumber(8) : $0 == "p8" ? PlacementNumber(3) : nil
      })
    #expect(after.reloads == before.reloads)
    #expect(Set(after.waits.accounts.keys).isSubset(of: [3, 8]))
    #expect(after.waits.accounts[8]?.longest == before.waits.accounts[3]?.longest)
  }

  @Test func `is not taken from a row that lacks what is counted, or is damaged`() throws {
    var before = Summary(placements: 21)
    Self.count(1...Self.cut, &before)
    var after = Summary(placements: 21, keepsEach: true)
    var row = before.saved { "p\($0.index)" }
    #expect(try !after.restore(row) { _ in nil })
    #expect(after.lastSequence == 0 && after.reloads == 0)
    row[9] ^= 1
    #expect(throws: StateError.self) { try after.restore(row) { _ in nil } }
  }
}
