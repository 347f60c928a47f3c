import MetschedTime
import Testing

struct CivilDateTests {
  @Test(
    arguments: [
      (1970, 1, 1, 0, Weekday.thursday), (1969, 12, 31, -1, .wednesday),
      (2000, 2, 29, 11_016, .tuesday), (2026, 1, 5, 20_458, .monday),
      (1900, 1, 1, -25_567, .monday), (2199, 12, 31, 84_005, .tuesday),
      (0, 3, 1, -719_468, .wednesday),
    ] as [(Int, Int, Int, Int64, Weekday)])
  func `a date is its days since 1970`(
    year: Int, month: Int, day: Int, days: Int64, weekday: Weekday
  ) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.daysSinceEpoch == days)
    #expect(CivilDate(daysSinceEpoch: days) == date)
    #expect(date.weekday == weekday)
  }

  @Test func `every day from 1900 to 2200 follows the one before`() throws {
    var previous = CivilDate(daysSinceEpoch: -25_568)
    for days in Int64(-25_567)...84_010 {
      let date = CivilDate(daysSinceEpoch: days)
      guard date > previous, date.daysSinceEpoch == days, date.weekday == previous.weekday.next
      else {
        Issue.record("\(previous) and \(date)")
        return
      }
      previous = date
    }
  }

  @Test(arguments: [
    (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
    (2026, 1, 32),
  ])
  func `a day that the calendar does not have is none`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func `a leap day is one`() throws {
    let date = try #require(CivilDate(year: 2028, month: 2, day: 29))
    #expect(date.adding(days: 1).description == "2028-03-01")
    #expect(date.adding(days: -29).description == "2028-01-31")
  }

  @Test func `weekdays have one spelling`() {
    #expect(Weekday("Mon") == .monday)
    #expect(Weekday("Sun") == .sunday)
    for text in ["mon", "MON", "Monday", "Mo", ""] { #expect(Weekday(text) == nil) }
    #expect(Weekday.sunday.next == .monday)
  }
}
