internal import MetschedTime
internal import WidgetFamilies

/// What plans say, whatever place says it: two plans of one number do the same.
///
/// Definitions are compared once each, since all plans of a widget share one.
package struct PlanMeanings {
  private var definitions: [DefinitionMeaning: Int] = [:]
  private var known: [ObjectIdentifier: (definition: WidgetDefinition, number: Int)] = [:]

  /// What a plan of a widget says.
  package struct Meaning: Hashable {
    private var widget: Int32
    private var definition: Int
    private var query: String?
    private var limit: Int
    private var interval: Step
    private var parameters: [ParameterValue]

    init(_ plan: WidgetPlan, widget: Int32, definition: Int) {
      self.widget = widget
      self.definition = definition
      query = plan.query
      limit = plan.limit
      interval = plan.interval
      parameters = plan.parameters
    }
  }

  package init() {}

  /// Returns what a plan says.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - widget: whose it is; plans of two widgets are never the same.
  /// - Returns: the meaning, to be compared with others of this table.
  package mutating func meaning(of plan: WidgetPlan, widget: Int32) -> Meaning {
    Meaning(plan, widget: widget, definition: number(of: plan.definition))
  }

  private mutating func number(of definition: WidgetDefinition) -> Int {
    let identifier = ObjectIdentifier(definition)
    if let found = known[identifier] { return found.number }
    let meaning = DefinitionMeaning(definition)
    let number = definitions[meaning] ?? definitions.count
    definitions[meaning] = number
    // The definition is held, lest another one get its address.
    known[identifier] = (definition, number)
    return number
  }
}

/// The values of a definition without their places.
private struct DefinitionMeaning: Hashable {
  private var source: Source
  private var conditions: [Condition]
  private var anchor: Anchor?
  private var reload: Reload
  private var reloadOn: ContainerReload?
  private var show: FailureRule.Show
  private var retry: Step
  private var texts: [EntryMapping.Text?]
  private var dates: [String?]
  private var itemsPerEntry: [WidgetFamily: Int]

  private enum Source: Hashable {
    case file(String)
    case document(String, JSONPath)
    case remote(RemoteQuery, namesQuery: Bool)
    case items([ItemValue])
    case sample
  }

  private struct Condition: Hashable {
    var field: String
    var test: ItemCondition.Test
  }

  private enum Reload: Hashable {
    case atEnd
    case never
    case after([ReloadDate], within: TimeWindow?)
    case auto
  }

  init(_ definition: WidgetDefinition) {
    source =
      switch definition.source.value {
      case .file(let name): .file(name)
      case .document(let file, let path): .document(file, path)
      case .remote(let query, let namesQuery): .remote(query, namesQuery: namesQuery)
      case .items(let items): .items(items)
      case .sample: .sample
      }
    conditions = definition.conditions.map { Condition(field: $0.value.field, test: $0.value.test) }
    anchor = definition.anchor?.value
    reload =
      switch definition.reload.value {
      case .atEnd: .atEnd
      case .never: .never
      case .after(let dates, let window): .after(dates.map(\.value), within: window?.value)
      case .auto: .auto
      }
    reloadOn = definition.reloadOn?.value
    show = definition.failure.show.value
    retry = definition.failure.retry.value
    let entry = definition.entry
    texts = [entry.title, entry.subtitle, entry.image, entry.id].map { $0?.value }
    dates = [entry.date?.value, entry.until?.value]
    itemsPerEntry = definition.itemsPerEntry
  }
}
