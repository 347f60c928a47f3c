import MetschedTime
import Testing

struct TimeOfDayTests {
  @Test(arguments: [
    ("00:00", 0, "00:00"), ("04:00", 14_400_000, "04:00"), ("04:00:30", 14_430_000, "04:00:30"),
    ("04:00:00", 14_400_000, "04:00"), ("23:59:59", 86_399_000, "23:59:59"),
  ])
  func `a time of day is read and written`(text: String, milliseconds: Int64, written: String) {
    let time = TimeOfDay(text)
    #expect(time?.milliseconds == milliseconds)
    #expect(time?.description == written)
  }

  @Test(arguments: [
    "", "4:00", "04", "0400", "04:0", "04:00:0", "04:00:60", "24:00", "24:01", "04:60", " 04:00",
    "04:00 ", "04:00:30.5", "-1:00", "٠٤:٠٠", "04:00Z",
  ])
  func `anything else is no time of day`(text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test func `24:00 is read only where a day may end`() {
    #expect(TimeOfDay("24:00", allowingEndOfDay: true) == .endOfDay)
    #expect(TimeOfDay("24:00:01", allowingEndOfDay: true) == nil)
    #expect(TimeOfDay.endOfDay.description == "24:00")
  }
}
