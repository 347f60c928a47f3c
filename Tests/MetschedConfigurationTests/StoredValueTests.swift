import MetschedConfiguration
import MetschedDiagnostics
import Testing
import WidgetFamilies

/// Values that users have stored while the file went on.
@Suite("A stored value")
struct StoredValueTests {
  static let definition = """
    intents:
      Search:
        parameters:
          interval: {type: duration, default: 1h, min: 5s, was: [step], invalid: default}
          query: {type: string, default: lily, was: [search, words]}
          subject: {type: choice, default: place, options: [place, {name: portrait, was: [face]}]}
          scale: {type: integer, default: 1, when: {families: [systemLarge]}}
          families: {type: families, default: [systemSmall], was: [sizes], invalid: default, options: [systemSmall, systemLarge]}
    widgets:
      Clock: {intent: Search, source: sample, was: [OldClock, FirstClock], interval: 2h}

    """

  func load(
    _ users: String, overrides: [String] = [], set: [String] = [], events: String = ""
  ) -> Loading {
    Loading(
      Self.definition + (users.isEmpty ? "" : "users:\n  ann: {\(users)}\n") + events,
      overrides: overrides, set: set)
  }

  /// The diagnostics without source lines.
  func said(_ loading: Loading) -> [String] {
    loading.result.diagnostics.all.map { diagnostic in
      let fix = diagnostic.suggestion.map { " [\($0.message)]" } ?? ""
      return
        "\(loading.place(diagnostic.range)) \(diagnostic.severity): \(diagnostic.message)\(fix)"
    }
  }

  /// The value of a parameter at each placement.
  func values(_ loading: Loading, _ index: Int) throws -> [ParameterValue] {
    let file = try loading.configuration()
    return file.placements.map { file.plans[Int($0.plan)].parameters[index] }
  }

  // MARK: Former names

  @Test("under a former name of its parameter is taken, with a warning")
  func formerParameter() throws {
    let loading = load("Clock: {step: 3h, words: peony, sizes: [systemLarge]}")
    #expect(try loading.table() == ["ann/Clock/main/systemLarge 3h peony"])
    #expect(
      said(loading) == [
        "widget.yaml:12:17 warning: `step` is called `interval` now [write `interval`]",
        "widget.yaml:12:27 warning: `words` is called `query` now [write `query`]",
        "widget.yaml:12:41 warning: `sizes` is called `families` now [write `families`]",
      ])
    let file = try loading.configuration()
    #expect(
      loading.place(file.origin(of: "interval", at: file.placements[0])?.range)
        == "widget.yaml:12:23")
  }

  @Test("under a former name gives way to one under the name of today")
  func bothNames() throws {
    let loading = load("Clock: {step: 3h, interval: 4h}")
    #expect(try loading.table() == ["ann/Clock/main/systemSmall 4h lily"])
    #expect(
      said(loading) == [
        "widget.yaml:12:17 warning: `step` is called `interval` now, which stands here too and "
          + "counts; remove this one"
      ])
  }

  @Test("under a former kind is taken, in the file, an override file, `--set` and events")
  func formerKind() throws {
    let loading = load(
      "OldClock: {interval: 3h}", overrides: ["users: {ann: {FirstClock: {query: iris}}}"],
      set: ["users.bob.OldClock.query=rose"],
      events: """
        events:
          - {at: 2026-01-05T09:00, reload: OldClock}
          - {at: 2026-01-05T10:00, user: ann, edit: {OldClock: {step: 5h}}}
          - {at: 2026-01-05T11:00, user: ann, remove: OldClock/main}

        """)
    #expect(
      try loading.table() == [
        "ann/Clock/main/systemSmall 3h iris", "bob/Clock/main/systemSmall 2h rose",
      ])
    let renamed = said(loading)
    let old = "warning: `OldClock` is called `Clock` now [write `Clock`]"
    #expect(
      renamed == [
        "widget.yaml:12:9 \(old)",
        "override1.yaml:1:15 warning: `FirstClock` is called `Clock` now [write `Clock`]",
        "--set:1:11 \(old)", "widget.yaml:14:36 \(old)", "widget.yaml:15:46 \(old)",
        "widget.yaml:15:57 warning: `step` is called `interval` now [write `interval`]",
        "widget.yaml:16:47 \(old)",
      ])
  }

  @Test("under a kind and its former kind at once is an error at both")
  func bothKinds() {
    let loading = load("Clock: {}, OldClock: {interval: 3h}")
    #expect(
      loading.output.hasPrefix(
        "widget.yaml:12:20: error: `OldClock` and `Clock` are one kind, `Clock`; put what stands "
          + "under the two together [conflicting-keys]"))
    #expect(loading.output.contains("widget.yaml:12:9: note: the other"))
    #expect(loading.result.diagnostics.errorCount == 1)
  }

  @Test("that is a former option is taken, with a warning at each place")
  func formerOption() throws {
    let loading = Loading(
      Self.definition + "users:\n  ann: {Clock: {subject: face}}\n  bob: {Clock: {subject: face}}\n"
    )
    #expect(try values(loading, 2) == [.choice("portrait"), .choice("portrait")])
    #expect(
      said(loading) == [
        "widget.yaml:12:26 warning: `face` is called `portrait` now [write `portrait`]",
        "widget.yaml:13:26 warning: `face` is called `portrait` now [write `portrait`]",
      ])
  }

  // MARK: Values that are no longer allowed

  @Test(
    "that is no longer allowed falls to the layer below, with a warning, where the parameter says so"
  )
  func fallsToTheLayerBelow() throws {
    let loading = load(
      "Clock: {interval: 3h, placements: [{id: a, interval: 1s}, {id: b, step: soon}]}",
      overrides: ["users: {ann: {Clock: {families: [systemMedium]}}, bob: {Clock: {interval: 1s}}}"]
    )
    #expect(
      try loading.table() == [
        "ann/Clock/a/systemSmall 3h lily", "ann/Clock/b/systemSmall 3h lily",
        "bob/Clock/main/systemSmall 2h lily",
      ])
    let below = "(ignored: the layer below counts)"
    #expect(
      said(loading).map { $0.replacing("but at least 5s is allowed ", with: "… ") } == [
        "widget.yaml:12:62 warning: `interval` is 1s, … \(below)",
        "widget.yaml:12:75 warning: `step` is called `interval` now [write `interval`]",
        "widget.yaml:12:81 warning: `interval` is `soon`, but `soon` is no unit; units are `w`, "
          + "`d`, `h`, `m`, `s` and `ms` \(below)",
        "override1.yaml:1:34 warning: `families` names `systemMedium`, but only `systemSmall` or "
          + "`systemLarge` is allowed \(below)",
        "override1.yaml:1:75 warning: `interval` is 1s, … \(below)",
      ])
    #expect(loading.output.contains("widget.yaml:4:78: note: `invalid: default` stands here"))
  }

  @Test(
    "that is no longer allowed is an error where the parameter says nothing, and in the file's own")
  func isAnError() {
    let loading = load("Clock: {subject: museum}", set: ["widgets.Clock.interval=1s"])
    #expect(loading.result.diagnostics.errorCount == 2)
    #expect(
      said(loading) == [
        "--set:1:24 error: `interval` is 1s, but at least 5s is allowed",
        "widget.yaml:12:26 error: `subject` is `museum`, but `place` or `portrait` is expected",
      ])
  }

  @Test("of an edit that is not allowed changes nothing")
  func ofAnEdit() throws {
    let loading = load(
      "Clock: {interval: 3h}",
      events: "events:\n  - {at: 2026-01-05T09:00, edit: {Clock: {interval: 1s, query: rose}}}\n")
    let event = try loading.configuration().events[0]
    guard case .edit(let edits) = event.verb else {
      Issue.record("no edit")
      return
    }
    #expect(edits[0].layers[0].values.map(\.parameter) == [1])
    #expect(loading.result.diagnostics.warningCount == 1)
  }

  // MARK: Parameters of some families

  @Test("of a parameter that only some families have holds for those")
  func ofSomeFamilies() throws {
    let loading = load("Clock: {scale: 4, families: [systemSmall, systemLarge]}")
    #expect(loading.output == "")
    #expect(try values(loading, 3) == [.integer(1), .integer(4)])
    let file = try loading.configuration()
    let origins = file.placements.map { file.origin(of: "scale", at: $0)?.layer }
    #expect(origins == [.parameterDefault, .user(file: 0)])
  }

  @Test("for another family is an error at both places")
  func forAnotherFamily() {
    let loading = load("Clock: {scale: 4, families: [systemSmall]}")
    #expect(
      loading.output == """
        widget.yaml:12:24: error: `scale` exists in `systemLarge` only, and this is for `systemSmall`; remove it, or pick another family [absent-parameter]
           12 |   ann: {Clock: {scale: 4, families: [systemSmall]}}
              |                        ^
        widget.yaml:7:59: note: `when` of the parameter `scale`
            7 |       scale: {type: integer, default: 1, when: {families: [systemLarge]}}
              |                                                           ^~~~~~~~~~~~~
        widget.yaml:12:37: note: the families are picked here
           12 |   ann: {Clock: {scale: 4, families: [systemSmall]}}
              |                                     ^~~~~~~~~~~~~

        """)
  }

  @Test("of a kind needs one placement that has it; that of a placement needs its own")
  func ofPlacements() {
    let kind = load(
      "Clock: {scale: 4, placements: [{id: a}, {id: b, family: systemLarge}]}")
    #expect(kind.output == "")
    #expect((try? values(kind, 3)) == [.integer(1), .integer(4)])
    let placement = load(
      "Clock: {placements: [{id: a, scale: 4}, {id: b, family: systemLarge}]}")
    #expect(said(placement).count == 1)
    #expect(said(placement).first?.hasPrefix("widget.yaml:12:45 error: `scale` exists in") == true)
    let override = load(
      "Clock: {family: systemSmall}", overrides: ["users: {ann: {Clock: {scale: 4}}}"])
    #expect(said(override).first?.hasPrefix("override1.yaml:1:30 error: `scale` exists") == true)
  }

  @Test("of an edit for another family is an error, unless a family that has it is picked")
  func ofAnEditForAnotherFamily() {
    func edit(_ keys: String) -> Loading {
      load(
        "Clock: {family: systemSmall}",
        events: "events:\n  - {at: 2026-01-05T09:00, edit: {Clock: {\(keys)}}}\n")
    }
    #expect(said(edit("scale: 4")).first?.hasPrefix("widget.yaml:14:50 error: `scale`") == true)
    #expect(said(edit("scale: 4, family: systemLarge")) == [])
    #expect(edit("scale: 4, family: systemSmall").result.diagnostics.errorCount == 1)
  }
}
