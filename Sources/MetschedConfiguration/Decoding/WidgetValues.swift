internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// What one reading of a widget's values gives: for the check of the file with the defaults of
/// the parameters, and again for each plan where the widget refers to parameters.
///
/// A class, because every plan looks at it; it never changes.
final class WidgetValues: Sendable {
  let definition: WidgetDefinition
  /// The knobs that are no parameters of the intent; nil where nothing is said.
  let interval: Setting<Step>?
  let query: Setting<String>?
  let limit: Setting<Int>?

  init(
    definition: WidgetDefinition, interval: Setting<Step>?, query: Setting<String>?,
    limit: Setting<Int>?
  ) {
    self.definition = definition
    self.interval = interval
    self.query = query
    self.limit = limit
  }
}

extension FileDecoder {
  /// Reads what a widget says apart from names, families, and the knobs that parameters turn.
  mutating func values(
    _ fields: Fields<WidgetKey>, widget: Field, parameters: Set<String>
  ) -> WidgetValues? {
    let known = diagnostics.errorCount
    let source = source(fields, widget: widget)
    let conditions = fields[.conditions].map { self.conditions($0) } ?? []
    let anchor = fields[.anchor].flatMap { self.anchor($0) }
    let reload = fields[.reload].flatMap { self.reload($0) }
    if let source, let reload { checkMaxAge(reload.value, source) }
    let reloadOn = fields[.reloadOn].flatMap { self.reloadOn($0) }
    let failure = failure(fields[.onError])
    let entry = fields[.entry].map { self.entry($0) } ?? EntryMapping()
    let itemsPerEntry = fields[.itemsPerEntry].map { self.itemsPerEntry($0) } ?? [:]
    func own(_ knob: Knob) -> Setting<ParameterValue>? {
      parameters.contains(knob.rawValue) ? nil : self.own(knob)
    }
    let (interval, query, limit) = (own(.interval), own(.query), own(.limit))
    guard diagnostics.errorCount == known, let source else { return nil }
    return WidgetValues(
      definition: WidgetDefinition(
        source: source, conditions: conditions, anchor: anchor,
        reload: reload ?? Setting(.atEnd, .builtIn), reloadOn: reloadOn, failure: failure,
        entry: entry, itemsPerEntry: itemsPerEntry),
      interval: interval?.compactMap(\.step), query: query?.compactMap(\.string),
      limit: limit?.compactMap(\.count))
  }

  // MARK: Conditions

  private mutating func conditions(_ field: Field) -> [Setting<ItemCondition>] {
    guard isMapping(field, expected: WidgetKey.conditions.shape) else { return [] }
    return entries(field).compactMap { entry in
      condition(entry).map { setting(ItemCondition(field: entry.name, test: $0), entry) }
    }
  }

  private mutating func condition(_ field: Field) -> ItemCondition.Test? {
    let shape = WidgetKey.condition
    switch field.value.kind {
    case .mapping:
      guard let fields = fields(field, as: ConditionKey.self) else { return nil }
      guard let day = fields[.day] else {
        report(wrongType: field, expected: shape)
        return nil
      }
      return word(day, of: [ConditionKey.today], { $0 }) == nil ? nil : .today
    case .sequence:
      guard let elements = elements(field, expected: shape) else { return nil }
      guard !elements.isEmpty else {
        report(.emptyList(field, example: "[Paintings, Prints]"))
        return nil
      }
      let texts = elements.compactMap { scalar($0, expected: .value)?.text }
      return texts.count == elements.count ? .oneOf(texts) : nil
    default:
      return scalar(field, expected: shape).map { .oneOf([$0.text]) }
    }
  }

  // MARK: Dates

  private mutating func anchor(_ field: Field) -> Setting<Anchor>? {
    let shape = WidgetKey.anchor.shape
    guard let scalar = scalar(field, expected: shape),
      accepts([.time, .string, .choice], scalar, field, expected: shape)
    else { return nil }
    if let time = TimeOfDay(scalar.text) { return setting(.timeOfDay(time), field) }
    guard let literal = InstantLiteral(scalar.text) else {
      report(.notAnchor(scalar.text, field.at(scalar)))
      return nil
    }
    guard isSupported(literal, scalar.text, field.at(scalar)) else { return nil }
    if case .date(let date) = literal { return setting(.date(date), field) }
    return setting(.instant(literal.resolved(in: zone)), field)
  }

  // MARK: Reload on, failures, items an entry

  private mutating func reloadOn(_ field: Field) -> Setting<ContainerReload>? {
    guard let fields = fields(field, as: ReloadOnKey.self), let container = fields[.container],
      let value = word(container, as: ContainerReload.self)
    else { return nil }
    return setting(value, container)
  }

  private mutating func failure(_ field: Field?) -> FailureRule {
    var rule = FailureRule(
      show: Setting(.last, .builtIn), retry: Setting(Step(milliseconds: 900_000), .builtIn))
    guard let field, let fields = fields(field, as: OnErrorKey.self) else { return rule }
    if let show = fields[.show], let value = word(show, as: FailureRule.Show.self) {
      rule.show = setting(value, show)
    }
    if let retry = fields[.retry], let value = duration(retry, example: "15m") {
      rule.retry = setting(value, retry)
    }
    return rule
  }

  private mutating func itemsPerEntry(_ field: Field) -> [WidgetFamily: Int] {
    if field.value.kind == .scalar {
      guard let count = integer(field, in: WidgetKey.counts) else { return [:] }
      return Dictionary(uniqueKeysWithValues: WidgetFamily.allCases.map { ($0, Int(count)) })
    }
    guard isMapping(field, expected: WidgetKey.itemsPerEntry.shape) else { return [:] }
    var result: [WidgetFamily: Int] = [:]
    for entry in entries(field) where !entry.value.isNull {
      guard let family = WidgetFamily(name: entry.name) else {
        let names = WidgetFamily.allCases.map(\.name)
        report(
          .unknownFamily(entry.name, entry, at: entry.keyRange, nearest(entry.name, among: names)))
        continue
      }
      if let count = integer(entry, in: WidgetKey.counts) { result[family] = Int(count) }
    }
    return result
  }
}

extension ParameterValue {
  fileprivate var step: Step? {
    if case .duration(let step) = self { step } else { nil }
  }

  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  fileprivate var count: Int? {
    if case .integer(let value) = self { Int(value) } else { nil }
  }
}
