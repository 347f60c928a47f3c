import Testing

/// What happens to events when the clock is set or the machine sleeps.
@Suite struct ClockEventTests {
  /// One static widget without entries of its own making, for an hour from 09:00.
  static let file = """
    container: nowhere
    clock: {virtual: {start: 2026-01-05T09:00, for: 1h}}
    widgets: {Search: {source: {items: [{title: vase}]}, reload: never}}
    users: {ann: {Search: {family: systemSmall}}, bob: }

    """

  /// The lines without entries that show, which the clock's own reloads repeat.
  private func expect(
    _ events: [String], _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let records = try await EventRun.records(events, in: Self.file)
      .filter { !$0.contains(" show ") }.joined(separator: "\n")
    #expect(records == expected, "the records are\n\(records)", sourceLocation: sourceLocation)
  }

  @Test func `a run lasts as long as it was to last`() async throws {
    try await expect(
      [
        "09:10, clock: +2h", "11:20, clock: -30m", "11:19:59, push: true", "11:20, push: true",
        "11:29:59, push: true", "11:30, push: true",
      ],
      """
      11:10:00 all state clock +2h
      11:10:00 ann/Search/Small reload clock 1 entry to 11:10:00 never
      11:19:59 ann/Search/Small reload push 1 entry to 11:19:59 never
      10:50:00 all state clock -30m
      10:50:00 ann/Search/Small reload clock+push 1 entry to 10:50:00 never
      11:29:59 ann/Search/Small reload push 1 entry to 11:29:59 never
      """)
  }

  @Test func `what the clock jumps over happens then, in order of date, and once`() async throws {
    try await expect(
      [
        "09:30, interaction: Search", "09:20, user: ann, reload: Search", "09:10, clock: +30m",
        "09:50, clock: -45m",
      ],
      """
      09:40:00 all state clock +30m
      09:40:00 ann/Search/Small reload clock+reload+interaction 1 entry to 09:40:00 never
      09:05:00 all state clock -45m
      09:05:00 ann/Search/Small reload clock 1 entry to 09:05:00 never
      """)
  }

  @Test func `a state lasts as long as it was to last, or was passed over`() async throws {
    try await expect(
      [
        "09:05, for: 20m, foreground: true", "09:10, clock: +1h",
        "09:30, for: 30m, foreground: true", "10:00, for: 20m, user: ann, foreground: true",
        "09:10, for: 20m, user: bob, foreground: true",
      ],
      """
      09:05:00 all state foreground on
      10:10:00 all state clock +1h
      10:10:00 bob state foreground on
      10:10:00 ann state foreground on
      10:10:00 ann/Search/Small reload clock 1 entry to 10:10:00 never
      10:25:00 all state foreground off
      10:25:00 bob state foreground on
      10:30:00 bob state foreground off
      """)
  }

  @Test func `a clock that is set by its own rule comes to an end`() async throws {
    try await expect(
      ["09:10, every: 1h, clock: +1h", "09:10, clock: 2026-01-05T12:00"],
      """
      10:10:00 all state clock +1h
      12:00:00 all state clock +1h50m
      12:00:00 ann/Search/Small reload clock×2 1 entry to 12:00:00 never
      13:10:00 all state clock +1h
      13:10:00 ann/Search/Small reload clock 1 entry to 13:10:00 never
      """)
  }

  @Test func `a day is a day on the calendar of the file's zone`() async throws {
    let file = """
      timezone: Europe/Berlin
      container: nowhere
      clock: {virtual: {start: 2026-03-28T12:00, for: 2h}}
      widgets: {Search: {source: {items: [{title: vase}]}, reload: never}}

      """
    let records = try await EventRun.records(
      ["at: 2026-03-28T13:00, clock: +1d", "at: \"13:00\", every: 1d, push: true"], in: file)
    #expect(
      records.filter { !$0.contains(" show ") } == [
        "13:00:00 all state clock +23h",
        "13:00:00 me/Search/Small reload clock+push×2 1 entry to 13:00:00 never",
      ])
  }

  @Test func `a sleep without an end in sight ends the run`() async throws {
    try await expect(
      ["09:10, every: 1h, for: 1h, suspend: true", "09:20, push: true"],
      "09:10:00 all state suspended on")
  }

  @Test func `a clock that is set in a sleep is set when it ends`() async throws {
    try await expect(
      [
        "09:10, for: 20m, suspend: true", "09:20, clock: +5m", "09:33, push: true",
        "09:33, user: ann, foreground: true", "09:25, for: 3m, fail: Search",
      ],
      """
      09:10:00 all state suspended on
      09:35:00 all state clock +5m
      09:35:00 all state suspended off
      09:35:00 ann state foreground on
      09:35:00 ann/Search/Small reload clock+push 1 entry to 09:35:00 never
      """)
  }
}
