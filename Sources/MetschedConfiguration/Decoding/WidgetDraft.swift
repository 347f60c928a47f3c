internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// A widget that has been read, with what is needed to resolve the values of its placements.
///
/// A class, because every user's values look at it: handing it on costs one count, where a struct
/// of this size would cost twenty.
final class WidgetDraft {
  var widget: Widget
  /// The kind and its mapping, to read values again with other parameters.
  let field: Field
  let fields: Fields<WidgetKey>
  let intent: Intent?
  /// The parameters' indices by name.
  let indices: [String: Int]
  /// The parameters' indices by former names, with the place of the name.
  let formerIndices: [String: (index: Int, name: FormerName)]
  /// Whether some placements lack parameters that others have.
  let isConditional: Bool
  /// The value of each parameter before any user: its default, or what the widget says.
  let base: [Setting<ParameterValue>]
  /// What the widget says apart from its parameters; nil where something is wrong with it.
  var values: WidgetValues?
  /// Whether the values depend on parameters.
  var hasReferences = false
  /// The families of a placement that picks none.
  var defaultFamilies: [WidgetFamily] = []
  /// The numbers of the base values in the plan table, filled in by it.
  var baseNumbers: [Int32]?
  /// What makes its plans, once all of the above is known.
  private(set) lazy var recipe = WidgetRecipe(self)

  init(
    _ field: Field, _ fields: Fields<WidgetKey>, widget: Widget, intent: Intent?,
    base: [Setting<ParameterValue>]
  ) {
    self.widget = widget
    self.field = field
    self.fields = fields
    self.intent = intent
    self.base = base
    indices = Dictionary(
      (intent?.parameters ?? []).enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let former = (intent?.parameters ?? []).enumerated().flatMap { index, parameter in
      parameter.formerNames.map { ($0.name, (index: index, name: $0)) }
    }
    formerIndices = Dictionary(former, uniquingKeysWith: { first, _ in first })
    isConditional = intent?.parameters.contains { $0.families != nil } == true
  }

  /// Returns whether placements of a family have a parameter.
  func has(_ parameter: Int, in family: WidgetFamily) -> Bool {
    !isConditional || intent?.parameters[parameter].exists(in: family) != false
  }

  /// The parameter whose values are the families that users pick.
  var pickIndex: Int16? { indices[Knob.families.rawValue].map { Int16(clamping: $0) } }

  /// Returns the place that dates items, if items bring their own dates.
  var datedAt: SourceRange? { values?.definition.entry.date?.origin.range }
}

extension FileDecoder {
  /// Reads all widgets, in order; nil stands for one that is too wrong to be placed.
  mutating func widgets(
    _ field: Field, intents: [Intent]
  ) -> (kinds: [String: Int], drafts: [WidgetDraft?]) {
    var kinds: [String: Int] = [:]
    var drafts: [WidgetDraft?] = []
    guard isMapping(field, expected: FileKey.widgets.shape) else { return (kinds, drafts) }
    let indices = Dictionary(
      intents.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in entries(field) {
      guard kinds[entry.name] == nil else { continue }
      kinds[entry.name] = drafts.count
      drafts.append(widget(entry, intents: intents, indices))
    }
    checkFormerKinds(drafts, kinds)
    if drafts.isEmpty { report(.noWidgets(at: field.range)) }
    return (kinds, drafts)
  }

  private mutating func widget(
    _ field: Field, intents: [Intent], _ intentIndices: [String: Int]
  ) -> WidgetDraft? {
    layer = .widget
    if !Self.isKind(field.name) { report(.invalidKind(field)) }
    var fields = Fields<WidgetKey>(range: field.keyRange)
    if !field.value.isNull {
      guard let read = self.fields(field, as: WidgetKey.self) else { return nil }
      fields = read
    }
    let former = formerKinds(fields, of: field)
    let families = fields[.families].flatMap { field in
      self.families(field).map { setting($0, field) }
    }
    var isWhole = fields[.families] == nil || families != nil
    var index: Int?
    if let name = fields[.intent] {
      index = intent(name, intentIndices)
      if index == nil { isWhole = false }
    }
    let intent = index.map { intents[$0] }
    let widget = Widget(
      kind: field.name, displayName: fields[.name].flatMap { text($0, example: "The Met") },
      description: fields[.description].flatMap { text($0, example: "View objects.") },
      intent: index,
      families: families ?? Setting(WidgetKey.standardFamilies, .builtIn),
      origins: [:], formerKinds: former, allowed: fields[.allow].map { allowed($0) } ?? [],
      range: field.keyRange)
    let draft = WidgetDraft(
      field, fields, widget: widget, intent: intent, base: base(of: intent, fields))
    read(draft)
    check(draft)
    return isWhole ? draft : nil
  }

  private mutating func formerKinds(
    _ fields: Fields<WidgetKey>, of field: Field
  ) -> [FormerName] {
    formerNames(fields[.was], of: field.name, example: "TheMetWidget").filter { former in
      if Self.isKind(former.name) { return true }
      report(.invalidFormerKind(former))
      return false
    }
  }

  /// Keeps what former kinds mean now, each of which can mean one widget only.
  private mutating func checkFormerKinds(_ drafts: [WidgetDraft?], _ kinds: [String: Int]) {
    let widgets = drafts.compactMap { $0?.widget }
    checkFormer(widgets.map { ($0.kind, $0.range, $0.formerKinds) }, of: "a widget")
    for widget in widgets {
      guard let index = kinds[widget.kind] else { continue }
      for former in widget.formerKinds { formerKinds[former.name] = (index, former) }
    }
  }

  private static func isKind(_ name: String) -> Bool {
    guard let first = name.first, first.isUppercase else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  private mutating func intent(_ field: Field, _ indices: [String: Int]) -> Int? {
    guard let name = text(field, example: "TimelineInterval") else { return nil }
    if let index = indices[name] { return index }
    guard !brokenNames.contains(name) else { return nil }
    let known = indices.sorted { $0.value < $1.value }.map(\.key)
    report(.unknownIntent(name, field, known: known, nearest(name, among: known)))
    return nil
  }

  /// Returns the values of the parameters that the widget itself leaves its users.
  private mutating func base(
    of intent: Intent?, _ fields: Fields<WidgetKey>
  ) -> [Setting<ParameterValue>] {
    (intent?.parameters ?? []).map { parameter in
      guard let knob = Knob(rawValue: parameter.name), knob != .families,
        let key = WidgetKey(rawValue: knob.rawValue), let field = fields[key]
      else { return parameter.defaultValue }
      if let place = firstReference(in: field) {
        report(.referenceInKnob(field, parameter, at: place))
        return parameter.defaultValue
      }
      return value(field, of: parameter).map { setting($0, field) } ?? parameter.defaultValue
    }
  }

  private func firstReference(in field: Field) -> SourceRange? {
    for part in Reference.split(field.value.text) {
      if case .parameter(let name, let offset) = part {
        return place(of: "${\(name)}", offset, in: field)
      }
    }
    return nil
  }

  /// Reads the values with the parameters as they are before any user.
  private mutating func read(_ draft: WidgetDraft) {
    let parameters = draft.intent?.parameters ?? []
    scope = ReferenceScope(draft.intent, values: draft.base.map(\.value), fields: draft.fields)
    hasReferences = false
    draft.values = values(
      draft.fields, widget: draft.field, parameters: Set(draft.indices.keys))
    draft.hasReferences = hasReferences
    scope = nil
    for (parameter, value) in zip(parameters, draft.base) {
      draft.widget.origins[parameter.name] = value.origin
    }
    let own = [
      (Knob.interval, draft.values?.interval?.origin), (.query, draft.values?.query?.origin),
      (.limit, draft.values?.limit?.origin),
    ]
    for (knob, origin) in own where draft.indices[knob.rawValue] == nil {
      draft.widget.origins[knob.rawValue] = origin ?? .builtIn
    }
  }

  /// Checks what several keys of a widget say together.
  private mutating func check(_ draft: WidgetDraft) {
    let supported = draft.widget.families
    draft.defaultFamilies = Array(supported.value.prefix(1))
    if let index = draft.indices[Knob.families.rawValue],
      case .families(let families) = draft.base[index].value
    {
      draft.defaultFamilies = families
      if let wrong = families.first(where: { !supported.value.contains($0) }) {
        report(
          .unsupportedDefault(
            wrong, at: supported.origin.range ?? draft.widget.range,
            default: draft.base[index].origin.range))
      }
    }
    if let entry = draft.fields[.entry], entry.value.kind == .mapping {
      let date = entry.value.entries.first { $0.name == "date" && !$0.value.isNull }
      for key in [WidgetKey.interval, .anchor] {
        guard let date, let field = draft.fields[key] else { continue }
        report(.datedItems(field, date: date.keyRange))
      }
      if let date, let field = draft.fields[.itemsPerEntry] {
        report(.groupedDates(field, date: date.keyRange))
      }
    }
    guard let field = draft.fields[.itemsPerEntry], field.value.kind == .mapping else { return }
    for entry in field.value.entries {
      guard let name = entry.name, let family = WidgetFamily(name: name),
        !supported.value.contains(family)
      else { continue }
      report(.unsupportedFamily(family, at: entry.keyRange, draft.widget))
    }
  }
}
