import MetschedRecords
import MetschedTime
import Testing

/// The columns of a chart are real time, its labels the wall clock.
@Suite struct StripAxisTests {
  private func axis(
    _ start: String, _ length: Step, _ zone: String, columns: Int = 60
  ) throws -> StripAxis {
    let table = try #require(ZoneTable.named(zone))
    let literal = try #require(InstantLiteral(start))
    let first = literal.resolved(in: table)
    return StripAxis(first..<table.adding(1, length, to: first), in: table, columns: columns)
  }

  @Test(arguments: [
    ("2026-03-07T00:00", 48, ["00:00 03:00 06:00 09:00 12:00 15:00 18:00 21:00"]),
    // At 02:00 it is 03:00, two hours after midnight.
    ("2026-03-08T00:00", 46, ["00:00     06:00 09:00 12:00 15:00 18:00 21:00"]),
    // 01:00 comes twice, so 03:00 is four hours after midnight.
    ("2026-11-01T00:00", 50, ["00:00   03:00 06:00 09:00 12:00 15:00 18:00 21:00"]),
  ])
  func `a day is as long as it was`(_ start: String, _ count: Int, _ lines: [String]) throws {
    let axis = try axis(start, .day, "America/New_York")
    #expect(axis.column == 30 * 60_000)
    #expect(axis.count == count)
    #expect(axis.lines == lines)
  }

  @Test func `an hour that comes twice is named twice`() throws {
    let axis = try axis("2026-11-01T00:00", Step(milliseconds: 5 * 3_600_000), "America/New_York")
    #expect(axis.column == 5 * 60_000)
    #expect(
      axis.lines == ["00:00 00:30 01:00 01:30 01:00 01:30 02:00 02:30 03:00 03:30"])
  }

  @Test func `a time that is skipped is the first after the gap`() throws {
    let axis = try axis("2026-03-08T00:00", Step(milliseconds: 4 * 3_600_000), "America/New_York")
    #expect(axis.lines == ["00:00 00:30 01:00 01:30 03:00 03:30 04:00 04:30"])
  }

  @Test func `several days have their dates above the times`() throws {
    let axis = try axis("2026-01-05T18:00", Step(days: 2), "UTC")
    #expect(axis.column == 3_600_000)
    #expect(
      axis.lines == [
        "01-05 01-06                   01-07",
        "18:00 00:00 06:00 12:00 18:00 00:00 06:00 12:00",
      ])
  }

  @Test(arguments: [1, 999, 1_000, 90_000, 86_400_000, 400 * 86_400_000, 60_000 * 86_400_000])
  func `every range fits, and every instant has its column`(_ length: Int64) throws {
    for columns in [12, 60, 200] {
      let start = Instant(milliseconds: 1_767_571_200_000)
      let axis = StripAxis(start..<start + length, in: .utc, columns: columns)
      #expect(axis.count <= columns)
      #expect(axis.index(of: start) == 0)
      #expect(axis.index(of: start + (length - 1)) == axis.count - 1)
      #expect(axis.index(of: start + length) == nil)
      #expect(axis.lines.allSatisfy { $0.count <= axis.count + 8 })
    }
  }
}
