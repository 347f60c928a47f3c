import Testing

/// What the events of a file do, as whole records.
@Suite struct EventPlayerTests {
  @Test func `requests come in file order, with their causes`() async throws {
    try await expectRecords(
      [
        "09:10, user: ann, push: true", "09:10, reload: Search",
        "09:20, user: bob, interaction: Search",
      ],
      """
      09:10:00 ann/File/Small reload push 1 entry to 09:10:00 never
      09:10:00 ann/File/Small show One
      09:10:00 ann/Search/Small reload push+reload 1 entry to 09:10:00 never
      09:10:00 ann/Search/Small show vase
      09:10:00 bob/Search/Small reload reload 1 entry to 09:10:00 never
      09:10:00 bob/Search/Small show vase
      09:20:00 bob/Search/Small reload interaction 1 entry to 09:20:00 never
      09:20:00 bob/Search/Small show vase
      """)
  }

  @Test func `an edit reloads only what changes`() async throws {
    try await expectRecords(
      [
        "09:10, user: ann, edit: {Search: {query: bowl}}", "09:20, edit: {Search: {query: bowl}}",
        "09:30, edit: {Search: {query: bowl}}",
      ],
      """
      09:10:00 ann/Search/Small state edited
      09:10:00 ann/Search/Small reload edited 1 entry to 09:10:00 never
      09:10:00 ann/Search/Small show bowl
      09:20:00 all state edited
      09:20:00 bob/Search/Small reload edited 1 entry to 09:20:00 never
      09:20:00 bob/Search/Small show bowl
      09:30:00 all state edited
      """)
  }

  @Test func `edits of families add and remove placements`() async throws {
    try await expectRecords(
      [
        "09:10, user: bob, edit: {Search: {families: [systemLarge, systemMedium]}}",
        "09:20, user: bob, remove: Search/main", "09:30, reload: Search",
      ],
      """
      09:10:00 bob/Search/Small state edited
      09:10:00 bob/Search/Large reload added 1 entry to 09:10:00 never
      09:10:00 bob/Search/Large show vase
      09:10:00 bob/Search/Medium reload added 1 entry to 09:10:00 never
      09:10:00 bob/Search/Medium show vase
      09:20:00 bob state removed
      09:30:00 ann/Search/Small reload reload 1 entry to 09:30:00 never
      09:30:00 ann/Search/Small show vase
      """)
  }

  @Test func `an edit of a parameter that some families have reaches those alone`() async throws {
    let file = """
      clock: {virtual: {start: 2026-01-05T09:00, for: 1h}}
      container: nowhere
      intents:
        Board:
          parameters:
            word: {type: string, default: vase}
            rows: {type: integer, default: 1, when: {families: [systemLarge]}}
      widgets:
        File: {source: {file: a.json}, reload: never}
        Board:
          intent: Board
          source: {items: [{title: "${word} ${rows}"}]}
          reload: never
      users:
        ann: {Board: {families: [systemSmall, systemLarge], rows: 4}}
        bob: {File: }

      """
    let records = try await EventRun.records(
      [
        "09:10, user: ann, edit: {Board: {rows: 5}}",
        "09:20, user: ann, edit: {Board: {word: bowl}}",
        "09:30, user: ann, edit: {Board: {families: [systemSmall]}}",
        "09:40, user: ann, edit: {Board: {families: [systemSmall, systemLarge], rows: 6}}",
        "09:50, user: ann, edit: {Board: {families: [systemSmall, systemMedium, systemLarge]}}",
      ], in: file)
    #expect(
      records.joined(separator: "\n") == """
        09:10:00 ann state edited
        09:10:00 ann/Board/Large reload edited 1 entry to 09:10:00 never
        09:10:00 ann/Board/Large show vase 5
        09:20:00 ann state edited
        09:20:00 ann/Board/Small reload edited 1 entry to 09:20:00 never
        09:20:00 ann/Board/Small show bowl 1
        09:20:00 ann/Board/Large reload edited 1 entry to 09:20:00 never
        09:20:00 ann/Board/Large show bowl 5
        09:30:00 ann state edited
        09:40:00 ann/Board/Small state edited
        09:40:00 ann/Board/Large reload added 1 entry to 09:40:00 never
        09:40:00 ann/Board/Large show bowl 6
        09:50:00 ann state edited
        09:50:00 ann/Board/Medium reload added 1 entry to 09:50:00 never
        09:50:00 ann/Board/Medium show bowl 1
        """)
  }

  @Test func `what was removed and added again has the values that it is added with`() async throws
  {
    try await expectRecords(
      [
        "09:10, user: bob, edit: {Search: {query: bowl}}", "09:20, user: bob, remove: Search",
        "09:30, user: bob, add: {Search: {family: systemSmall}}",
        "09:40, every: 10m, user: bob, edit: {Search: {query: bowl}}",
      ],
      """
      09:10:00 bob/Search/Small state edited
      09:10:00 bob/Search/Small reload edited 1 entry to 09:10:00 never
      09:10:00 bob/Search/Small show bowl
      09:20:00 bob/Search/Small state removed
      09:30:00 bob/Search/Small reload added 1 entry to 09:30:00 never
      09:30:00 bob/Search/Small show vase
      09:40:00 bob/Search/Small state edited
      09:40:00 bob/Search/Small reload edited 1 entry to 09:40:00 never
      09:40:00 bob/Search/Small show bowl
      09:50:00 bob/Search/Small state edited
      """)
  }

  @Test func `values that do not go together fail until one is edited`() async throws {
    let file = """
      container: nowhere
      clock: {virtual: {start: 2026-01-05T09:00, for: 1h}}
      intents: {T: {parameters: {x: {type: string, default: 1h}, y: {type: string, default: 30m}}}}
      widgets:
        Clock: {intent: T, source: {items: [{title: vase}]}, reload: {after: "end+${x}${y}"}}
      users: {ann: {Clock: {family: systemSmall}}}

      """
    try await expectRecords(
      [
        "09:10, user: ann, edit: {Clock: {x: \"\"}}", "09:20, user: ann, edit: {Clock: {y: \"\"}}",
        "09:30, user: ann, edit: {Clock: {x: 2h}}",
      ], in: file,
      """
      09:10:00 ann/Clock/Small state edited
      09:10:00 ann/Clock/Small reload edited 1 entry to 09:10:00 after → 10:40:00
      09:10:00 ann/Clock/Small show vase
      09:20:00 ann/Clock/Small state edited
      09:20:00 ann/Clock/Small fail edited `after` is ``, but a duration such as `1h30m` is expected; retry → 09:35:00
      09:30:00 ann/Clock/Small state edited
      09:30:00 ann/Clock/Small reload edited 1 entry to 09:30:00 after → 12:30:00
      09:30:00 ann/Clock/Small show vase
      """)
  }

  @Test func `a placement is named by kind, id and family`() async throws {
    let file = """
      container: nowhere
      clock: {virtual: {start: 2026-01-05T09:00, for: 1h}}
      widgets: {Clock: {source: {items: [{title: vase}]}, reload: never}}
      users:
        ann: {Clock: {placements: [{families: [systemSmall, systemLarge]}, {id: hall, family: systemMedium}]}}

      """
    try await expectRecords(
      [
        "09:10, interaction: Clock", "09:20, interaction: Clock/main",
        "09:30, interaction: Clock/main/systemLarge", "09:40, remove: Clock/main/systemSmall",
        "09:40, user: ann, edit: {Clock: {id: hall, family: systemSmall}}",
      ], in: file,
      """
      09:10:00 ann/Clock/Small reload interaction 1 entry to 09:10:00 never
      09:10:00 ann/Clock/Small show vase
      09:10:00 ann/Clock/Large reload interaction 1 entry to 09:10:00 never
      09:10:00 ann/Clock/Large show vase
      09:10:00 ann/Clock/Medium reload interaction 1 entry to 09:10:00 never
      09:10:00 ann/Clock/Medium show vase
      09:20:00 ann/Clock/Small reload interaction 1 entry to 09:20:00 never
      09:20:00 ann/Clock/Small show vase
      09:20:00 ann/Clock/Large reload interaction 1 entry to 09:20:00 never
      09:20:00 ann/Clock/Large show vase
      09:30:00 ann/Clock/Large reload interaction 1 entry to 09:30:00 never
      09:30:00 ann/Clock/Large show vase
      09:40:00 ann/Clock/Small state removed
      09:40:00 ann/Clock/Medium state edited
      09:40:00 ann/Clock/Small reload added 1 entry to 09:40:00 never
      09:40:00 ann/Clock/Small show vase
      """)
  }

  @Test func `what is added comes last, knows later edits and can be removed`() async throws {
    try await expectRecords(
      [
        "09:10, add: {Search: {id: hall, family: systemLarge}}",
        "09:20, user: bob, edit: {Search: {placements: [{id: hall, query: bowl}]}}",
        "09:30, user: bob, remove: Search/hall", "09:40, user: bob, reload: Search",
        "09:50, every: 1m, user: ann, add: {Search: {id: hall, family: systemLarge}}",
      ],
      """
      09:10:00 ann/Search/Large reload added 1 entry to 09:10:00 never
      09:10:00 ann/Search/Large show vase
      09:10:00 bob/Search/Large reload added 1 entry to 09:10:00 never
      09:10:00 bob/Search/Large show vase
      09:20:00 bob/Search/Large state edited
      09:20:00 bob/Search/Large reload edited 1 entry to 09:20:00 never
      09:20:00 bob/Search/Large show bowl
      09:30:00 bob/Search/Large state removed
      09:40:00 bob/Search/Small reload reload 1 entry to 09:40:00 never
      09:40:00 bob/Search/Small show vase
      """)
  }

  @Test func `a write asks for what changes, and the disk is left alone`() async throws {
    try await expectRecords(
      [
        "09:10, write: {a.json: [{id: 1, title: One}]}",
        "09:20, user: bob, write: {./a.json: [{title: Two}]}",
        "09:30, write: {b.json: [{title: Three}]}",
      ], skipsStart: false,
      """
      09:00:00 ann/File/Small reload added 1 entry to 09:00:00 never
      09:00:00 ann/File/Small show One
      09:00:00 ann/Search/Small reload added 1 entry to 09:00:00 never
      09:00:00 ann/Search/Small show vase
      09:00:00 bob/Search/Small reload added 1 entry to 09:00:00 never
      09:00:00 bob/Search/Small show vase
      09:20:00 ann/File/Small reload container 1 entry to 09:20:00 never
      09:20:00 ann/File/Small show Two
      """)
  }

  @Test func `a foreground makes requests exempt until the last ends`() async throws {
    let file = EventRun.file + "host: {profile: widgetkit, latency: 0s, budget: 1}\n"
    try await expectRecords(
      [
        "09:10, for: 10m, user: bob, foreground: true",
        "09:15, for: 10m, user: bob, foreground: true",
        "09:22, user: bob, reload: Search", "09:26, user: bob, reload: Search",
        "09:40, user: bob, reload: Search",
      ], in: file,
      """
      09:10:00 bob state foreground on
      09:15:00 bob state foreground on
      09:22:00 bob/Search/Small reload reload 1 entry to 09:22:00 never 1 left
      09:22:00 bob/Search/Small show vase
      09:25:00 bob state foreground off
      09:26:00 bob/Search/Small defer reload to 09:27:00 by spacing 1 left
      09:27:00 bob/Search/Small reload reload 1 entry to 09:27:00 never waited 1m for spacing, 0 left
      09:27:00 bob/Search/Small show vase
      09:40:00 bob/Search/Small defer reload to 01-06 09:27:00 by budget 0 left
      """)
  }

  @Test func `zones and clocks change before anything else`() async throws {
    try await expectRecords(
      [
        "09:10, reload: Search", "09:10, for: 20m, user: bob, timezone: Asia/Tokyo",
        "09:20, clock: \"+5m\"", "09:40, clock: \"-5m\"", "09:38, user: bob, reload: Search",
        "09:24, user: ann, reload: Search",
      ],
      """
      09:10:00 bob state timezone Asia/Tokyo
      09:10:00 ann/Search/Small reload reload 1 entry to 09:10:00 never
      09:10:00 ann/Search/Small show vase
      09:10:00 bob/Search/Small reload timezone+reload 1 entry to 09:10:00 never
      09:10:00 bob/Search/Small show vase
      09:25:00 all state clock +5m
      09:25:00 ann/File/Small reload clock 1 entry to 09:25:00 never
      09:25:00 ann/File/Small show One
      09:25:00 ann/Search/Small reload clock+reload 1 entry to 09:25:00 never
      09:25:00 ann/Search/Small show vase
      09:25:00 bob/Search/Small reload clock 1 entry to 09:25:00 never
      09:25:00 bob/Search/Small show vase
      09:35:00 bob state timezone UTC
      09:35:00 bob/Search/Small reload timezone 1 entry to 09:35:00 never
      09:35:00 bob/Search/Small show vase
      09:38:00 bob/Search/Small reload reload 1 entry to 09:38:00 never
      09:38:00 bob/Search/Small show vase
      09:35:00 all state clock -5m
      09:35:00 ann/File/Small reload clock 1 entry to 09:35:00 never
      09:35:00 ann/File/Small show One
      09:35:00 ann/Search/Small reload clock 1 entry to 09:35:00 never
      09:35:00 ann/Search/Small show vase
      09:35:00 bob/Search/Small reload clock 1 entry to 09:35:00 never
      09:35:00 bob/Search/Small show vase
      """)
  }

  @Test func `a machine that sleeps plays what is due when it wakes`() async throws {
    try await expectRecords(
      [
        "09:10, for: 20m, suspend: true", "09:15, user: bob, reload: Search",
        "09:15, user: bob, edit: {Search: {query: bowl}}",
        "09:20, for: 20m, suspend: true", "09:25, every: 10m, user: bob, push: true",
      ],
      """
      09:10:00 all state suspended on
      09:40:00 all state suspended off
      09:40:00 bob/Search/Small state edited
      09:40:00 bob/Search/Small reload edited+reload+push×2 1 entry to 09:40:00 never
      09:40:00 bob/Search/Small show bowl
      09:45:00 bob/Search/Small reload push 1 entry to 09:45:00 never
      09:45:00 bob/Search/Small show bowl
      09:55:00 bob/Search/Small reload push 1 entry to 09:55:00 never
      09:55:00 bob/Search/Small show bowl
      """)
  }

  @Test func `a provider fails as long as the state lasts`() async throws {
    try await expectRecords(
      [
        "09:10, for: 10m, fail: Search", "09:10, user: bob, reload: Search",
      ],
      """
      09:10:00 bob/Search/Small fail reload made to fail by an event (widget.yaml:12:5); retry → 09:25:00
      09:25:00 bob/Search/Small reload retry 1 entry to 09:25:00 never
      09:25:00 bob/Search/Small show vase
      """)
  }

  @Test func `a slow answer has the data of its grant, and is in time at the limit`() async throws {
    try await expectRecords(
      [
        "09:10, for: 30s, slow: File",
        "09:10, reload: File", "09:10:10, write: {a.json: [{title: Two}]}",
      ],
      """
      09:10:30 ann/File/Small reload reload 1 entry to 09:10:00 never
      09:10:30 ann/File/Small show One
      09:10:30 ann/File/Small reload container 1 entry to 09:10:30 never
      09:10:30 ann/File/Small show Two
      """)
  }

  @Test func `answers that were slow come in the order of placements`() async throws {
    try await expectRecords(
      [
        "09:10, for: 10s, user: ann, slow: Search", "09:10:10, user: bob, reload: Search",
        "09:10, for: 20s, slow: File", "09:10, reload-all: true", "09:10:20, reload-all: true",
      ],
      """
      09:10:00 bob/Search/Small reload reload 1 entry to 09:10:00 never
      09:10:00 bob/Search/Small show vase
      09:10:10 ann/Search/Small reload reload 1 entry to 09:10:00 never
      09:10:10 ann/Search/Small show vase
      09:10:10 bob/Search/Small reload reload 1 entry to 09:10:10 never
      09:10:10 bob/Search/Small show vase
      09:10:20 ann/File/Small reload reload 1 entry to 09:10:00 never
      09:10:20 ann/File/Small show One
      09:10:20 ann/Search/Small reload reload 1 entry to 09:10:20 never
      09:10:20 ann/Search/Small show vase
      09:10:20 bob/Search/Small reload reload 1 entry to 09:10:20 never
      09:10:20 bob/Search/Small show vase
      09:10:20 ann/File/Small reload reload 1 entry to 09:10:20 never
      09:10:20 ann/File/Small show One
      """)
  }

  @Test func `an answer after the limit is dropped`() async throws {
    try await expectRecords(
      [
        "09:10, for: 31s, slow: Search", "09:10, user: bob, reload: Search",
        "09:20, for: 5m, slow: Search", "09:20, user: bob, reload: Search",
        "09:20:10, for: 10m, suspend: true",
      ],
      """
      09:10:30 bob/Search/Small fail reload no answer within 30s; retry → 09:25:00
      09:10:31 bob/Search/Small drop 1 late answer
      09:20:10 all state suspended on
      09:30:10 all state suspended off
      09:30:10 bob/Search/Small fail reload no answer within 30s; retry → 09:50:00
      09:30:10 bob/Search/Small drop 1 late answer
      09:50:00 bob/Search/Small reload retry 1 entry to 09:50:00 never
      09:50:00 bob/Search/Small show vase
      """)
  }

  @Test func `an event happens again on the wall clock of the file's zone`() async throws {
    let file = """
      timezone: Europe/Berlin
      container: nowhere
      clock: {virtual: {start: 2026-03-28T12:00, for: 2d}}
      widgets: {Search: {source: {items: [{title: vase}]}, reload: never}}
      users: {bob: {Search: {family: systemSmall}}}

      """
    try await expectRecords(
      ["11:00, every: 1d, user: bob, reload: Search"], in: file, json: true,
      """
      {"seq":3,"at":"2026-03-29T11:00:00+02:00","user":"bob","kind":"Search","id":"main","family":"systemSmall","what":"reload","cause":["reload"],"counted":true,"eligible":"2026-03-29T11:00:00+02:00","granted":"2026-03-29T11:00:00+02:00","reason":null,"left":null,"entries":1,"first":"2026-03-29T11:00:00+02:00","last":"2026-03-29T11:00:00+02:00","policy":"never","next":null,"why":null,"origin":null}
      {"seq":4,"at":"2026-03-29T11:00:00+02:00","user":"bob","kind":"Search","id":"main","family":"systemSmall","what":"show","shows":"entry","date":"2026-03-29T11:00:00+02:00","title":"vase","link":null}
      {"seq":5,"at":"2026-03-30T11:00:00+02:00","user":"bob","kind":"Search","id":"main","family":"systemSmall","what":"reload","cause":["reload"],"counted":true,"eligible":"2026-03-30T11:00:00+02:00","granted":"2026-03-30T11:00:00+02:00","reason":null,"left":null,"entries":1,"first":"2026-03-30T11:00:00+02:00","last":"2026-03-30T11:00:00+02:00","policy":"never","next":null,"why":null,"origin":null}
      {"seq":6,"at":"2026-03-30T11:00:00+02:00","user":"bob","kind":"Search","id":"main","family":"systemSmall","what":"show","shows":"entry","date":"2026-03-30T11:00:00+02:00","title":"vase","link":null}
      """)
  }
}
