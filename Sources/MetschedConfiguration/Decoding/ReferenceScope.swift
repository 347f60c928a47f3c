internal import MetschedDiagnostics
internal import MetschedTime

/// What `${name}` means while a widget's values are read: the parameters of its intent, with the
/// values of one plan, and the knobs that are the widget's own.
struct ReferenceScope {
  let parameters: [Parameter]
  /// The values, in the order of the parameters.
  let values: [ParameterValue]
  /// The intent's name and place; nil for a static widget.
  let intent: (name: String, range: SourceRange)?
  /// What the widget itself says.
  let fields: Fields<WidgetKey>
  /// The knobs of the widget's own that were read; nil stands for one that is wrong.
  var own: [(knob: Knob, value: Setting<ParameterValue>?)] = []
  /// The knobs that are being read, each for the sake of the one before.
  var reading: [Knob] = []

  init(_ intent: Intent?, values: [ParameterValue], fields: Fields<WidgetKey>) {
    parameters = intent?.parameters ?? []
    self.values = values
    self.intent = intent.map { ($0.name, $0.range) }
    self.fields = fields
  }

  /// The names that can be referred to.
  var names: [String] {
    parameters.map(\.name)
      + Knob.referable.map(\.rawValue).filter { name in
        !parameters.contains { $0.name == name }
      }
  }

  /// Returns the name of today of a parameter that was called otherwise.
  func presentName(of former: String) -> String? {
    parameters.first { $0.formerNames.contains { $0.name == former } }?.name
  }
}

extension Knob {
  /// The knobs that have a text.
  static let referable: [Knob] = [.interval, .query, .limit]

  var kind: Parameter.Kind {
    switch self {
    case .interval: .duration
    case .query: .string
    case .families: .families
    case .limit: .integer
    }
  }

  /// What the knob is where nobody says anything; nil where there is no such value.
  var builtIn: ParameterValue? {
    switch self {
    case .interval: .duration(Step(milliseconds: 3_600_000))
    case .limit: .integer(200)
    case .query, .families: nil
    }
  }
}

extension FileDecoder {
  /// Puts the values of references into a text; fields of items are an error here.
  mutating func resolved(_ text: String, in field: Field, expected shape: ValueShape) -> Scalar? {
    var scalar = Scalar(text: "")
    for part in Reference.split(text) {
      switch part {
      case .literal(let literal): scalar.text += literal
      case .field(let name, let offset):
        report(.fieldReference(name, field, at: place(of: "${.\(name)}", offset, in: field)))
        return nil
      case .malformed(let offset):
        report(.malformedReference(field, at: place(of: "${", offset, in: field)))
        return nil
      case .parameter(let name, let offset):
        guard let found = reference(name, offset, in: field) else { return nil }
        let start = scalar.text.utf8.count
        scalar.text += found.text
        scalar.inserted.append(
          Scalar.Inserted(
            referent: found.referent, range: found.range, bytes: start..<scalar.text.utf8.count))
      }
    }
    return scalar
  }

  /// Returns what a reference names, with its text, or reports that there is none.
  mutating func reference(
    _ name: String, _ offset: Int, in field: Field
  ) -> (referent: Referent, text: String, range: SourceRange)? {
    let range = place(of: "${\(name)}", offset, in: field)
    guard let scope else {
      report(.referenceOutside(name, at: range))
      return nil
    }
    if let index = scope.parameters.firstIndex(where: { $0.name == name }) {
      hasReferences = true
      let parameter = scope.parameters[index]
      guard parameter.kind != .families else {
        report(.familiesReference(name, at: range, definition: parameter.range))
        return nil
      }
      let text = scope.values[index].text(unit: parameter.unit?.value)
      return (Referent(parameter), text, range)
    }
    // What is wrong itself is reported where it stands.
    if let intent = scope.intent, brokenNames.contains(intent.name + "." + name) { return nil }
    guard let knob = Knob(rawValue: name) else {
      let meant =
        scope.presentName(of: name).map { Nearest.Match($0, isClear: true) }
        ?? nearest(name, among: scope.names)
      report(.unknownReference(name, scope.intent, meant, at: range))
      return nil
    }
    return ownReference(knob, at: range).map { ($0.referent, $0.text, range) }
  }

  /// Returns a knob that is the widget's own, with its text.
  private mutating func ownReference(
    _ knob: Knob, at range: SourceRange
  ) -> (referent: Referent, text: String)? {
    guard let scope else { return nil }
    let field = WidgetKey(rawValue: knob.rawValue).flatMap { scope.fields[$0] }
    guard knob != .families else {
      report(.familiesReference(knob.rawValue, at: range, definition: field?.keyRange))
      return nil
    }
    if let first = scope.reading.firstIndex(of: knob) {
      let keys = scope.reading[first...].compactMap { knob in
        WidgetKey(rawValue: knob.rawValue).flatMap { scope.fields[$0] }
      }
      report(.referenceCycle(knob.rawValue, keys, at: range))
      return nil
    }
    let known = diagnostics.errorCount
    let value = own(knob)?.value ?? (field == nil ? knob.builtIn : nil)
    guard let value else {
      if field == nil, diagnostics.errorCount == known {
        report(.referenceToNothing(knob.rawValue, at: range))
      }
      return nil
    }
    return (Referent(knob, knob.kind, at: field?.keyRange), value.text(unit: nil))
  }

  /// Reads a knob of the widget's own, or finds it where it was read before; nil where nothing is
  /// said, or something is wrong with it.
  mutating func own(_ knob: Knob) -> Setting<ParameterValue>? {
    if let known = scope?.own.first(where: { $0.knob == knob }) { return known.value }
    guard let key = WidgetKey(rawValue: knob.rawValue), let field = scope?.fields[key] else {
      return nil
    }
    scope?.reading.append(knob)
    let value: ParameterValue? =
      switch knob {
      case .interval: duration(field).map { .duration($0) }
      case .query: text(field, example: "persimmon").map { .string($0) }
      case .limit: integer(field, in: WidgetKey.limits).map { .integer($0) }
      case .families: nil
      }
    scope?.reading.removeLast()
    let own = value.map { setting($0, field) }
    scope?.own.append((knob, own))
    return own
  }

  /// Returns the place of a part of a scalar, or the whole where the part is written otherwise.
  func place(of part: String, _ offset: Int, in field: Field) -> SourceRange {
    field.value.range(of: part, at: offset) ?? field.range
  }
}
