import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime
import Testing
import WidgetFamilies

@Suite("The example of the language")
struct ExampleTests {
  static let text = """
    # yaml-language-server: $schema=metsched.schema.json
    version: 1
    timezone: America/New_York
    container: container
    link: themet
    clock: {virtual: {start: 2026-01-05T09:00:00-05:00, for: 1d, seed: 1}}
    host: widgetkit

    intents:
      TimelineInterval:
        title: Timeline interval
        parameters:
          interval: {type: duration, title: Interval, default: 1h, min: 5s, max: 1d, control: field}
          query: {type: string, default: persimmon, max-length: 60}
          families: {type: families, default: [systemMedium], options: [systemMedium, systemLarge]}

    widgets:
      TheMetWidget:
        name: The Met
        description: View objects from the Metropolitan Museum.
        families: [systemMedium, systemLarge]
        source: {file: objects.json}
        limit: 6
        interval: 1h
        reload: never
        reload-on: {container: changed}
      MetSearchWidget:
        name: Met search
        intent: TimelineInterval
        source: {file: objects.json}
        where: {isPublicDomain: true}
        reload: {after: end+5m}
        on-error: {show: sample, retry: 15m}

    users:
      alice:
        timezone: Europe/Paris
        TheMetWidget: {family: systemLarge}
        MetSearchWidget: {interval: 30m, query: giraffe, families: [systemLarge]}
      bob:
        MetSearchWidget:
          interval: 2h
          placements:
            - {id: hall, query: peony}
            - {id: kitchen, query: rhino, interval: 30m}
    """

  @Test("is read without a word")
  func isReadWithoutAWord() throws {
    let loading = Loading(Self.text)
    #expect(loading.output == "")
    #expect(
      try loading.table() == [
        "alice/TheMetWidget/main/systemLarge 1h",
        "alice/MetSearchWidget/main/systemLarge 30m giraffe",
        "bob/MetSearchWidget/hall/systemMedium 2h peony",
        "bob/MetSearchWidget/kitchen/systemMedium 30m rhino",
      ])
  }

  @Test("gives the settings of the file")
  func givesTheSettings() throws {
    let loading = Loading(Self.text)
    let file = try loading.configuration()
    #expect(file.timezone.value.identifier == "America/New_York")
    #expect(file.container?.value == "container")
    #expect(file.link?.value == "themet")
    #expect(file.clock.kind.value == .virtual)
    #expect(file.clock.start.value == Instant(milliseconds: 1_767_621_600_000))
    #expect(file.clock.length?.value == .day)
    #expect(file.clock.seed.value == 1)
    #expect(file.host.profile.value == .widgetkit)
    #expect(file.host.budget?.value == 40)
    #expect(file.host.latency.value == 2000...60_000)
    #expect(file.zones.map(\.identifier) == ["America/New_York", "Europe/Paris"])
    #expect(file.users.map(\.zone) == [1, 0])
  }

  @Test("gives the values of a widget")
  func givesTheValues() throws {
    let loading = Loading(Self.text)
    let file = try loading.configuration()
    let met = file.plans[Int(file.placements[0].plan)]
    #expect(met.limit == 6)
    #expect(met.reloadOn?.value == .changed)
    guard case .never = met.reload.value else { return #expect(Bool(false)) }
    let search = file.plans[Int(file.placements[1].plan)]
    #expect(search.conditions.map(\.value.test) == [.oneOf(["true"])])
    #expect(search.failure.show.value == .sample)
    guard case .after(let dates, nil) = search.reload.value else { return #expect(Bool(false)) }
    #expect(dates.map(\.value) == [.end(plus: Step(milliseconds: 300_000))])
    #expect(loading.place(search.reload.origin.range) == "widget.yaml:32:21")
    #expect(search.limit == 200)
  }
}
