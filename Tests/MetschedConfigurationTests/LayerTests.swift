import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime
import Testing
import WidgetFamilies

@Suite("Layers")
struct LayerTests {
  static let text = """
    intents:
      Timing:
        parameters:
          interval: {type: duration, default: 1h, min: 5s}
          query: {type: string, default: lily}
          limit: {type: integer, default: 20}
    widgets:
      Clock:
        intent: Timing
        source: sample
        limit: 10
    users:
      ann:
        Clock:
          interval: 2h
          placements:
            - {id: hall, interval: 3h}
            - {id: attic, interval: null}
      bob:
        Clock:
    """

  func origins(_ loading: Loading, _ name: String) throws -> [String] {
    let file = try loading.configuration()
    return file.placements.map { placement in
      let origin = file.origin(of: name, at: placement)
      let layer =
        switch origin?.layer {
        case .builtIn: "built in"
        case .parameterDefault: "default"
        case .widget: "widget"
        case .user(let file): "user \(file)"
        case .placement(let file): "placement \(file)"
        case nil: "none"
        }
      return "\(layer) at \(loading.place(origin?.range))"
    }
  }

  @Test("give each value its place")
  func giveEachValueItsPlace() throws {
    let loading = Loading(Self.text)
    #expect(
      try loading.table() == [
        "ann/Clock/hall/systemSmall 3h lily", "ann/Clock/attic/systemSmall 2h lily",
        "bob/Clock/main/systemSmall 1h lily",
      ])
    #expect(
      try origins(loading, "interval") == [
        "placement 0 at widget.yaml:17:32", "user 0 at widget.yaml:15:17",
        "default at widget.yaml:4:43",
      ])
    #expect(try origins(loading, "limit")[0] == "widget at widget.yaml:11:12")
    #expect(try origins(loading, "query")[0] == "default at widget.yaml:5:38")
  }

  @Test("of override files lie above the file's, in the order given")
  func ofOverrideFilesLieAbove() throws {
    let loading = Loading(
      Self.text,
      overrides: [
        """
        users:
          ann:
            Clock:
              interval: 4h
              placements:
                - {id: hall, query: iris}
                - {id: cellar}
        """,
        """
        users:
          ann: {Clock: {interval: 5h}}
          bob: {Clock: {placements: [{interval: 30m}]}}
          zoe: {Clock: }
        """,
      ])
    #expect(loading.output == "")
    #expect(
      try loading.table() == [
        "ann/Clock/hall/systemSmall 5h iris", "ann/Clock/attic/systemSmall 5h lily",
        "ann/Clock/cellar/systemSmall 5h lily", "bob/Clock/main/systemSmall 30m lily",
        "zoe/Clock/main/systemSmall 1h lily",
      ])
    #expect(try origins(loading, "interval")[0] == "user 2 at override2.yaml:2:27")
    #expect(try origins(loading, "query")[0] == "placement 1 at override1.yaml:6:29")
  }

  @Test("of a placement in a file below an override's user value do not win")
  func orderOfFilesBeatsPlacement() throws {
    let loading = Loading(
      Self.text, overrides: ["users: {ann: {Clock: {interval: 10m}}}"])
    #expect(try loading.table()[0] == "ann/Clock/hall/systemSmall 10m lily")
  }

  @Test("share a plan where the values are equal")
  func shareAPlan() throws {
    var text = Self.text
    for index in 0..<100 { text += "\n  u\(index): {Clock: {interval: \(index % 4 + 1)h}}" }
    let file = try Loading(text).configuration()
    #expect(file.placements.count == 103)
    #expect(file.plans.count == 4)
  }

  @Test("of an override file can only hold users")
  func overrideHoldsUsersAlone() {
    let loading = Loading(Self.text, overrides: ["user:\n  ann:\n"])
    #expect(
      loading.output == """
        override1.yaml:1:1: error: an override file holds `users:` alone, not `user` [override-key]
            1 | user:
              | ^~~~ did you mean `users`?

        """)
  }

  @Test("warn of a new user who is nearly an old one")
  func warnOfANewUser() throws {
    let loading = Loading(Self.text, overrides: ["users:\n  annn: {Clock: }\n"])
    #expect(
      loading.output == """
        override1.yaml:2:3: warning: `annn` is a new user, whom the file itself does not have [new-user]
            2 |   annn: {Clock: }
              |   ^~~~ did you mean `ann`?

        """)
    #expect(try loading.table().count == 4)
  }

  @Test("integers with a unit set the interval")
  func integersWithAUnit() throws {
    let text = """
      intents:
        T: {parameters: {interval: {type: integer, unit: s, default: 5, min: 2, max: 60}}}
      widgets:
        Emitron: {intent: T, source: sample, reload: {after: "end+${interval}"}}
      users:
        a: {Emitron: }
        b: {Emitron: {interval: 7}}
        c: {Emitron: {interval: 1m}}
      """
    let loading = Loading(text)
    #expect(
      try loading.table() == [
        "a/Emitron/main/systemSmall 5s", "b/Emitron/main/systemSmall 7s",
        "c/Emitron/main/systemSmall 1m",
      ])
    let file = try loading.configuration()
    let ends = file.plans.map { plan -> ReloadDate? in
      guard case .after(let dates, _) = plan.reload.value else { return nil }
      return dates.first?.value
    }
    #expect(
      ends == [5000, 7000, 60_000].map { .end(plus: Step(milliseconds: $0)) })
  }
}
