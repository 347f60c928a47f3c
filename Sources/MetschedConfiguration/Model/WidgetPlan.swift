package import MetschedTime
package import WidgetFamilies

/// The values of a placement after all layers: where items come from and how they become a
/// timeline.
///
/// Placements with equal values share one plan, whoever set them and wherever; which place set a
/// placement's value is `Configuration.origin(of:at:)`'s to say. What no user can turn lies in a
/// definition that all plans of a widget share, so a plan of its own costs about 100 bytes.
package struct WidgetPlan: Sendable {
  /// What the widget says apart from the knobs.
  package var definition: WidgetDefinition
  /// The words that an item must hold; nil for all items.
  package var query: String?
  /// The items that are taken at most.
  package var limit: Int
  /// The distance of entries.
  package var interval: Step
  /// The values of the intent's parameters, in the intent's order; none for a static widget.
  package var parameters: [ParameterValue]

  package init(
    definition: WidgetDefinition, query: String?, limit: Int, interval: Step,
    parameters: [ParameterValue]
  ) {
    self.definition = definition
    self.query = query
    self.limit = limit
    self.interval = interval
    self.parameters = parameters
  }
}

extension WidgetPlan {
  package var source: Setting<ItemSource> { definition.source }
  package var conditions: [Setting<ItemCondition>] { definition.conditions }
  package var anchor: Setting<Anchor>? { definition.anchor }
  package var reload: Setting<ReloadRule> { definition.reload }
  package var reloadOn: Setting<ContainerReload>? { definition.reloadOn }
  package var failure: FailureRule { definition.failure }
  package var entry: EntryMapping { definition.entry }

  /// Returns how many items an entry shows in a family; 1 where nothing is said.
  package func itemsPerEntry(in family: WidgetFamily) -> Int {
    definition.itemsPerEntry[family] ?? 1
  }
}

/// What a widget says apart from the knobs, with the parameters of one plan put in.
///
/// A class, so that plans hold it in one word; it never changes.
package final class WidgetDefinition: Sendable {
  package let source: Setting<ItemSource>
  package let conditions: [Setting<ItemCondition>]
  package let anchor: Setting<Anchor>?
  /// The policy; its origin is the value after `reload:`, or after `after:` where there is one.
  package let reload: Setting<ReloadRule>
  package let reloadOn: Setting<ContainerReload>?
  package let failure: FailureRule
  package let entry: EntryMapping
  /// How many items an entry shows, for the families that show more than one.
  package let itemsPerEntry: [WidgetFamily: Int]

  package init(
    source: Setting<ItemSource>, conditions: [Setting<ItemCondition>], anchor: Setting<Anchor>?,
    reload: Setting<ReloadRule>, reloadOn: Setting<ContainerReload>?, failure: FailureRule,
    entry: EntryMapping, itemsPerEntry: [WidgetFamily: Int]
  ) {
    self.source = source
    self.conditions = conditions
    self.anchor = anchor
    self.reload = reload
    self.reloadOn = reloadOn
    self.failure = failure
    self.entry = entry
    self.itemsPerEntry = itemsPerEntry
  }
}
