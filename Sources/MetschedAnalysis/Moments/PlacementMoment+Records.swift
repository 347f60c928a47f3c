internal import MetschedConfiguration
internal import MetschedEngine
internal import MetschedTime
internal import MetschedWidgets

/// What records say of a placement.
extension PlacementMoment.Shown {
  /// Reads a record of what shows.
  ///
  /// - Parameters:
  ///   - show: what shows.
  ///   - time: since when.
  ///   - count: the entries of the timeline; nil where none is there.
  ///   - provider: knows what entries say.
  init(_ show: Show, at time: Instant, of count: Int?, _ provider: inout WidgetProvider) {
    self.init(
      at: time, content: show.content, isEmpty: true, title: nil, link: nil, number: nil,
      count: nil)
    guard let timeline = show.timeline, let date = show.date else { return }
    let text = provider.text(of: timeline, entry: show.index, date: date)
    (isEmpty, title, link) = (text.isEmpty, text.title, text.link)
    (number, self.count) = (show.index + 1, count)
  }
}

extension PlacementMoment.Reloaded {
  /// Reads the record of a reload, granted or failed.
  init(_ reload: Reload, _ record: Record, error: String?, _ provider: WidgetProvider) {
    let plan = provider.configuration.plans[Int(reload.tag)]
    self.init(
      at: record.at, reload: reload, causes: record.causes.causes, error: error,
      origin: error == nil ? plan.reload.origin : plan.failure.retry.origin,
      rule: plan.reload.value, interval: plan.interval)
  }
}
