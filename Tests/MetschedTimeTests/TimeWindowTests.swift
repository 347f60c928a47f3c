import MetschedTime
import TestSupport
import Testing

struct TimeWindowTests {
  @Test(arguments: [
    ("Mon-Fri 09:30-16:00", "Mon-Fri 09:30-16:00"),
    ("Mon-Fri 09:30-16:00, Sat 10:00-12:00", "Mon-Fri 09:30-16:00, Sat 10:00-12:00"),
    ("Mon-Fri 09:30-16:00,Sat 10:00-12:00", "Mon-Fri 09:30-16:00, Sat 10:00-12:00"),
    ("Fri-Mon 22:00-06:00", "Fri-Mon 22:00-06:00"), ("09:00-17:00", "09:00-17:00"),
    ("09:00-12:00, 14:00-17:00", "09:00-12:00, 14:00-17:00"),
    ("Mon Wed Fri 09:00-10:00", "Mon Wed Fri 09:00-10:00"),
    ("Mon,Wed 09:00-10:00", "Mon Wed 09:00-10:00"),
    ("Mon-Fri 09:00-17:00, Sat, Sun 10:00-12:00", "Mon-Fri 09:00-17:00, Sat Sun 10:00-12:00"),
    ("Mon-Sun 00:00-24:00", "00:00-24:00"), ("Sun-Sun 10:00-11:00:30", "Sun 10:00-11:00:30"),
  ])
  func `a window is read and written`(text: String, written: String) throws {
    let window = try TimeWindow(parsing: text)
    #expect(window.description == written)
    #expect(try TimeWindow(parsing: written) == window)
  }

  @Test(
    arguments: [
      ("", .empty, "", 0), ("Mon 09:00-10:00,", .empty, "", 16),
      ("mon 09:00-10:00", .unknownDay(suggestion: .monday), "mon", 0),
      ("Mon-Friday 09:00-10:00", .unknownDay(suggestion: .friday), "Friday", 4),
      ("Mon–Fri 09:00-10:00", .unknownDay(suggestion: .monday), "Mon–Fri", 0),
      ("Mon- 09:00-10:00", .unknownDay(suggestion: nil), "Mon-", 0),
      ("daily 09:00-10:00", .unknownDay(suggestion: nil), "daily", 0),
      ("9:00-10:00", .invalidTime, "9:00", 0), ("Mon 09:00-25:00", .invalidTime, "25:00", 10),
      ("Mon 24:00-10:00", .invalidTime, "24:00", 4), ("Mon 09:00", .missingEnd, "09:00", 4),
      ("Mon 09:00-", .missingEnd, "09:00-", 4), ("Mon-Fri", .missingTimes, "Mon-Fri", 0),
      ("Mon 09:00-10:00, Sat", .missingTimes, "Sat", 17),
      ("Mon-Fri 09:00-12:00, 14:00-17:00", .missingDays, "14:00-17:00", 21),
      ("Mon 09:00-10:00 11:00-12:00", .unexpected, "11:00-12:00", 16),
      ("Mon 09:00 - 10:00", .missingEnd, "09:00", 4),
      ("09:00-10:00-11:00", .invalidTime, "10:00-11:00", 6),
    ] as [(String, TimeWindowSyntaxError.Problem, String, Int)])
  func `what is wrong with a window is said, and where`(
    text: String, problem: TimeWindowSyntaxError.Problem, part: String, offset: Int
  ) {
    #expect(throws: TimeWindowSyntaxError(problem: problem, part: part, offset: offset)) {
      try TimeWindow(parsing: text)
    }
  }

  @Test(arguments: [
    // 2026-01-05 is a Monday.
    ("Mon-Fri 09:30-16:00", "2026-01-05T09:29:59.999", "2026-01-05T09:30:00"),
    ("Mon-Fri 09:30-16:00", "2026-01-05T09:30:00", "2026-01-05T09:30:00"),
    ("Mon-Fri 09:30-16:00", "2026-01-05T15:59:59.999", "2026-01-05T15:59:59.999"),
    ("Mon-Fri 09:30-16:00", "2026-01-05T16:00:00", "2026-01-06T09:30:00"),
    ("Mon-Fri 09:30-16:00", "2026-01-09T16:00:00", "2026-01-12T09:30:00"),
    ("Fri-Mon 22:00-06:00", "2026-01-06T05:59:00", "2026-01-06T05:59:00"),
    ("Fri-Mon 22:00-06:00", "2026-01-06T06:00:00", "2026-01-09T22:00:00"),
    ("Mon 10:00-12:00, Sun 10:00-12:00", "2026-01-05T12:00:00", "2026-01-11T10:00:00"),
    ("Mon 09:00-09:00", "2026-01-06T08:59:00", "2026-01-06T08:59:00"),
    ("Mon 09:00-09:00", "2026-01-06T09:00:00", "2026-01-12T09:00:00"),
    ("Mon 20:00-24:00", "2026-01-05T23:59:59", "2026-01-05T23:59:59"),
    ("Mon 20:00-00:00", "2026-01-06T00:00:00", "2026-01-12T20:00:00"),
    // The gap of 2026-03-08 (Sunday) swallows the window whole, or moves its start.
    ("Sun 02:10-02:50", "2026-03-08T00:00:00", "2026-03-15T02:10:00"),
    ("Sun 02:10-03:30", "2026-03-08T00:00:00", "2026-03-08T03:00:00"),
    // The overlap of 2026-11-01 counts once.
    ("Sun 01:15-01:45", "2026-11-01T01:50:00", "2026-11-08T01:15:00"),
  ])
  func `a window opens at its next start`(text: String, from: String, opens: String) throws {
    let zone = try zone("America/New_York")
    let window = try TimeWindow(parsing: text)
    let instant = zone.instant(of: try local(from))
    let start = window.start(notBefore: instant, in: zone)
    #expect(zone.local(at: start).description == opens)
    #expect(window.contains(instant, in: zone) == (start == instant))
  }

  @Test func `an overlap between start and end makes the window longer`() throws {
    let zone = try zone("America/New_York")
    let window = try TimeWindow(parsing: "Sun 01:30-02:00")
    for (text, isOpen) in [
      ("2026-11-01T01:29:00-04:00", false), ("2026-11-01T01:30:00-04:00", true),
      ("2026-11-01T01:10:00-05:00", true), ("2026-11-01T01:59:00-05:00", true),
      ("2026-11-01T02:00:00-05:00", false),
    ] {
      #expect(window.contains(try instant(text), in: zone) == isOpen, "\(text)")
    }
  }

  @Test func `a clock set back over midnight has begun the next day`() throws {
    // St John's turned 00:01 back to 23:01 on 2010-11-07, a Sunday.
    let zone = try zone("America/St_Johns")
    let window = try TimeWindow(parsing: "Sun 00:00-02:00")
    let again = try instant("2010-11-06T23:30:00-03:30")
    #expect(zone.local(at: again).weekday == .saturday)
    #expect(window.contains(again, in: zone))
    #expect(window.contains(try instant("2010-11-07T01:59:00-03:30"), in: zone))
    #expect(!window.contains(try instant("2010-11-06T23:30:00-02:30"), in: zone))
  }

  @Test(arguments: ["America/New_York", "America/Havana", "Australia/Lord_Howe", "UTC"])
  func `the next start is the first minute of the window on a walk`(identifier: String) throws {
    let seed: UInt64 = 77
    var random = SplitMix64(seed: seed)
    let zone = try zone(identifier)
    let windows = try [
      "Mon-Fri 09:30-16:00, Sat 10:00-12:00", "Sun 00:15-02:45", "Sat-Sun 23:00-01:30",
      "01:10-01:50, 23:50-00:10",
    ].map { try TimeWindow(parsing: $0) }
    let changes = zone.transitions(
      in: try instant("2025-01-01T00:00Z")..<instant("2028-01-01T00:00Z"))
    for round in 0..<12 {
      let around = changes.randomElement(using: &random)?.instant ?? Instant(milliseconds: 0)
      let minutes = Int64.random(in: -4000...200, using: &random)
      let from = around + minutes * 60_000
      for window in windows {
        var walked = from
        while !window.contains(walked, in: zone) { walked = walked + 60_000 }
        try #require(
          window.start(notBefore: from, in: zone) == walked,
          "\(window) from \(from.rfc3339(in: zone)), round \(round), seed \(seed)")
      }
    }
  }
}
