import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRecords
import MetschedTime
import MetschedWidgets
import WidgetTimelines

/// What the records of a run speak of, from its configuration and its widgets.
struct RunDetails: RecordDetails {
  private(set) var loaded: LoadedConfiguration
  /// The widgets of the run; put in before each record, since their content changes.
  var provider: WidgetProvider
  private var origins: [Int64: String?] = [:]

  init(_ loaded: LoadedConfiguration, _ provider: WidgetProvider) {
    self.loaded = loaded
    self.provider = provider
  }

  /// The configuration that counts, with the numbers of the run.
  private var configuration: Configuration { provider.configuration }

  var fileZone: ZoneTable { configuration.timezone.value }

  /// Finds places in other files from now on.
  mutating func follow(_ loaded: LoadedConfiguration) {
    self.loaded = loaded
    origins = [:]
  }

  func label(of placement: PlacementNumber) -> PlacementLabel {
    let placed = provider.configuration.placements[Int(placement.index)]
    return PlacementLabel(
      user: configuration.users[Int(placed.user)].name,
      kind: configuration.widgets[Int(placed.widget)].kind, id: placed.id,
      family: placed.family.name, zone: provider.zones[Int(placed.user)])
  }

  func name(ofUser user: Int32) -> String { configuration.users[Int(user)].name }

  mutating func text(of show: Show) -> ShownText {
    guard let timeline = show.timeline, let date = show.date else {
      return ShownText(isEmpty: true, title: nil, link: nil)
    }
    let text = provider.text(of: timeline, entry: show.index, date: date)
    return ShownText(isEmpty: text.isEmpty, title: text.title, link: text.link)
  }

  mutating func origin(of tag: Int32, isRetry: Bool) -> String? {
    let key = Int64(tag) << 1 | (isRetry ? 1 : 0)
    if let known = origins[key] { return known }
    let plan = provider.configuration.plans[Int(tag)]
    let range = isRetry ? plan.failure.retry.origin.range : plan.reload.origin.range
    let place = range.map(loaded.place)
    origins[key] = .some(place)
    return place
  }

  func message(ofError number: Int32) -> String { provider.error(number) }

  func name(ofZone number: Int32) -> String { configuration.zones[Int(number)].identifier }
}
