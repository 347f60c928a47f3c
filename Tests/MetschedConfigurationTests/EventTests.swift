import MetschedConfiguration
import MetschedTime
import Testing
import WidgetFamilies

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

  @Test("at a time of day happen first when the run shows it, and keep it over a gap")
  func timesOfDay() throws {
    let file = try Loading(
      """
      timezone: America/New_York
      widgets: {Clock: {source: sample}}
      clock: {virtual: {start: 2026-03-07T09:00, for: 3d}}
      events:
        - {at: "09:00", reload: Clock}
        - {at: "08:59", reload: Clock}
        - {at: "02:30", every: 1d, reload: Clock}
      """
    ).configuration()
    #expect(
      file.events.map { $0.at.rfc3339(in: file.timezone.value) } == [
        "2026-03-07T09:00:00-05:00", "2026-03-08T08:59:00-04:00", "2026-03-08T03:00:00-04:00",
      ])
    #expect(
      file.events[2].dates?.date(1).rfc3339(in: file.timezone.value)
        == "2026-03-09T02:30:00-04:00")
  }

  @Test("that edit hold the values by parameter, for the kind and for its placements")
  func edits() throws {
    let file = try Loading(
      Self.file + """
          - {at: 2026-01-05T11:00, user: bob, edit: {Search: {n: 3, families: [systemSmall]}}}
          - {at: 2026-01-05T10:00, edit: {Search: {placements: [{query: c}, {id: main, n: 4}]}}}
        """
    ).configuration()
    let layers = file.events.map { event -> [String] in
      guard case .edit(let edits) = event.verb else { return [] }
      return edits.flatMap(\.layers).map { layer in
        let values = layer.values.map { "\($0.parameter)=\($0.value.text(unit: nil))" }
        return ([layer.id ?? "all"] + values + (layer.families ?? []).map(\.name))
          .joined(separator: " ")
      }
    }
    #expect(layers == [["all 1=3 systemSmall"], ["main 0=c", "main 1=4"]])
  }

  @Test("that edit are checked where the widget puts their values together")
  func conflicts() {
    expectDiagnostics(
      Self.file + """
          - {at: 2026-01-05T11:00, user: bob, edit: {Search: {n: 0}}}
        """, "out-of-range: `limit` is 0")
  }

  @Test("name placements, as short as it is clear")
  func names() throws {
    let file = """
      widgets: {Clock: {source: sample}}
      users: {ann: {Clock: {placements: [{id: hall}, {id: den, families: [systemSmall, systemLarge]}]}}}
      events:

      """
    expectDiagnostics(
      file + "  - {at: \"09:00\", user: ann, remove: 1️⃣Clock}\n",
      "ambiguous-placement: this may be `Clock/hall` or `Clock/den`; say which")
    expectDiagnostics(
      file + "  - {at: \"09:00\", remove: 1️⃣Clock/den}\n",
      "ambiguous-placement: this may be `Clock/den/systemSmall` or `Clock/den/systemLarge`")
    expectDiagnostics(
      file + "  - {at: \"09:00\", interaction: 1️⃣Clock/dan}\n",
      "unknown-placement: nobody has `Clock` with the id `dan`")
    expectDiagnostics(
      file + "  - {at: \"09:00\", remove: 1️⃣Clock/hall/systemBig}\n", "unknown-family: ")
    let loaded = try Loading(
      file + """
          - {at: "09:00", remove: Clock/den/systemLarge}
          - {at: "09:00", interaction: Clock}
        """
    ).configuration()
    let matches = loaded.events.map { event in
      loaded.placements.filter { placement in
        switch event.verb {
        case .remove(let pattern), .interaction(let pattern): pattern.matches(placement)
        default: false
        }
      }.count
    }
    #expect(matches == [1, 3])
  }

  @Test(
    "are checked",
    arguments: [
      ("at: 1️⃣9:00, push: true", "invalid-date: `at` is `9:00`"),
      ("at: 1️⃣2500-01-01T09:00, push: true", "out-of-range: "),
      ("every: 1️⃣5m, for: 10m, foreground: true", "conflicting-keys: `every` is `5m`"),
      ("1️⃣every: 1d, fail: Search", "missing-key: `fail` lasts to the end of the run"),
      ("clock: 1️⃣tomorrow", "invalid-duration: `clock` is `tomorrow`"),
      ("clock: 1️⃣+500d", "out-of-range: "),
      ("clock: 1️⃣2500-01-01", "out-of-range: "),
      ("1️⃣foo: 1, push: true", "unknown-key: "),
      ("push: 1️⃣false", "unknown-value: `push` takes `true`"),
      ("slow: 1️⃣Serch", "unknown-kind: "),
      ("remove: 1️⃣Search//a", "invalid-name: "),
      ("edit: {1️⃣Serch: {n: 1}}", "unknown-kind: "),
      ("add: {Search: {1️⃣m: 1}}", "unknown-parameter: "),
      ("user: ann, add: {1️⃣Search: {family: systemSmall}}", "duplicate-placement: `ann` has"),
      ("write: {1️⃣/etc/a.json: []}", "invalid-name: "),
      ("write: {1️⃣a/../../b.json: []}", "invalid-name: "),
      ("write: {1️⃣b.json: []}", "unread-file: no widget reads `b.json`"),
      ("write: {a.json: [1️⃣1]}", "wrong-type: "),
      ("user: 1️⃣anne, push: true", "unknown-user: unknown user `anne`"),
      ("timezone: 1️⃣CET", "unknown-zone: "),
    ])
  func checks(_ event: String, _ message: String) {
    let at = event.hasPrefix("at:") ? "" : "at: \"09:00\", "
    expectDiagnostics(
      """
      container: c
      intents: {T: {parameters: {n: {type: integer, default: 1}}}}
      widgets: {Search: {intent: T, source: {file: a.json}}}
      users: {ann: {Search: }, bob: {Search: }}
      events: [{\(at)\(event)}]

      """, message)
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
