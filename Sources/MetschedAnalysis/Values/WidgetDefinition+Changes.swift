internal import MetschedConfiguration

extension WidgetDefinition {
  /// Returns the definition with another policy, or with other conditions.
  func with(
    reload: Setting<ReloadRule>? = nil, conditions: [Setting<ItemCondition>]? = nil
  ) -> WidgetDefinition {
    WidgetDefinition(
      source: source, conditions: conditions ?? self.conditions, anchor: anchor,
      reload: reload ?? self.reload, reloadOn: reloadOn, failure: failure, entry: entry,
      itemsPerEntry: itemsPerEntry)
  }
}
