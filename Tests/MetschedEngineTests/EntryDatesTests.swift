import MetschedEngine
import MetschedTime
import Testing

struct EntryDatesTests {
  private func instants(_ times: Int64...) -> [Instant] {
    times.map { Instant(milliseconds: $0) }
  }

  @Test func `dates in order need no order`() {
    #expect(EntryDates.ascendingOrder(of: []) == nil)
    #expect(EntryDates.ascendingOrder(of: instants(1, 2, 2, 3)) == nil)
  }

  @Test func `unsorted dates are put in order, equal ones as they came`() {
    #expect(EntryDates.ascendingOrder(of: instants(3, 1, 3, -2, 1)) == [3, 1, 4, 0, 2])
  }

  @Test func `regular dates are the base and every step`() {
    let dates = EntryDates.regular(base: Instant(milliseconds: 5), step: 10, count: 3)
    #expect((0..<dates.count).map { dates[$0].milliseconds } == [5, 15, 25])
    #expect(EntryDates.none.count == 0)
  }
}
