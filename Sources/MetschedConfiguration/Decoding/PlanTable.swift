internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetTimelines

/// The plans made so far, each once.
///
/// A value is read once for each text that somebody writes, and is a number from then on; a plan
/// is found by its widget and those numbers. So a user costs a few look-ups, however many share
/// the same values.
struct PlanTable {
  /// A text that was read as a value of a parameter.
  private struct Text: Hashable {
    var widget: Int
    var parameter: Int
    var text: String
  }

  private(set) var plans: [WidgetPlan] = []
  private(set) var values: [ParameterValue] = []
  private var valueNumbers: [ParameterValue: Int32] = [:]
  private var texts: [Text: Int32] = [:]
  private var planNumbers: [[Int32]: Int32] = [:]
  /// The widgets of which a plan could not be made, which is said once.
  private var failed: Set<Int> = []

  /// Returns the number of a value.
  mutating func number(of value: ParameterValue) -> Int32 {
    if let known = valueNumbers[value] { return known }
    let number = Int32(values.count)
    values.append(value)
    valueNumbers[value] = number
    return number
  }

  /// Reads a value of a widget's parameter, or finds it where its text was read before.
  mutating func number(
    of field: Field, at index: Int, _ draft: WidgetDraft, widget: Int,
    _ decoder: inout FileDecoder
  ) -> Int32? {
    let isText = field.value.kind == .scalar
    let text = Text(widget: widget, parameter: index, text: isText ? field.value.text : "")
    if isText, let known = texts[text] { return known }
    guard let parameter = draft.intent?.parameters[index] else { return nil }
    let warnings = decoder.diagnostics.warningCount
    let value = decoder.stored(for: parameter) { $0.value(field, of: parameter) }
    guard let value else { return nil }
    let number = number(of: value)
    // A text that is warned of is read again, so that every place of it is told.
    if isText, decoder.diagnostics.warningCount == warnings { texts[text] = number }
    return number
  }

  /// Returns the numbers of the values that a widget has before any user.
  mutating func base(of draft: WidgetDraft) -> [Int32] {
    if let known = draft.baseNumbers { return known }
    let numbers = draft.base.map { number(of: $0.value) }
    draft.baseNumbers = numbers
    return numbers
  }

  /// Returns the plan of a widget with some values for its parameters.
  ///
  /// The origin is the place of a user's value, for what is wrong with the widget only then.
  ///
  /// - Returns: The plan's number; nil where something is wrong, which has been reported.
  mutating func plan(
    _ draft: WidgetDraft, widget: Int, values numbers: [Int32], origin: SourceRange?,
    _ decoder: inout FileDecoder
  ) -> Int32? {
    let key = [Int32(widget)] + numbers
    if let known = planNumbers[key] { return known }
    let parameters = numbers.map { values[Int($0)] }
    guard let own = own(draft, widget, parameters, origin, &decoder) else { return nil }
    let plan = draft.recipe.plan(of: own, with: parameters)
    let number = Int32(plans.count)
    plans.append(plan)
    planNumbers[key] = number
    return number
  }

  /// Returns what the widget itself says with these values put in.
  private mutating func own(
    _ draft: WidgetDraft, _ widget: Int, _ parameters: [ParameterValue], _ origin: SourceRange?,
    _ decoder: inout FileDecoder
  ) -> WidgetValues? {
    guard draft.hasReferences, draft.values != nil, !failed.contains(widget) else {
      return failed.contains(widget) ? nil : draft.values
    }
    let found = decoder.diagnostics
    decoder.diagnostics = Diagnostics()
    let values = draft.recipe.read(with: parameters, &decoder)
    let wrong = decoder.diagnostics
    decoder.diagnostics = found
    for var diagnostic in wrong.all {
      diagnostic.notes.append(Diagnostic.Note("with the values that are set here", at: origin))
      decoder.report(diagnostic)
    }
    if values == nil { failed.insert(widget) }
    return values
  }
}
