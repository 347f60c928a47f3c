import MetschedConfiguration
package import MetschedDiagnostics
internal import WidgetFamilies

/// What the definitions of a new configuration do to what users have placed and stored under the
/// old one.
///
/// What is stored is what the old configuration has, wherever it stands. Where the new one has another
/// value for the same placement, the value was mended with the definitions, and nothing is said of it.
package struct StoredValues: Sendable {
  /// What breaks, then what is taken along, each in the order of the placements.
  package private(set) var changes: [StoredChange] = []
  /// The old placements that break.
  package private(set) var broken: Set<Int> = []
  /// The new placements that stand where one of those stood, in another family.
  package private(set) var successors: Set<Int> = []
  /// What a load of the new file says of the values that break.
  private var reasons: Set<Reason> = []

  private struct Reason: Hashable {
    var id: DiagnosticID
    var message: String
  }

  /// - Parameters:
  ///   - difference: the two configurations. The new one may lack what breaks.
  ///   - text: the bytes of a place in the old configuration's files.
  package init(_ difference: ConfigurationDifference, text: (SourceRange) -> String) {
    var finder = StoredValueFinder(difference)
    for index in difference.old.placements.indices { finder.look(at: index, text) }
    changes = finder.changes.filter(\.isBreak) + finder.changes.filter { !$0.isBreak }
    for change in changes where change.isBreak { broken.formUnion(change.placements) }
    successors = finder.successors(of: broken, among: difference.added)
    reasons = Set(finder.refusals.map { Reason(id: $0.id, message: $0.message) })
  }

  /// The sentences that break something.
  package var breaks: [StoredChange] { changes.filter(\.isBreak) }

  /// Returns whether an error in the new file is one of the breaks: what users have stored stands
  /// there as before.
  ///
  /// - Parameters:
  ///   - error: what a load of the new file has found.
  ///   - text: the bytes of a place in the new configuration's files.
  /// - Returns: true for an error that is told as a break.
  package func explains(_ error: Diagnostic, text: (SourceRange) -> String) -> Bool {
    let written = error.range.map(text) ?? ""
    let word = String(written.drop { "\"'".contains($0) }.prefix { !"\"'".contains($0) })
    switch error.id {
    case .unknownKind:
      return breaks.contains { $0.what == .kindGone(kind: word) }
    case .unknownParameter, .staticValue:
      return breaks.contains { change in
        if case .parameterGone(_, word) = change.what { true } else { false }
      }
    case .unsupportedFamily:
      return breaks.contains { change in
        if case .familyDropped(_, word) = change.what { true } else { false }
      }
    case .absentParameter:
      return breaks.contains { change in
        change.id == .absentParameter && change.reason.map(error.message.hasPrefix) == true
      }
    default: return reasons.contains(Reason(id: error.id, message: error.message))
    }
  }
}

/// Goes through the old placements, and reads each different value once.
private struct StoredValueFinder {
  private let old: Configuration
  private let new: Configuration
  private let kinds: KindMap
  private let reader = StoredValueReader()
  /// The new placements by the old ones'.
  private let kept: [Int: Int]
  private(set) var changes: [StoredChange] = []
  private(set) var refusals: [Diagnostic] = []
  private var numbers: [StoredChange.What: Int] = [:]
  private var known: [Stored: Outcome?] = [:]
  private var values: Set<Stored> = []

  /// A value as it stands, of a parameter.
  private struct Stored: Hashable {
    var widget: Int32
    var parameter: Int
    var text: String
  }

  /// What becomes of a stored value that is not simply taken.
  private struct Outcome {
    var what: StoredChange.What
    var place: SourceRange?
    var reason: String?
    var types: (old: String, new: String)?
  }

  init(_ difference: ConfigurationDifference) {
    old = difference.old
    new = difference.new
    kinds = KindMap(old, new)
    kept = Dictionary(
      difference.kept.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the new placements with the user, the kind and the id of some old ones.
  func successors(of old: Set<Int>, among added: [Int]) -> Set<Int> {
    struct Name: Hashable {
      var user: Int32
      var widget: Int32
      var id: String
    }
    guard !added.isEmpty else { return [] }
    let names = Set(
      old.compactMap { index -> Name? in
        let placement = self.old.placements[index]
        guard let user = kinds.user(placement.user), let widget = kinds.widget(placement.widget)
        else { return nil }
        return Name(user: user, widget: widget, id: placement.id)
      })
    return Set(
      added.filter { index in
        let placement = new.placements[index]
        return names.contains(
          Name(user: placement.user, widget: placement.widget, id: placement.id))
      })
  }

  mutating func look(at index: Int, _ text: (SourceRange) -> String) {
    let placement = old.placements[index]
    let kind = old.widgets[Int(placement.widget)].kind
    guard let number = kinds.widget(placement.widget) else {
      note(Outcome(what: .kindGone(kind: kind)), of: index)
      return
    }
    let widget = new.widgets[Int(number)]
    if widget.kind != kind {
      note(
        Outcome(
          what: .kindRenamed(kind: kind, to: widget.kind),
          place: widget.formerKinds.first { $0.name == kind }?.range), of: index)
    }
    if !widget.families.value.contains(placement.family) {
      note(
        Outcome(
          what: .familyDropped(kind: kind, family: placement.family.name),
          place: widget.families.origin.range), of: index)
    }
    for row in placement.settings {
      let setting = old.settings[Int(row)]
      guard let parameter = setting.parameter else { continue }
      look(at: setting, Int(parameter), of: index, widget, text)
    }
  }

  private mutating func look(
    at setting: PlacedSetting, _ parameter: Int, of index: Int, _ widget: Widget,
    _ text: (SourceRange) -> String
  ) {
    let placement = old.placements[index]
    guard let former = old.intent(of: placement)?.parameters[parameter] else { return }
    let isPick = former.name == Knob.families.rawValue
    // Of a list of families each placement has its own.
    let written = isPick ? placement.family.name : text(setting.range)
    let stored = Stored(widget: placement.widget, parameter: parameter, text: written)
    let outcome: Outcome?
    if let found = known[stored] {
      outcome = found
    } else {
      let value = old.plans[Int(placement.plan)].parameters[parameter]
      outcome = self.outcome(of: written, value, former, placement, widget)
      known[stored] = .some(outcome)
    }
    // A family that is not supported has been noted for its placement.
    if isPick, !widget.families.value.contains(placement.family) { return }
    guard let outcome = absence(of: former, at: index, widget) ?? outcome,
      !isMended(outcome, index, former)
    else { return }
    note(outcome, of: index, values.insert(stored).inserted ? written : nil)
  }

  /// Returns what becomes of a value that none of the families has which were picked with it.
  private func absence(of former: Parameter, at index: Int, _ widget: Widget) -> Outcome? {
    let placement = old.placements[index]
    let intent = widget.intent.map { new.intents[$0] }
    guard let parameter = intent?.parameter(called: former.name),
      !parameter.exists(in: placement.family), let families = parameter.families
    else { return nil }
    let isUsed = old.placements[...].placements(of: placement.user).contains { other in
      other.widget == placement.widget && other.group == placement.group
        && parameter.exists(in: other.family)
    }
    guard !isUsed else { return nil }
    let kind = old.widgets[Int(placement.widget)].kind
    let names = families.value.map { "`\($0.name)`" }.joined(separator: " and ")
    let isIgnored = parameter.invalid?.value == .layerBelow
    return Outcome(
      what: isIgnored
        ? .ignored(kind: kind, parameter: former.name, id: .absentParameter)
        : .refused(kind: kind, parameter: former.name, id: .absentParameter),
      place: families.origin.range, reason: "`\(parameter.name)` exists in \(names) only")
  }

  private mutating func outcome(
    of written: String, _ value: ParameterValue, _ former: Parameter, _ placement: Placement,
    _ widget: Widget
  ) -> Outcome? {
    let kind = old.widgets[Int(placement.widget)].kind
    let intent = widget.intent.map { new.intents[$0] }
    guard let parameter = intent?.parameter(called: former.name) else {
      // Whoever picks a family needs no parameter for it.
      if former.name == Knob.families.rawValue { return nil }
      return Outcome(
        what: .parameterGone(kind: kind, parameter: former.name),
        place: intent?.range ?? widget.range)
    }
    let types =
      former.kind == parameter.kind
      ? nil : (old: former.kind.rawValue, new: parameter.kind.rawValue)
    switch reader.outcome(of: written, for: parameter)
      ?? reader.outcome(of: value, unit: former.unit?.value, for: parameter)
    {
    case .refused(let reason):
      refusals.append(reason)
      return Outcome(
        what: .refused(kind: kind, parameter: former.name, id: reason.id),
        place: Self.place(of: reason, parameter),
        reason: reason.message, types: types)
    case .ignored(let reason):
      return Outcome(
        what: .ignored(kind: kind, parameter: former.name, id: reason.id),
        place: parameter.invalid?.origin.range, reason: reason.message, types: types)
    case .taken(.choice(let option)):
      if case .choice(let before) = value, before != option {
        let today = parameter.options?.value.first { $0.name == option }
        return Outcome(
          what: .optionRenamed(
            kind: kind, parameter: former.name, option: before, to: option),
          place: today?.formerNames.first { $0.name == before }?.range)
      }
      return renamed(former, parameter, kind)
    case .taken, nil: return renamed(former, parameter, kind)
    }
  }

  /// Returns the rule that a value breaks, or else the parameter.
  private static func place(of reason: Diagnostic, _ parameter: Parameter) -> SourceRange {
    switch reason.id {
    case .outOfBounds: reason.notes.first?.range ?? parameter.range
    case .unknownValue: parameter.options?.origin.range ?? parameter.range
    default: parameter.range
    }
  }

  private func renamed(_ former: Parameter, _ parameter: Parameter, _ kind: String) -> Outcome? {
    guard former.name != parameter.name else { return nil }
    return Outcome(
      what: .parameterRenamed(kind: kind, parameter: former.name, to: parameter.name),
      place: parameter.formerNames.first { $0.name == former.name }?.range)
  }

  /// Returns whether the new configuration has a value of its own in the place of one that breaks.
  private func isMended(_ outcome: Outcome, _ index: Int, _ former: Parameter) -> Bool {
    guard case .refused = outcome.what, let later = kept[index] else { return false }
    let placement = new.placements[later]
    let parameters = new.intent(of: placement)?.parameters ?? []
    return placement.settings.contains { row in
      guard let number = new.settings[Int(row)].parameter else { return false }
      let parameter = parameters[Int(number)]
      return parameter.name == former.name
        || parameter.formerNames.contains { $0.name == former.name }
    }
  }

  private mutating func note(_ outcome: Outcome, of index: Int, _ value: String? = nil) {
    if numbers[outcome.what] == nil {
      numbers[outcome.what] = changes.count
      changes.append(
        StoredChange(
          what: outcome.what, place: outcome.place, reason: outcome.reason,
          types: outcome.types))
    }
    guard let number = numbers[outcome.what] else { return }
    changes[number].placements.append(index)
    if let value { changes[number].values.append(value) }
  }
}
