internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// What it takes to make a widget's plan for any values of its parameters.
///
/// A plan of other values is more than other knobs where the widget refers to parameters: then its
/// own keys are read again with those values put in. A class, because every plan is made with it; it
/// never changes.
final class WidgetRecipe: Sendable {
  let field: Field
  let fields: Fields<WidgetKey>
  let intent: Intent?
  /// The parameters' indices by name.
  let indices: [String: Int]
  /// The parameters' values before any user.
  let base: [ParameterValue]
  /// What the widget says with the values that stand before any user; nil where it is wrong.
  let values: WidgetValues?
  /// Whether that depends on parameters.
  let hasReferences: Bool
  /// The indices of the parameters that turn the knobs.
  private let interval, query, limit: Int?
  /// The unit of an integer that is the interval.
  private let unit: StepUnit

  init(_ draft: WidgetDraft) {
    field = draft.field
    fields = draft.fields
    intent = draft.intent
    indices = draft.indices
    base = draft.base.map(\.value)
    values = draft.values
    hasReferences = draft.hasReferences
    interval = indices[Knob.interval.rawValue]
    query = indices[Knob.query.rawValue]
    limit = indices[Knob.limit.rawValue]
    unit =
      interval.flatMap { draft.intent?.parameters[$0].unit }
      .flatMap { StepUnit(rawValue: $0.value) } ?? .second
  }

  /// Returns values without those of parameters that placements of a family do not have: these are
  /// as before any user.
  func present(_ parameters: [ParameterValue], in family: WidgetFamily) -> [ParameterValue] {
    guard let intent, intent.parameters.contains(where: { $0.families != nil }) else {
      return parameters
    }
    return parameters.indices.map { index in
      intent.parameters[index].exists(in: family) ? parameters[index] : base[index]
    }
  }

  /// Returns the values of a family that joins others: of each parameter the value of the first
  /// that has it.
  func joining(
    _ others: [(family: WidgetFamily, parameters: [ParameterValue])], as family: WidgetFamily
  ) -> [ParameterValue] {
    guard let first = others.first, let intent else { return base }
    let values = first.parameters.indices.map { index in
      let parameter = intent.parameters[index]
      return (others.first { parameter.exists(in: $0.family) } ?? first).parameters[index]
    }
    return present(values, in: family)
  }

  /// Returns what the widget says with some values; nil where the decoder has reported why not.
  func read(
    with parameters: [ParameterValue], _ decoder: inout FileDecoder
  ) -> WidgetValues? {
    guard hasReferences, values != nil else { return values }
    decoder.layer = .widget
    decoder.scope = ReferenceScope(intent, values: parameters, fields: fields)
    defer { decoder.scope = nil }
    return decoder.values(fields, widget: field, parameters: Set(indices.keys))
  }

  /// Returns the plan of some values, given what the widget says with them.
  func plan(of own: WidgetValues, with parameters: [ParameterValue]) -> WidgetPlan {
    WidgetPlan(
      definition: own.definition, query: query(own, parameters), limit: limit(own, parameters),
      interval: interval(own, parameters), parameters: parameters)
  }

  private func value(_ index: Int?, _ parameters: [ParameterValue]) -> ParameterValue? {
    index.map { parameters[$0] }
  }

  private func interval(_ own: WidgetValues, _ parameters: [ParameterValue]) -> Step {
    switch value(interval, parameters) {
    case .duration(let step)?: return step
    case .integer(let count)?: return unit.step(count)
    default: return own.interval?.value ?? Step(milliseconds: 3_600_000)
    }
  }

  private func query(_ own: WidgetValues, _ parameters: [ParameterValue]) -> String? {
    switch value(query, parameters) {
    case .string(let text)?, .choice(let text)?: return text.isEmpty ? nil : text
    default: return own.query?.value
    }
  }

  private func limit(_ own: WidgetValues, _ parameters: [ParameterValue]) -> Int {
    if case .integer(let count)? = value(limit, parameters) { return Int(count) }
    return own.limit?.value ?? 200
  }
}
