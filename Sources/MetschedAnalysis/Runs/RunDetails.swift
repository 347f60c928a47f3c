internal import MetschedConfiguration
package import MetschedDiagnostics
package import MetschedEngine
package import MetschedRecords
package import MetschedTime
package import MetschedWidgets
internal import WidgetFamilies

/// What the records of a run speak of, from its configuration and its widgets.
package struct RunDetails: RecordDetails {
  private var place: (SourceRange) -> String?
  /// The widgets of the run; put in before each record, since their content changes.
  package var provider: WidgetProvider
  private var origins: [Int64: String?] = [:]

  /// - Parameters:
  ///   - provider: the widgets before the run.
  ///   - place: returns a place as `file:line:column`; nil where nobody asks.
  package init(_ provider: WidgetProvider, place: @escaping (SourceRange) -> String?) {
    self.provider = provider
    self.place = place
  }

  /// The configuration that counts, with the numbers of the run.
  private var configuration: Configuration { provider.configuration }

  /// Finds places in other files from now on.
  package mutating func follow(_ place: @escaping (SourceRange) -> String?) {
    self.place = place
    origins = [:]
  }

  package var fileZone: ZoneTable { configuration.timezone.value }

  package func label(of placement: PlacementNumber) -> PlacementLabel {
    let placed = provider.configuration.placements[Int(placement.index)]
    return PlacementLabel(
      user: configuration.users[Int(placed.user)].name,
      kind: configuration.widgets[Int(placed.widget)].kind, id: placed.id,
      family: placed.family.name, zone: provider.zones[Int(placed.user)])
  }

  package func name(ofUser user: Int32) -> String { configuration.users[Int(user)].name }

  package mutating func text(of show: Show) -> ShownText {
    guard let timeline = show.timeline, let date = show.date else {
      return ShownText(isEmpty: true, title: nil, link: nil)
    }
    let text = provider.text(of: timeline, entry: show.index, date: date)
    return ShownText(isEmpty: text.isEmpty, title: text.title, link: text.link)
  }

  package mutating func origin(of tag: Int32, isRetry: Bool) -> String? {
    let key = Int64(tag) << 1 | (isRetry ? 1 : 0)
    if let known = origins[key] { return known }
    let plan = provider.configuration.plans[Int(tag)]
    let range = isRetry ? plan.failure.retry.origin.range : plan.reload.origin.range
    let place = range.flatMap(place)
    origins[key] = .some(place)
    return place
  }

  package func message(ofError number: Int32) -> String { provider.error(number) }

  package func name(ofZone number: Int32) -> String {
    configuration.zones[Int(number)].identifier
  }
}
