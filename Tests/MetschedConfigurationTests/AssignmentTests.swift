import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime
import Testing
import WidgetFamilies

@Suite("--set")
struct AssignmentTests {
  static let text = """
    intents: {T: {parameters: {interval: {type: duration, default: 1h, min: 5s}, query: {type: string, default: x}}}}
    clock: system
    host: widgetkit
    widgets:
      TheMetWidget: {source: {file: objects.json}, interval: 1h, reload: {after: 6h}}
      MetSearchWidget: {intent: T, source: sample}
    users:
      alice:
        TheMetWidget:
        MetSearchWidget: {placements: [{id: hall}, {id: attic, query: y}]}
      ann.lee: {MetSearchWidget: }
    """

  @Test("replaces values, and adds the levels that are missing")
  func replaces() throws {
    let loading = Loading(
      Self.text,
      set: [
        "widgets.TheMetWidget.interval=3s", "host=ideal",
        "users.alice.MetSearchWidget.query=peony",
        "users.alice.MetSearchWidget.placements.0.interval=10s",
        "users.\"ann.lee\".MetSearchWidget.query='a b'",
        "users.zoe.TheMetWidget={family: systemLarge}",
        "widgets.TheMetWidget.reload=never",
      ])
    #expect(loading.output == "")
    #expect(
      try loading.table() == [
        "alice/TheMetWidget/main/systemSmall 3s",
        "alice/MetSearchWidget/hall/systemSmall 10s peony",
        "alice/MetSearchWidget/attic/systemSmall 1h y",
        "ann.lee/MetSearchWidget/main/systemSmall 1h a b",
        "zoe/TheMetWidget/main/systemLarge 3s",
      ])
    let file = try loading.configuration()
    #expect(file.host.profile.value == .ideal)
    let met = file.placements[0]
    #expect(loading.place(file.origin(of: "interval", at: met)?.range) == "--set:1:31")
    guard case .never = file.plans[Int(met.plan)].reload.value else { return #expect(Bool(false)) }
    #expect(loading.place(file.plans[Int(met.plan)].reload.origin.range) == "--set:1:29")
  }

  @Test("makes a clock virtual, and keeps the profile of a host")
  func clockAndHost() throws {
    let loading = Loading(
      Self.text, set: ["clock.virtual.start=2026-01-05T09:00", "host.budget=48"],
      options: [Assignment(option: "--for", path: "clock.virtual.for", value: "3m")])
    let file = try loading.configuration()
    #expect(file.clock.kind.value == .virtual)
    #expect(file.clock.start.value == Instant(milliseconds: 1_767_603_600_000))
    #expect(file.clock.length?.value == Step(milliseconds: 180_000))
    #expect(loading.place(file.clock.length?.origin.range) == "--for:1:1")
    #expect(file.host.profile.value == .widgetkit)
    #expect(file.host.budget?.value == 48)
  }

  @Test("chooses among two clocks")
  func twoClocks() throws {
    let text = "clock: {virtual: {for: 2d}}\nwidgets: {Clock: {source: sample}}\n"
    let clock = try Loading(text, set: ["clock.system.speed=60"]).configuration().clock
    #expect(clock.kind.value == .system)
    #expect(clock.speed.value == 60)
    #expect(clock.length == nil)
  }

  @Test("of nothing takes a value away")
  func ofNothing() throws {
    let loading = Loading(Self.text, set: ["widgets.TheMetWidget.reload="])
    let file = try loading.configuration()
    #expect(file.plans[0].reload.origin == .builtIn)
  }

  @Test("of a later assignment wins")
  func later() throws {
    let loading = Loading(
      Self.text,
      set: ["widgets.TheMetWidget.interval=3s", "widgets.TheMetWidget={source: sample}"])
    #expect(try loading.table()[0] == "alice/TheMetWidget/main/systemSmall 1h")
  }

  @Test("points into the command line")
  func points() {
    let loading = Loading(
      Self.text,
      set: [
        "widgets.TheMetWidget.inverval=3s", "users.alice.MetSearchWidget.interval=1s",
        "users.alice.TheMet.interval=1s", "users.alice.MetSearchWidget.placements.7.query=z",
        "host", "host..budget=4", "widgets.TheMetWidget.limit=[", "hosts=ideal",
      ])
    let found = loading.result.diagnostics.sorted.map { diagnostic in
      "\(loading.place(diagnostic.range)) \(diagnostic.id.rawValue)"
    }
    #expect(
      found == [
        "--set:1:22 unknown-key", "--set:1:38 out-of-bounds", "--set:1:13 unknown-kind",
        "--set:1:40 invalid-assignment", "--set:1:1 invalid-assignment",
        "--set:1:1 invalid-assignment", "--set:1:29 yaml-syntax", "--set:1:1 unknown-key",
      ])
  }
}
