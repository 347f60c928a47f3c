import MetschedConfiguration
import MetschedTime
import Testing

@Suite("Events")
struct EventTests {
  static let file = """
    timezone: Europe/Berlin
    intents: {T: {parameters: {query: {type: string, default: a}, n: {type: integer, default: 1}}}}
    widgets: {Search: {intent: T, source: sample, limit: "${n}"}}
    users: {ann: {Search: }, bob: {Search: {query: b}}}
    clock: {virtual: {start: 2026-01-05T09:00, for: 1d}}
    events:

    """

  /// Each plan of the file as its query and limit.
  private func plans(_ configuration: Configuration) -> [String] {
    configuration.plans.map { "\($0.query ?? "") \($0.limit)" }
  }

  @Test("are dated in the file's zone")
  func dates() throws {
    let file = try Loading(
      Self.file + """
          - {at: 2026-01-06T04:00, every: 1d, reload: Search}
          - {at: 2026-01-06T04:00Z, user: bob, push: true}
        """
    ).configuration()
    #expect(
      file.events.map(\.at) == [
        Instant(milliseconds: 1_767_668_400_000), Instant(milliseconds: 1_767_672_000_000),
      ])
    #expect(file.events.map(\.user) == [nil, 1])
    #expect(file.events[0].dates?.date(1) == Instant(milliseconds: 1_767_754_800_000))
    #expect(file.events[1].dates == nil)
  }

  @Test("that edit make a plan of each plan there is by then")
  func edits() throws {
    let file = try Loading(
      Self.file + """
          - {at: 2026-01-05T11:00, user: bob, edit: {Search: {n: 3}}}
          - {at: 2026-01-05T10:00, edit: {Search: {query: c}}}
        """
    ).configuration()
    #expect(plans(file) == ["a 1", "b 1", "c 1", "c 3"])
    let made = file.events.map { event -> [[Int32: Int32]] in
      guard case .edit(let edits) = event.verb else { return [] }
      return edits.map(\.plans)
    }
    #expect(made == [[[2: 3]], [[0: 2, 1: 2]]])
  }

  @Test("that edit again and again reach every plan that they lead to")
  func recurringEdits() throws {
    let file = try Loading(
      Self.file + """
          - {at: 2026-01-05T10:00, every: 1h, user: ann, edit: {Search: {query: c}}}
          - {at: 2026-01-05T10:30, every: 1h, user: ann, edit: {Search: {query: d, n: 2}}}
        """
    ).configuration()
    #expect(Set(plans(file)) == ["a 1", "b 1", "c 1", "d 2", "c 2"])
  }

  @Test("that add a kind keep it from the warning that nobody has it")
  func additions() throws {
    let loading = Loading(
      """
      widgets: {Clock: {source: sample}, Search: {source: sample}}
      users: {ann: {Clock: }}
      events: [{at: 2026-01-05T10:00, add: {Search: {id: hall, families: [systemSmall]}}}]
      """)
    #expect(loading.output == "")
    let file = try loading.configuration()
    #expect(file.placements.count == 1)
    #expect(file.addedPlacements.map(\.id) == ["hall"])
  }
}
